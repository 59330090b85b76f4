import { COMMAND_BRACKET } from './visible.ts';

/** Indented JSON of a value, without hidden characters and without anything that a runner reads as a command. */
export function jsonText(value: unknown): string {
  return `${harmless(JSON.stringify(value, null, 2))}\n`;
}

function harmless(json: string): string {
  return (
    json
      .replace(COMMAND_BRACKET, String.raw`#\u0023`)
      // linear: it matches one character at a time.
      .replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu, escaped)
  );
}

/** `\uXXXX`, twice for a character outside the basic plane. */
function escaped(char: string): string {
  return char.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
