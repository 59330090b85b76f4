import { isPattern } from './shell/path-patterns.ts';

/**
 * The values of a command of helm in each pass of a loop over files. A pattern that matches no file stays as it is, and so do patterns of very
 * many files.
 * @param values as `HelmCommand` has them @param matching the files that a pattern matches
 */
export function valuesOfFiles(
  values: readonly unknown[],
  matching: (pattern: string) => readonly string[],
): readonly (readonly unknown[])[] {
  const patterns = new Set(values.flatMap((value) => (typeof value === 'string' && isPattern(value) ? [value] : [])));
  let passes = [values];
  for (const pattern of patterns) {
    const files = [...new Set(matching(pattern))];
    if (files.length === 0 || files.length * passes.length > MOST_PASSES) continue;
    passes = passes.flatMap((pass) => files.map((file) => pass.map((value) => (value === pattern ? file : value))));
  }
  return passes;
}

const MOST_PASSES = 1000;
