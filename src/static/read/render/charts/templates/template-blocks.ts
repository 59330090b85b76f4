// linear: each matches at the start.
export const CONDITION = /^\{\{-?\s*(?:if|else\s+if|else\s+with|with|range)\b/;
export const OPENS = /^\{\{-?\s*(?:if|with|range|define|block)\b/;
export const ENDS = /^\{\{-?\s*end\b/;
/** With the name of the variable. */
export const ASSIGNMENT = /^\{\{-?\s*(\$\w+)\s*:?=/;

export const VARIABLE = /\$\w+/g;
/** A text in an expression. */
// linear: it ends at the first quote.
export const TEXT = /"[^"]*"|`[^`]*`/g;
/** The path of a value. */
// linear: a path starts behind its own dot.
export const VALUE = /\.Values\.(\w+(?:\.\w+)*)/g;

/** Blocks that are always there. */
export const ALWAYS = /^\{\{-?\s*with\s+(?:\$\w*\s*:=\s*)?(?:\$?\.Release|\$?\.Chart|\$|\.)\s*-?\}\}/;

/** An expression that decides whether, or which, something is made. */
export function isChoice(expression: string): boolean {
  return CONDITION.test(expression) || TERNARY.test(expression);
}

const TERNARY = /\bternary\b/;
