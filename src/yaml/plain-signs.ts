/** The characters of the plain part of YAML, by their codes, and tables that hold 1 for each allowed character. */

export const LF = 0x0a;
export const SPACE = 0x20;
export const DOUBLE = 0x22;
export const HASH = 0x23;
export const AND = 0x26;
export const SINGLE = 0x27;
export const COMMA = 0x2c;
export const DASH = 0x2d;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const BAR = 0x7c;
export const OPEN_MAP = 0x7b;
export const CLOSE_MAP = 0x7d;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_';
export const KEY = tableOf(`${LETTERS}./-`);
export const PLAIN_START = tableOf(`${LETTERS}./+($<~-`);
export const FLOW = tableOf(`${LETTERS}./+-*@%$~=`);
export const FLOW_START = tableOf(`${LETTERS}./+`);
/** First letters of the words with a special value. None of these words is longer than `LONGEST_WORD`. */
const WORDS = tableOf('yYnNtTfFoO~');
const LONGEST_WORD = 5;
const NUMBERS = tableOf('0123456789+-.');

/** Whether a text without quotes may have a value other than the text itself. */
export function isResolved(first: number, length: number): boolean {
  return NUMBERS[first] === 1 || (WORDS[first] === 1 && length <= LONGEST_WORD);
}

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let at = 0; at < characters.length; at += 1) table[characters.charCodeAt(at)] = 1;
  return table;
}
