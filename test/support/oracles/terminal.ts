import { stripVTControlCharacters } from 'node:util';

/** Characters that a terminal acts on or does not show. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** Our colours, each switched on or off. */
// eslint-disable-next-line no-control-regex -- controls are what it looks for
const COLOURS = /\u001B\[(?:1|2|22|31|32|33|36|39)m/g;

/** A text without our colours. */
export function unpainted(text: string): string {
  return text.replace(COLOURS, '');
}

/** A text without the sequences that a terminal interprets: colours, cursor movements and links. */
export function unsequenced(text: string): string {
  return text.replace(SEQUENCES, '');
}

/** Source: ECMA-48, control sequences; OSC 8 of gnome-terminal, hyperlinks. */
// eslint-disable-next-line no-control-regex -- controls are what it looks for
const SEQUENCES = /\u001B\[[0-?]*[ -/]*[@-~]|\u009B[0-?]*[ -/]*[@-~]|(?:\u001B\]|\u009D)8;[^\p{Cc}]*(?:\u0007|\u001B\\|\u009C)/gu;

/**
 * Characters that a terminal acts on or does not show, each once, as `U+…`. Our own symbols may have the selector that shows them in
 * colour.
 */
export function hiddenIn(text: string): readonly string[] {
  const found =
    unpainted(text)
      .replaceAll(/(?<=[⚠ℹ⏭🗑])\uFE0F/gu, '')
      .match(HIDDEN) ?? [];
  return [...new Set(found)].map((char) => `U+${(char.codePointAt(0) ?? 0).toString(16)}`);
}

/** The columns of a line: East Asian wide letters and emoji take two. */
export function columnsOf(line: string): number {
  let columns = 0;
  for (const char of stripVTControlCharacters(line)) columns += WIDE.test(char) ? 2 : /\p{Mn}/u.test(char) ? 0 : 1;
  return columns;
}

/** Source: Unicode, East Asian Width W and F. */
const WIDE =
  /[\u1100-\u115F\u231A\u231B\u23E9-\u23EC\u23F0\u23F3\u25FD\u25FE\u2614\u2615\u2648-\u2653\u26A1\u26D4\u2705\u274C\u2753-\u2757\u2795-\u2797\u2B1B\u2B1C\u2B50\u2B55\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
