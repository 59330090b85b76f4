import type { YamlNode } from './node.ts';
import { nonBlankOffset } from './first-content-offset.ts';

/** A token, or a whole flow collection. `indent` is the column of the block collection that contains it; -1 if there is none. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly plain: boolean;
  readonly indent: number;
}

/**
 * The offset at which kubectl's decoder refuses a tab that js-yaml accepts. Such tabs are in the white space before a token, before a
 * comment, at the end of a blank line, or after a `-`, `?` or `:` at the start of a line. After a plain value a tab is allowed to the right
 * of the enclosing indentation. Flow collections, quotes and blocks have other rules. Source: go.yaml.in/yaml/v2 `scannerc.go`,
 * yaml_parser_scan_to_next_token and yaml_parser_scan_plain_scalar.
 */
export function tabFault(text: string, root: YamlNode): number | undefined {
  // A document in braces is read as JSON, which allows tabs.
  if (!text.includes('\t') || text[root.start] === '{') return undefined;
  let cursor = 0;
  for (const span of [...spans(text, root, -1)].sort((a, b) => a.start - b.start)) {
    const end = span.plain ? nonBlankOffset(text, span.end) : span.end;
    const fault = beforeToken(text, cursor, span.start) ?? (span.plain ? withinPlain(text, span.start, end, span.indent) : undefined);
    if (fault !== undefined) return fault;
    cursor = Math.max(cursor, end);
  }
  return beforeToken(text, cursor, text.length);
}

function* spans(text: string, node: YamlNode, indent: number): Generator<Span> {
  const { start, end, style, items = [], entries } = node;
  if (style !== 'collection' || text[start] === '{' || text[start] === '[') {
    if (start < end) yield { start, end, plain: style === 'plain', indent };
    return;
  }
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  for (const item of items) yield* spans(text, item, column);
  for (const { keyStart, keyEnd, node: value } of entries?.values() ?? []) {
    yield { start: keyStart, end: keyEnd, plain: false, indent: column };
    yield* spans(text, value, column);
  }
}

function beforeToken(text: string, from: number, to: number): number | undefined {
  // linear: a comment matches to the end of its line.
  for (const { 0: found, index } of text.slice(from, to).matchAll(/(?<!\S)#[^\n]*|\t/g)) {
    const at = from + index;
    if (found === '\t' && /^[ \t]*(?:[-?:][ \t]*)*$/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))) return at;
  }
  return undefined;
}

function withinPlain(text: string, from: number, to: number, indent: number): number | undefined {
  // linear: blanks match as far as they continue.
  for (const { 0: lead, index } of text.slice(from, to).matchAll(/(?<=\n)[ \t]*/g)) {
    const tab = lead.indexOf('\t');
    if (tab !== -1 && tab <= indent) return from + index + tab;
  }
  return undefined;
}
