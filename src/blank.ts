/** What shows nothing: white space, what Unicode has displays ignore, controls, and the blank of braille. */
const NOTHING = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text says nothing to a reader. */
export function isBlank(text: string): boolean {
  return NOTHING.test(text);
}
