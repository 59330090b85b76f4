/**
 * Names, messages and labels come from manifests and hubs and may hide text: every renderer shows them through `visible`. Controls, lone
 * surrogates, bidi and zero-width characters (`Default_Ignorable_Code_Point`, `Cf`, line separators) and code points that are not
 * characters become `\u{…}`. Line feeds stay, tabs become a space, and CR LF a line feed.
 */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', ' ')
    .replace(HIDDEN(), (char) => (char === '\n' ? char : shown(char)));
}

/** Most texts match this and need no change. */
const PLAIN = /^[\n -~]*$/;
// Made on first use: V8 needs half a millisecond to find these characters in Unicode.
// eslint-disable-next-line no-control-regex -- controls are what it looks for
const HIDDEN = (): RegExp => /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** `visible` on one line: line feeds and the space around them become one space. */
export function oneLine(text: string): string {
  return visible(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** `oneLine` of at most `max` UTF-16 units; a much longer text is cut before it is cleaned, so that its length has no cost. */
export function shortLine(text: string, max: number): string {
  return clip(oneLine(beforeCleaning(text, max)), max);
}

/** `visible` of at most `max` UTF-16 units, cut as `shortLine` cuts. */
export function shortText(text: string, max: number): string {
  return clip(visible(beforeCleaning(text, max)), max);
}

/** At most `max` UTF-16 units, never cut inside a code point; `…` marks a cut. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, Math.max(0, max - 1));
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** `clip`, cut after a word if there is one in the second half. */
export function clipAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = clip(text, max);
  const end = cut.lastIndexOf(' ');
  return end < max / 2 ? cut : `${cut.slice(0, end).trimEnd()}…`;
}

/**
 * Text that a runner would read as a command is escaped: `::` at the start of a line (Actions skips white space before it), and anywhere in
 * one `##[` (its older form), `##vso[` (Azure Pipelines) or another word there. Source: actions/runner, `ActionCommand.TryParseV2` and
 * `TryParse`; microsoft/azure-pipelines-agent, `Command.TryParse`.
 */
export function withoutCommands(text: string): string {
  return withoutBrackets(text).replace(COMMAND_START, '$1\\u{3a}');
}

/** The same only for the commands with a bracket, which start anywhere in a line. */
export function withoutBrackets(text: string): string {
  return text.replace(COMMAND_BRACKET, '#\\u{23}');
}

/** The characters before a word and a bracket, or before the bracket alone, that start a command. */
// linear: none of them can be a character of the word.
export const COMMAND_BRACKET = /##(?=\w*\[)/g;

/** The colons that start a command, after the white space of their own line. */
// linear: it does not leave a line.
export const COMMAND_START = /^([^\S\n\r\u2028\u2029]*):(?=:)/gm;

/** Cleaning removes white space, but not the end of a text that was cut. */
function beforeCleaning(text: string, max: number): string {
  return clip(text, 4 * max + 1000);
}

function shown(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
