import type { Span } from './credential-text.ts';

/** The text with each of these ranges replaced. Ranges that touch are one; quotes around a range stay. */
export function withSpans(text: string, spans: readonly Span[], replacement: (hidden: string) => string): string {
  let shown = '';
  let at = 0;
  for (const span of joined(spans)) {
    const { start, end } = withoutQuotes(text, span);
    shown += text.slice(at, start) + replacement(text.slice(start, end));
    at = end;
  }
  return shown + text.slice(at);
}

/** The ranges that are not within one of the others. */
export function outside(spans: readonly Span[], others: readonly Span[]): readonly Span[] {
  const known = joined(others);
  let at = 0;
  return spans
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      while (at + 1 < known.length && (known[at + 1]?.start ?? Infinity) <= start) at += 1;
      const { start: from, end: to } = known[at] ?? { start: Infinity, end: Infinity };
      return !(from <= start && end <= to);
    });
}

function joined(spans: readonly Span[]): readonly Span[] {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

function withoutQuotes(text: string, { start, end }: Span): Span {
  const isQuoted = end - start > 2 && /["']/.test(text[start] ?? '') && text[start] === text[end - 1];
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
}
