/**
 * `npm run gen`: writes everything in the repository that is generated from something else. `-- --check` only reports what is stale (exit
 * 1). Each file of `scripts/gen/` is one generator and exports `generate`. Registries (`index-*.ts`) run first, because others import what
 * they write.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Misplaced } from './new/registry.ts';

/** The result of a generator: contents by path from the root, and the folders that may contain no other file. */
export interface Generated {
  readonly files: Readonly<Record<string, string>>;
  readonly folders?: readonly string[];
}

interface Generator {
  generate(root: string): Generated | Promise<Generated>;
}

/** Runs every generator; returns the paths that were stale. With `check` nothing is written. */
export async function generateAll(root: string, check: boolean): Promise<string[]> {
  const stale: string[] = [];
  for (const name of generatorsOf(join(root, 'scripts/gen'))) {
    const { generate } = (await import(pathToFileURL(join(root, 'scripts/gen', name)).href)) as Partial<Generator>;
    if (generate === undefined) throw new Error(`scripts/gen/${name} exports no function generate`);
    const { files, folders = [] } = await generate(root);
    for (const [path, content] of Object.entries(files)) {
      if (isCurrent(join(root, path), content)) continue;
      stale.push(path);
      if (!check) write(join(root, path), content);
    }
    for (const path of folders.flatMap((folder) => leftovers(root, folder, files))) {
      stale.push(path);
      if (!check) rmSync(join(root, path));
    }
  }
  return stale;
}

function generatorsOf(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  return [...names.filter((name) => name.startsWith('index-')).sort(), ...names.filter((name) => !name.startsWith('index-')).sort()];
}

function isCurrent(path: string, content: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8') === content;
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function leftovers(root: string, folder: string, files: Readonly<Record<string, string>>): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}`)
    .filter((path) => !Object.hasOwn(files, path));
}

if (import.meta.main) {
  const check = process.argv.includes('--check');
  try {
    const stale = await generateAll(join(import.meta.dirname, '..'), check);
    for (const path of stale) console.log(`${check ? 'stale' : 'wrote'} ${path}`);
    if (check && stale.length > 0) {
      console.error('run `npm run gen` and commit the result');
      process.exitCode = 1;
    }
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
