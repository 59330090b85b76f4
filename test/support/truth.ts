import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Answers of real hubs and published files. It is not part of the repository: tests that need it are skipped without it. */
const TRUTH_DIR = path.resolve(import.meta.dirname, '../..', process.env['TRUTH_DIR'] ?? '../shared');

/** A file or folder of TRUTH_DIR. */
export function truthPath(...names: readonly string[]): string {
  return path.join(TRUTH_DIR, ...names);
}

/** For `skipIf`: whether one of these is missing in TRUTH_DIR. Prints it, because a skipped test gives no reason itself. */
export function isMissing(...paths: readonly string[]): boolean {
  const missing = paths.filter((name) => !existsSync(truthPath(name)));
  if (missing.length > 0) process.stdout.write(`skipped: TRUTH_DIR (${TRUTH_DIR}) has no ${missing.join(', no ')}\n`);
  return missing.length > 0;
}

/** The names in a folder of TRUTH_DIR. If the folder is missing its own name is returned, so its tests are reported as skipped. */
export function truthNames(folder: string, isWanted: (name: string) => boolean = () => true): readonly string[] {
  return existsSync(truthPath(folder)) ? readdirSync(truthPath(folder)).filter(isWanted).toSorted() : [folder];
}
