import type { Finding } from '../../../finding.ts';
import { visible } from '../words/visible.ts';

/** The lines a finding is about, without the indentation they share, each on one line; and what to underline, where that is one stretch of one line. */
export interface Excerpt {
  readonly lines: readonly string[];
  /** Columns of the only line, from 0. */
  readonly underline?: { readonly from: number; readonly length: number };
}

/** Untrusted text with nothing hidden in it. `undefined` where there is none to show. */
export function excerptOf({ excerpt = [], line, column, endLine, endColumn }: Finding): Excerpt | undefined {
  const [first] = excerpt;
  if (first === undefined || excerpt.every((each) => each.trim() === '')) return undefined;
  const indent = Math.min(...excerpt.filter((each) => each.trim() !== '').map((each) => each.search(/\S/)));
  const lines = excerpt.map((each) => shown(each.slice(indent)));
  const [from, to] = [column - 1, endLine > line ? first.length : endColumn - 1];
  // Where letters may be wider than one column nobody knows where the mark would stand.
  const isPlain = /^[\t\u0020-\u007E]*$/.test(first.slice(0, to));
  if (excerpt.length > 1 || from < indent || to <= from || to > first.length || !isPlain) return { lines };
  return { lines, underline: { from: from - indent, length: to - from } };
}

function shown(line: string): string {
  return visible(line).replaceAll('\n', ' ').trimEnd();
}
