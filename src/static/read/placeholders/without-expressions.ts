/**
 * A template of a chart as YAML of the same length: lines of expressions are blank, and a word stands for an expression within a line. It
 * shows only the structure that is written there.
 */
export function withoutExpressions(template: string): string {
  return template
    .replaceAll(EXPRESSION, (expression) => expression.replaceAll(/[^\n]/g, MARK))
    .replaceAll(ONLY_MARKS, (line) => line.replaceAll(/[^\n]/g, ' '))
    .replaceAll(MARK, 'x');
}

/** A character for private use. */
const MARK = '\uE000';
// linear: none is tried within another one.
const EXPRESSION = /\{\{(?:(?!\{\{)[^])*?\}\}/g;
// linear: it matches within one line.
const ONLY_MARKS = /^[ \t\uE000]*\uE000[ \t\r]*$/gm;
