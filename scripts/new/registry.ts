/** The files of rules and failures: each has a file and a fixture of the same name, found by their folders. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BUILTIN } from '../../src/static/suppress/builtin.ts';

/** Faults that a person must correct before generation can continue, one on each line. */
export class Misplaced extends Error {
  override readonly name = 'Misplaced';
}

export interface Registry {
  readonly noun: 'rule' | 'failure';
  readonly folder: string;
  readonly fixtures: string;
  /** The function that every file calls. */
  readonly define: string;
  /** If such a call is outside the folder, the file is not registered. */
  readonly searched: string;
  /** Fixtures of findings without a file of their own. */
  readonly builtin: readonly string[];
}

export const RULE_FILES: Registry = {
  noun: 'rule',
  folder: 'src/static/rules',
  fixtures: 'fixtures/rules',
  define: 'defineRule',
  searched: 'src/static',
  builtin: Object.keys(BUILTIN),
};

export const FAILURE_FILES: Registry = {
  noun: 'failure',
  folder: 'src/gates/catalogue/failures',
  fixtures: 'fixtures/hub',
  define: 'defineFailure',
  searched: 'src/gates',
  builtin: [],
};

/**
 * The ids, sorted. @throws {Misplaced} a file or fixture is in a folder that is not registered, or lacks its other half; a line for each
 */
export function registeredIds(root: string, registry: Registry): readonly string[] {
  const { folder, fixtures, noun } = registry;
  const names = namesIn(root, folder).filter((name) => name !== 'index.gen.ts');
  const ids = names.filter((name) => name.endsWith('.ts')).map((name) => basename(name, '.ts'));
  const folders = namesIn(root, fixtures);
  const faults = [
    ...names.filter((name) => !name.endsWith('.ts')).map((name) => `${folder}/${name} is no file of a ${noun}; move it elsewhere`),
    ...ids.flatMap((id) => faultsIn(root, registry, id)),
    ...ids
      .filter((id) => !folders.includes(id))
      .map((id) => `${folder}/${id}.ts has no fixture; add ${fixtures}/${id}/ as \`npm run new -- ${noun} ${id}\` does`),
    ...folders
      .filter((name) => !ids.includes(name) && !registry.builtin.includes(name))
      .map((name) => `${fixtures}/${name} belongs to no ${noun}; give it the name of one, or remove it`),
    ...strays(root, registry),
  ];
  if (faults.length > 0) throw new Misplaced(faults.join('\n'));
  return ids;
}

/** `rp-namespace-not-placed` → `rpNamespaceNotPlaced`. */
export function camelCase(id: string): string {
  return id.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function namesIn(root: string, folder: string): readonly string[] {
  return existsSync(join(root, folder)) ? readdirSync(join(root, folder)).toSorted() : [];
}

function faultsIn(root: string, { folder, define, noun }: Registry, id: string): readonly string[] {
  const path = `${folder}/${id}.ts`;
  const text = readFileSync(join(root, path), 'utf8');
  const wanted = `export const ${camelCase(id)} = ${define}`;
  if (!text.includes(`${wanted}(`) && !text.includes(`${wanted}<`))
    return [`${path} exports no ${noun} of its name; write: ${wanted}({ … })`];
  return text.includes(`id: '${id}'`) ? [] : [`${path}: the id of a ${noun} is the name of its file; write: id: '${id}'`];
}

function strays(root: string, { searched, folder, define, noun }: Registry): readonly string[] {
  return readdirSync(join(root, searched), { recursive: true, encoding: 'utf8' })
    .map((name) => `${searched}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.startsWith(`${folder}/`))
    .filter((path) => new RegExp(`= ${define}[<(]`).test(readFileSync(join(root, path), 'utf8')))
    .map((path) => `${path} holds a ${noun} where nothing registers it; move it to ${folder}/`);
}
