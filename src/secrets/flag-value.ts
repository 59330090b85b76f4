import { namesCredential } from './credential-names.ts';
import type { Span } from './credential-text.ts';

/** Whether an argument is the value of the flag before it: `--password VALUE` as two arguments. */
export function isValueOfFlag(before: unknown, own: unknown): boolean {
  if (typeof before !== 'string' || typeof own !== 'string' || own.startsWith('-')) return false;
  return FLAG.test(before) && isSecretOf(before, own);
}

/** Where a command line holds such values, as in `sh -c "login --password VALUE"`. */
export function flagValueSpans(text: string): readonly Span[] {
  return [...text.matchAll(FLAG_AND_VALUE)].flatMap(({ 0: whole, 1: flag = '', 2: value = '', index }) =>
    isSecretOf(flag, value.replace(/^["']/, '')) ? [{ start: index + whole.length - value.length, end: index + whole.length }] : [],
  );
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
  return namesCredential(flag) || /-pass$/i.test(flag);
}
