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
  const isComputed = all.some(([, argument = '']) => !VALUE.test(argument) && !isWithinBlock(argument));
  const isOfFiles = all.some(([, argument = '']) => FILE.test(argument));
  return { isOfValues: all.length > 0, isOfFiles, isComputed, index: all[0]?.index ?? 0 };
}

/** Whether a text is a value within a block that asks for nothing of the hub, as the library of Bitnami writes it. */
function isWithinBlock(argument: string): boolean {
  const [, parts] = JOINED.exec(argument) ?? [];
  return parts !== undefined && (parts.replaceAll(/\$\w+/g, '').match(/\w+/g) ?? []).every((word) => WORDS_OF_BLOCK.has(word));
}

// linear: each text ends at its quote, and the variables between them are words.
const JOINED = /^\(cat((?:\s{1,9}(?:"[^"\n]{0,80}"|\$\w{1,40})){1,9})\s{0,9}\)/;
/** `{{- with $.RelativeScope -}}` and `{{- end }}`. */
const WORDS_OF_BLOCK: ReadonlySet<string> = new Set(['with', 'RelativeScope', 'end']);

// linear: its argument is at most a line.
const TPL = /\btpl\s+([^\n]{1,300})/g;
/** A value, maybe in the form of a text or evaluated before. */
// linear: each word ends at a blank, and is one of these.
const VALUE = /^(?:\(\s*(?:(?:toYaml|toString|toJson|tpl|default|trim|quote)\s+)*)*[.$][\w.]*/;
const FILE = /^[\s(]*[.$][\w.]*\.?Files\b|\.Files\./;
