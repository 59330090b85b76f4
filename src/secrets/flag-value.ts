import { isCredential, isOpenValue } from './credential-names.ts';
import { holdsCredential, type Span } from './credential-text.ts';

/** Whether an argument has a secret because of the arguments before it: `--password VALUE` as two arguments, or `-pVALUE` for mysql. */
export function isSecretArgument(args: readonly unknown[], at: number): boolean {
  const before = args[at - 1];
  // A number in YAML, which the hub refuses.
  const own = typeof args[at] === 'number' ? String(args[at]) : args[at];
  if (typeof own !== 'string') return false;
  if (typeof before === 'string' && !own.startsWith('-')) {
    if (FLAG.test(before) && isSecretOf(before, own)) return true;
    // As in a sentence.
    if (WORD.test(before) && /^\S+$/.test(own) && holdsCredential(`${before} ${own}`)) return true;
  }
  const words = args.slice(Math.max(0, at - MOST_BEFORE), at + 1).map((word) => String(word).slice(0, LONGEST));
  const line = words.join(' ');
  return !/\s/.test(own) && CLIENTS.test(line) && CLIENT_AT_END.test(line);
}

/** How many arguments before a secret name its program. */
const MOST_BEFORE = 20;
/** Characters of an argument. */
const LONGEST = 300;

const WORD = /^\/?(?:password|passphrase|passwd|token)$/i;

/** Where a command line holds such values, as in `sh -c "login --password VALUE"`. */
export function flagValueSpans(text: string): readonly Span[] {
  const joined = text.replaceAll(CONTINUED, (end) => ' '.repeat(end.length));
  const after = [...joined.matchAll(FLAG_AND_VALUE)].filter(({ 1: flag = '', 2: value = '' }) =>
    isSecretOf(flag, value.replace(/^["']/, '')),
  );
  return [...after.map(({ 0: whole, 2: value = '', index }) => spanAt(index + whole.length, value)), ...spansOfClients(joined)];
}

/** An end of a line after which the command continues, for POSIX shells, PowerShell and cmd. */
const CONTINUED = /[\\`^]\r?\n/g;

const FLAG = /^--?\w[\w.-]*$/;

// linear: a match begins after a space and is consumed completely.
const FLAG_AND_VALUE = /(?<!\S)["']?(--?\w[\w.-]{0,80})[ \t]{1,80}(["']?[^\s"'-][^\s"']{0,200})/g;

/** Whether a flag is followed by a secret. A reference to a variable is not a secret. */
function isSecretOf(flag: string, value: string): boolean {
  if (/^["']?[$<{]/.test(value)) return false;
  // Programs use `-p` for ports and paths too.
  if (flag === '-p') return !/^(?:\d+(?::\d+)*(?:\/(?:tcp|udp|sctp))?$|\.{0,2}\/|$)/.test(value);
  if (flag === '-u' || flag === '--user') return isUserAndPassword(value);
  // These also name a method, a file or a version.
  if (/^--?auth$/.test(flag)) return isUserAndPassword(value) || holdsCredential(`token ${value}`);
  if (/^--?(?:so-|user-)?pin$/.test(flag)) return /^\d{4,12}$/.test(value);
  return isCredential(flag, value) || /-pass$/i.test(flag) || (/-(?:bearer|jwt|sas)$/i.test(flag) && !isOpenValue(value));
}

function isUserAndPassword(value: string): boolean {
  return /^[^:\s]+:[^/\s]/.test(value);
}

/** Up to a flag of the same command, also over lines. */
const UP_TO = String.raw`["']?\s(?:[^\n;&|\\]|\\[^;&|]){0,300}?(?<=\s)`;

/**
 * Passwords of programs that have flags or places of their own for them: `mysql -pVALUE`, `redis-cli -a VALUE`, `curl -uUSER:VALUE`,
 * `mysqladmin password VALUE`, `htpasswd -b FILE USER VALUE` and `htpasswd -nb USER VALUE`.
 */
const OF_CLIENT = [
  String.raw`(?<![\w-])(?:`,
  String.raw`(?:mysql|mariadb)[\w-]{0,20}${UP_TO}["']?-p`,
  String.raw`|(?:mysql|mariadb-)admin${UP_TO}password["']?\s{1,8}`,
  String.raw`|htpasswd(?=[^\n;&|]{0,80}\s-\w{0,8}b)(?:\s{1,8}-\w{1,8}(?:\s{1,8}\d{1,2}(?=\s))?){1,6}(?:\s{1,8}[^\s;&|<>-][^\s;&|<>]{0,200}){1,2}\s{1,8}(?![;&|>])`,
  String.raw`|redis-cli${UP_TO}-a["']?\s{1,8}`,
  String.raw`|curl${UP_TO}["']?(?:-u|--user=)[\w.@-]{1,80}:`,
  String.raw`)(?!["']?[$<{\s-])(["']?[^\s"';]{1,200})`,
].join('');
// linear: all parts are bounded.
const CLIENT = new RegExp(OF_CLIENT, 'g');
// linear: all parts are bounded.
const CLIENT_AT_END = new RegExp(`${OF_CLIENT}$`);

/** A fast test before the slow pattern. */
const CLIENTS = /mysql|mariadb|redis-cli|curl|htpasswd/;

function spansOfClients(text: string): readonly Span[] {
  if (!CLIENTS.test(text)) return [];
  return [...text.matchAll(CLIENT)].map(({ 0: whole, 1: value = '', index }) => spanAt(index + whole.length, value));
}

/** @param end of the value in its text */
function spanAt(end: number, value: string): Span {
  return { start: end - value.length, end };
}
