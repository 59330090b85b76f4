// linear: each matches at the start.
export const CONDITION = /^\{\{-?\s*(?:if|else\s+if|else\s+with|with|range)\b/;
export const OPENS = /^\{\{-?\s*(?:if|with|range|define|block)\b/;
export const ENDS = /^\{\{-?\s*end\b/;

/** Blocks that are always there. */
export const ALWAYS = /^\{\{-?\s*with\s+(?:\$\w*\s*:=\s*)?(?:\$?\.Release|\$?\.Chart|\$|\.)\s*-?\}\}/;

/** An expression that decides whether, or which, something is made. */
export function isChoice(expression: string): boolean {
  return CONDITION.test(expression) || TERNARY.test(expression);
}

const TERNARY = /\bternary\b/;
