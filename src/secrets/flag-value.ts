import { isCredential } from './credential-names.ts';
import type { Span } from './credential-text.ts';

/** Whether an argument has a secret because of the arguments before it: `--password VALUE` as two arguments, or `-pVALUE` for mysql. */
export function isSecretArgument(args: readonly unknown[], at: number): boolean {
  const before = args[at - 1];
  // A number in YAML, which the hub refuses.
  const own = typeof args[at] === 'number' ? String(args[at]) : args[at];
  if (typeof own !== 'string') return false;
  if (typeof before === 'string' && !own.startsWith('-') && FLAG.test(before) && isSecretOf(before, own)) return true;
  return (
    (/^-(?:[pu]|-user=)./.test(own) || before === '-a') && CLIENT_AT_END.test(args.slice(Math.max(0, at - MOST_BEFORE), at + 1).join(' '))
  );
}

/** How many arguments before a secret name its program. */
const MOST_BEFORE = 20;

/** Where a command line holds such values, as in `sh -c "login --password VALUE"`. */
export function flagValueSpans(text: string): readonly Span[] {
  const after = [...text.matchAll(FLAG_AND_VALUE)].filter(({ 1: flag = '', 2: value = '' }) =>
    isSecretOf(flag, value.replace(/^["']/, '')),
  );
  return [...after.map(({ 0: whole, 2: value = '', index }) => spanAt(index + whole.length, value)), ...spansOfClients(text)];
}

const FLAG = /^--?\w[\w.-]*$/;

// linear: a match begins after a space and is consumed completely.
const FLAG_AND_VALUE = /(?<!\S)["']?(--?\w[\w.-]{0,80})[ \t]{1,8}(["']?[^\s"'-][^\s"']{0,200})/g;

/** Whether a flag is followed by a secret. A reference to a variable is not a secret. */
function isSecretOf(flag: string, value: string): boolean {
  if (/^["']?[$<{]/.test(value)) return false;
  // Programs use `-p` for ports and paths too.
  if (flag === '-p') return !/^(?:\d+(?::\d+)*(?:\/(?:tcp|udp|sctp))?$|\.{0,2}\/|$)/.test(value);
  if (flag === '-u' || flag === '--user') return /^[^:\s]+:[^/\s]/.test(value);
  return isCredential(flag, value) || /-pass$/i.test(flag);
}

/** Up to a flag of the same command, also over lines. */
const UP_TO = String.raw`["']?\s(?:[^\n;&|\\]|\\[^;&|]){0,300}?(?<=\s)`;

/** Passwords of programs that have flags of their own for them: `mysql -pVALUE`, `redis-cli -a VALUE`, `curl -uUSER:VALUE`. */
const OF_CLIENT = [
  String.raw`(?<![\w-])(?:`,
  String.raw`(?:mysql|mariadb)[\w-]{0,20}${UP_TO}["']?-p`,
  String.raw`|redis-cli${UP_TO}-a["']?\s{1,8}`,
  String.raw`|curl${UP_TO}["']?(?:-u|--user=)[\w.@-]{1,80}:`,
  String.raw`)(?!["']?[$<{\s-])(["']?[^\s"';]{1,200})`,
].join('');
// linear: all parts are bounded.
const CLIENT = new RegExp(OF_CLIENT, 'g');
// linear: all parts are bounded.
const CLIENT_AT_END = new RegExp(`${OF_CLIENT}$`);

function spansOfClients(text: string): readonly Span[] {
  if (!/mysql|mariadb|redis-cli|curl/.test(text)) return [];
  return [...text.matchAll(CLIENT)].map(({ 0: whole, 1: value = '', index }) => spanAt(index + whole.length, value));
}

/** @param end of the value in its text */
function spanAt(end: number, value: string): Span {
  return { start: end - value.length, end };
}
