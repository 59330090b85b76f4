import type * as Re2 from 're2js';

/** A regular expression of Go: whether it matches anywhere in a text, in time that grows with the text alone. */
export interface GoPattern {
  test(text: string): boolean;
}

/** Loads the engine; to be awaited before `goPattern`. Most of what is judged holds no such pattern. */
export async function loadGoPatterns(): Promise<void> {
  engine ??= await import('re2js');
}

/**
 * A pattern as Go's `regexp` reads it, by an engine that takes all ways at once as Go's does: patterns come from hubs and from the tree of a
 * pull request, and one of five characters keeps a backtracking engine busy for years. `undefined` where Go refuses it too.
 * @throws {Error} `loadGoPatterns` was not awaited: a bug.
 */
export function goPattern(pattern: string): GoPattern | undefined {
  if (engine === undefined) throw new Error('bug: a pattern of Go is read before `loadGoPatterns` has loaded their engine');
  const before = patterns.get(pattern);
  if (before !== undefined || patterns.has(pattern)) return before;
  if (patterns.size >= MOST_KEPT) patterns.clear();
  const found = compiled(pattern, engine);
  patterns.set(pattern, found);
  return found;
}

type Engine = Pick<typeof Re2, 'RE2JS' | 'RE2JSException'>;

let engine: Engine | undefined;

const patterns = new Map<string, GoPattern | undefined>();
const MOST_KEPT = 1000;

function compiled(pattern: string, { RE2JS, RE2JSException }: Engine): GoPattern | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
