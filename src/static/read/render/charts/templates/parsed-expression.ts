/** A part of an expression of a template. */
export type Term =
  | { readonly kind: 'text'; readonly text: string }
  /** A function, a number, a field such as `.Values.on` or a variable, maybe with fields. */
  | { readonly kind: 'word'; readonly word: string }
  /** What is in brackets, maybe with fields of it. */
  | { readonly kind: 'group'; readonly pipeline: Pipeline; readonly fields: string };

/** The commands between the bars, each with its arguments. */
export type Pipeline = readonly (readonly Term[])[];

export interface ParsedExpression {
  /** `if`, `else with`, `range`, `define` and others; empty for one that prints. */
  readonly keyword: string;
  /** The variables that it gives a value to, with their `$`. */
  readonly variables: readonly string[];
  /** They are new ones of this block. */
  readonly isNew: boolean;
  readonly pipeline: Pipeline;
}

/** Reads an expression, with its braces. A comment has no terms. */
export function parsedExpression(expression: string): ParsedExpression {
  const written = ESCAPED.test(expression) ? expression.replaceAll('\\"', '"') : expression;
  const inner = written.replace(BRACES_BEFORE, '').replace(BRACES_AFTER, '');
  if (inner.startsWith('/*')) return { keyword: '/*', variables: [], isNew: false, pipeline: [] };
  const [whole, keyword = ''] = KEYWORD.exec(inner) ?? ['', ''];
  const rest = inner.slice(whole.length);
  const [assignment, names = ''] = ASSIGNMENT.exec(rest) ?? ['', ''];
  return {
    keyword: keyword.replace(/\s+/, ' '),
    variables: names.match(VARIABLE) ?? [],
    isNew: assignment.endsWith(':='),
    pipeline: pipelineOf(rest.slice(assignment.length)),
  };
}

function pipelineOf(text: string): Pipeline {
  const open: Term[][][] = [[[]]];
  for (const { 0: token } of text.matchAll(TOKEN)) {
    const last = open.at(-1) ?? [];
    if (token === '(') open.push([[]]);
    else if (token === '|') last.push([]);
    else if (token.startsWith(')')) {
      if (open.length > 1) open.pop();
      open
        .at(-1)
        ?.at(-1)
        ?.push({ kind: 'group', pipeline: last, fields: token.slice(1) });
    } else if (/^["`']/.test(token)) last.at(-1)?.push({ kind: 'text', text: token.slice(1, -1) });
    else last.at(-1)?.push({ kind: 'word', word: token });
  }
  return open[0] ?? [];
}

/** It is within a text, so its own texts have such quotes. */
// linear: it matches at the start.
const ESCAPED = /^[^"`]*\\"/;
// linear: each matches at one end.
const BRACES_BEFORE = /^\{\{(?:-\s)?\s*/;
const BRACES_AFTER = /-?\}\}$/;
// linear: each matches at the start.
const KEYWORD = /^(else\s+(?:if|with)|if|with|range|define|block|template|else|end|break|continue)\b\s*/;
const ASSIGNMENT = /^(\$\w+(?:\s*,\s*\$\w+)?)\s*:?=/;
const VARIABLE = /\$\w+/g;
// linear: each kind of token starts with another sign, and a text without its end is all that follows.
const TOKEN = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|`[^`]*(?:`|$)|'(?:[^'\\]|\\[^]){1,3}'|\)(?:\.\w+)*|[(|]|[^\s()|"`']+/g;
