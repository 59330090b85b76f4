import type * as Re2 from 're2js';
import { patternSize } from './pattern-size.ts';

/** A Go regular expression: whether it matches anywhere in a text. The time depends only on the length of the text. */
export interface GoPattern {
  test(text: string): boolean;
}

/** Loads the engine. Await it before `goPattern`. Most objects need no such pattern. */
export async function loadGoPatterns(): Promise<void> {
  engine ??= await import('re2js');
}

/**
 * A pattern as Go's `regexp` reads it, with an engine that tries all alternatives at once as Go's does. Patterns come from hubs and from
 * pull requests, and a pattern of five characters can keep a backtracking engine busy for years. `undefined` if Go refuses the pattern too, or if
 * its repetitions make it larger than `LARGEST`.
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

export function areGoPatternsLoaded(): boolean {
  return engine !== undefined;
}

type Engine = Pick<typeof Re2, 'RE2JS' | 'RE2JSException'>;

let engine: Engine | undefined;

const patterns = new Map<string, GoPattern | undefined>();
const MOST_KEPT = 1000;

/** Signs with all repetitions. Compiling takes a tenth of a second. The largest patterns of Kubernetes have some hundreds. */
const LARGEST = 10_000;

function compiled(pattern: string, { RE2JS, RE2JSException }: Engine): GoPattern | undefined {
  if (patternSize(pattern) > LARGEST) return undefined;
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
