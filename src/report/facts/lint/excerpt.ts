import type { Finding } from '../../../finding.ts';
import { visible } from '../words/visible.ts';

/** The lines a finding is about, without their common indentation, and the columns to underline if it is about a part of one line. */
export interface Excerpt {
  readonly lines: readonly string[];
  /** Columns of the only line, counted from 0. */
  readonly underline?: { readonly from: number; readonly length: number };
}

/** Untrusted text without hidden characters. `undefined` if there is no line to show. */
export function excerptOf({ excerpt = [], line, column, endLine, endColumn }: Finding): Excerpt | undefined {
  const [first] = excerpt;
  if (first === undefined || excerpt.every((each) => each.trim() === '')) return undefined;
  const indent = Math.min(...excerpt.filter((each) => each.trim() !== '').map((each) => each.search(/\S/)));
  const lines = excerpt.map((each) => shown(each.slice(indent)));
  const [from, to] = [column - 1, endLine > line ? first.length : endColumn - 1];
  // If letters may be wider than one column, the position of the mark is not known.
  const isPlain = /^[\t\u0020-\u007E]*$/.test(first.slice(0, to));
  if (excerpt.length > 1 || from < indent || to <= from || to > first.length || !isPlain) return { lines };
  return { lines, underline: { from: from - indent, length: to - from } };
}

function shown(line: string): string {
  return visible(line).replaceAll('\n', ' ').trimEnd();
}
