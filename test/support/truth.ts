import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What real hubs said and what others published. No part of the repository: without it the tests that need it are skipped. */
const TRUTH_DIR = path.resolve(import.meta.dirname, '../..', process.env['TRUTH_DIR'] ?? '../shared');

/** A file or folder of TRUTH_DIR. */
export function truthPath(...names: readonly string[]): string {
  return path.join(TRUTH_DIR, ...names);
}

/** For `skipIf`: whether one of these is not in TRUTH_DIR. Says so, since a skipped test says nothing by itself. */
export function isMissing(...paths: readonly string[]): boolean {
  const missing = paths.filter((name) => !existsSync(truthPath(name)));
  if (missing.length > 0) process.stdout.write(`skipped: TRUTH_DIR (${TRUTH_DIR}) has no ${missing.join(', no ')}\n`);
  return missing.length > 0;
}

/** The names in a folder of TRUTH_DIR. If it is missing the folder stands in for them: a test of each is then counted as skipped. */
export function truthNames(folder: string, isWanted: (name: string) => boolean = () => true): readonly string[] {
  return existsSync(truthPath(folder)) ? readdirSync(truthPath(folder)).filter(isWanted).toSorted() : [folder];
}
