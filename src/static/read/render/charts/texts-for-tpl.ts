/** What a template evaluates with `tpl`. */
export interface TextsForTpl {
  /** Values of the chart. */
  readonly isOfValues: boolean;
  /** Files of the chart. */
  readonly isOfFiles: boolean;
  /** A text that the template makes itself, which can have any expression. */
  readonly isComputed: boolean;
  /** Of the first one. */
  readonly index: number;
}

/** Reads the arguments of `tpl` in a template. A text that is written there is an expression of the template like any other. */
export function textsForTpl(template: string): TextsForTpl {
  const all = [...template.matchAll(TPL)].filter(([, argument = '']) => !/^["`]/.test(argument));
  const isComputed = all.some(([, argument = '']) => !VALUE.test(argument));
  const isOfFiles = all.some(([, argument = '']) => FILE.test(argument));
  return { isOfValues: all.length > 0, isOfFiles, isComputed, index: all[0]?.index ?? 0 };
}

// linear: its argument is at most a line.
const TPL = /\btpl\s+([^\n]{1,300})/g;
/** A value, maybe in the form of a text or evaluated before. */
// linear: each word ends at a blank, and is one of these.
const VALUE = /^(?:\(\s*(?:(?:toYaml|toString|toJson|tpl|default|trim|quote)\s+)*)*[.$][\w.]*/;
const FILE = /^[\s(]*[.$][\w.]*\.?Files\b|\.Files\./;
