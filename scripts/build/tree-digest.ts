import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The files below a folder, by path with `/`: SHA-256 of the bytes, and whether they are executable. */
export function treeDigest(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(folder.length + 1).replaceAll(sep, '/'), digestOf(path)]));
}

/** The paths of files that differ between two trees, or that only one of them has. */
export function differingPaths(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path)).toSorted();
}

function digestOf(path: string): string {
  const executable = process.platform !== 'win32' && (statSync(path).mode & 0o100) !== 0;
  return `${createHash('sha256').update(readFileSync(path)).digest('hex')}${executable ? ' executable' : ''}`;
}
