/** Invisible text: white space, characters that Unicode tells displays to ignore, controls, and the blank braille pattern. */
const NOTHING = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text is empty or invisible. */
export function isBlank(text: string): boolean {
  return NOTHING.test(text);
}
