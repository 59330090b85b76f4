import { stringify } from 'yaml';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Random } from '../fuzz/random.ts';

/** Ways to write one object that kubectl reads as the same object. */
export const WRITINGS: Readonly<Record<string, (object: KubeObject, random: Random) => string>> = {
  plainly: (object) => stringify(object),
  'as JSON': (object) => JSON.stringify(object),
  'with escapes in keys and values': (object, random) => {
    const write = (text: string): string => escaped(text, random);
    return blockOf(object, write, write);
  },
  'broken within quotes': (object, random) => blockOf(object, (text) => broken(text, random)),
  'as !!binary': (object) => blockOf(object, binary),
};

/** The object in block style, with its type written in another way. */
function blockOf(
  { apiVersion, kind, ...rest }: KubeObject,
  values: (text: string) => string,
  keys: (text: string) => string = (text) => text,
): string {
  return `${keys('apiVersion')}: ${values(apiVersion)}\n${keys('kind')}: ${values(kind)}\n${stringify(rest)}`;
}

/** Writes at least one character as an escape. */
function escaped(text: string, random: Random): string {
  const sure = random.int(text.length);
  const signs = text.split('').map((sign, at) => (at === sure || random.oneIn(4) ? escapeOf(sign, random) : sign));
  return `"${signs.join('')}"`;
}

function escapeOf(sign: string, random: Random): string {
  const code = (sign.codePointAt(0) ?? 0).toString(16);
  return random.pick([`\\x${code.padStart(2, '0')}`, `\\u${code.padStart(4, '0')}`, `\\U${code.padStart(8, '0')}`]);
}

function broken(text: string, random: Random): string {
  const at = 1 + random.int(text.length - 1);
  return text.length < 8 ? text : `"${text.slice(0, at)}\\\n    ${text.slice(at)}"`;
}

function binary(text: string): string {
  return `!!binary ${Buffer.from(text).toString('base64')}`;
}
