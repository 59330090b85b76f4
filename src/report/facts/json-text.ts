import { COMMAND_BRACKET } from './visible.ts';

/** Pretty JSON that any reader takes for the same value, with nothing hidden in it and nothing a runner would take for a command. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
    .replace(COMMAND_BRACKET, String.raw`#\u0023`)
    // linear: it takes one sign at a time.
    .replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu, escaped);
  return `${text}\n`;
}

/** `\uXXXX`, twice for a character outside the basic plane. */
function escaped(char: string): string {
  return char.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
