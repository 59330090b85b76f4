import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** A package with at least one module in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; `unknown` if its manifest has none. */
  readonly licence: string;
  /** Its folder on this machine. */
  readonly root: string;
  /** Its key in package-lock.json: `node_modules/a/node_modules/b`. */
  readonly lockKey: string;
}

/** The packages from which the modules of a bundle come, sorted by name and version. */
export function bundledPackages(moduleIds: readonly string[]): BundledPackage[] {
  const roots = new Set(moduleIds.flatMap((id) => packageRoot(id) ?? []));
  return [...roots].map(packageAt).toSorted((a, b) => compare(`${a.name} ${a.version}`, `${b.name} ${b.version}`));
}

const MARKER = `${sep}node_modules${sep}`;

function packageRoot(moduleId: string): string | undefined {
  const path = moduleId.replace(/^\0/, '').split('?')[0] ?? '';
  if (!path.includes(MARKER)) return undefined;
  for (let dir = dirname(path); dir.includes(MARKER); dir = dirname(dir)) {
    const file = join(dir, 'package.json');
    if (existsSync(file) && 'version' in (JSON.parse(readFileSync(file, 'utf8')) as object)) return dir;
  }
  throw new Error(`no package.json above ${path}`);
}

function packageAt(root: string): BundledPackage {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string; version: string; license?: string };
  return {
    name: manifest.name,
    version: manifest.version,
    licence: manifest.license ?? 'unknown',
    root,
    lockKey: root.slice(root.indexOf(MARKER) + 1).replaceAll(sep, '/'),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
