import type { ReadDocument } from '../../yaml/documents.ts';
import { LineIndex } from '../../yaml/lines.ts';
import type { YamlNode } from '../../yaml/node.ts';
import type { Comment } from '../suppress/suppress.ts';
import { nonBlankOffset } from '../../yaml/first-content-offset.ts';

const MARKER = 'fleet-gate-ignore';

/** Whether a text may contain a suppression: a fast check before the slow one. */
export function mayHoldSuppression(text: string): boolean {
  return text.includes(MARKER);
}

/**
 * The comments of a file that contains a suppression; none for other files. A `#` inside a scalar of a readable document is not a comment.
 */
export function commentsOf(text: string, file: string, documents: readonly ReadDocument[]): readonly Comment[] {
  if (!mayHoldSuppression(text)) return [];
  const scalars = documents.flatMap(({ root, start }) => [...scalarsOf(root, start)]).toSorted((a, b) => a.start - b.start);
  const lines = new LineIndex(text);
  const comments: Comment[] = [];
  let next = 0;
  let line = { number: 0, firstContent: 0 };
  for (const match of text.matchAll(/(^|[^\S\n])#([^\r\n]*)/gm)) {
    const at = match.index + (match[1]?.length ?? 0);
    while ((scalars[next]?.end ?? Infinity) <= at) next += 1;
    if ((scalars[next]?.start ?? Infinity) <= at) continue;
    const body = match[2] ?? '';
    const range = lines.range(at, at + 1 + body.length);
    // Computed once for each line, because a line may have many comments. Only a line feed ends a line here.
    if (line.number !== range.line) line = { number: range.line, firstContent: nonBlankOffset(text, at - range.column + 1) };
    comments.push({ file, ...range, text: body, alone: line.firstContent >= at });
  }
  return comments;
}

function* scalarsOf(node: YamlNode, base: number): Generator<{ readonly start: number; readonly end: number }> {
  if (node.style !== 'collection') yield { start: base + node.start, end: base + node.end };
  for (const { keyStart, keyEnd, node: value } of node.entries?.values() ?? []) {
    yield { start: base + keyStart, end: base + keyEnd };
    yield* scalarsOf(value, base);
  }
  for (const item of node.items ?? []) yield* scalarsOf(item, base);
}
