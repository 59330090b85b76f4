import type { MistypedPaths } from '../mistyped-paths.ts';
import { posix } from 'node:path';
import { field, isObject, listAt, objectAt, stringAt } from '../../../../fleet/json/json.ts';
import { ROOM_IN_OBJECTS, roomForValues } from '../../../../fleet/text/room-for-values.ts';
import { withSelected } from './selected-elements.ts';
import { compileGlob } from '../../files/glob.ts';
import { firstValueIn } from '../../../../yaml/documents.ts';

/** The repository, as generators of git read it. Paths are from its top. */
export interface GitContent {
  readonly folders: () => readonly string[];
  /** The files that generators name, with their texts. */
  readonly files: () => ReadonlyMap<string, string>;
  /** Whether a URL is the one of this repository; `undefined` if that is not known. */
  readonly isOwn: (url: string) => boolean | undefined;
  readonly mistyped?: MistypedPaths | undefined;
  /** Whether a folder certainly is not in the repository, read or not. If it is absent, that is not known. */
  readonly hasNoFolder?: ((folder: string) => boolean) | undefined;
  /** The files with the marker `SKIPPED` of Argo CD, as reports name them. If it is absent, there are none. */
  readonly skipped?: () => ReadonlySet<string>;
  /** Symbolic links, as reports name them. */
  readonly links?: ReadonlySet<string>;
  /** Whether the folder at a path, or the top, has a `.sourceignore`. */
  readonly hasIgnoreFile?: ((path: string) => boolean) | undefined;
}

export type Parameters = Readonly<Record<string, string>>;

/** The most Applications that the ApplicationSets of one tree make, with those that generators make within others: some seconds of work. */
export const MOST_APPLICATIONS = 10_000;
/** The most comparisons of generators with the entries that they choose from, each counted for every 100 characters of the generator. */
const MOST_COMPARISONS = 10_000_000;

/** The parameters that the generators of the ApplicationSets of one tree make. */
export class GeneratedParameters {
  readonly #content: GitContent;
  readonly #values = new Map<string, readonly Readonly<Record<string, unknown>>[]>();
  #folders: readonly string[] | undefined;
  #made = 0;
  #comparisons = 0;
  readonly #hasRoom = roomForValues(ROOM_IN_OBJECTS);

  constructor(content: GitContent) {
    this.#content = content;
  }

  /** The parameters of each Application of a generator; `undefined` if they depend on what is not in the repository, or are too many. */
  of(generator: unknown): readonly Parameters[] | undefined {
    const sets = this.#setsOf(withSelected(generator));
    if (field(generator, 'matrix') === undefined) this.#made += sets?.length ?? 0;
    return this.isSpent ? undefined : sets;
  }

  /** Whether they are more than the limit. Then what a generator makes is not known. */
  get isSpent(): boolean {
    return this.#made > MOST_APPLICATIONS || this.#comparisons > MOST_COMPARISONS || !this.#hasRoom('');
  }

  /** A value with parameters. Those above the limit stay as they are written. */
  filledIn(value: unknown, parameters: Parameters): unknown {
    return filledIn(value, parameters, this.#hasRoom);
  }

  #setsOf(generator: unknown): readonly Parameters[] | undefined {
    // It drops some of them. Within others it depends on the set and the version whether a selector counts.
    if (this.isSpent || field(generator, 'selector') !== undefined) return undefined;
    if (this.#content.isOwn(stringAt(generator, 'git', 'repoURL') ?? '') === false) return undefined;
    if (field(generator, 'matrix') !== undefined) return this.#matrixOf(listAt(generator, 'matrix', 'generators'));
    if (field(generator, 'merge') !== undefined) return this.#mergeOf(field(generator, 'merge'));
    const hasFolders = field(generator, 'git', 'directories') !== undefined;
    const hasFiles = field(generator, 'git', 'files') !== undefined;
    this.#comparisons += weightOf(generator) * (hasFolders ? this.#allFolders().length : hasFiles ? this.#content.files().size : 1);
    if (this.isSpent) return undefined;
    if (field(generator, 'list') !== undefined) return this.#elementsOf(field(generator, 'list'));
    // The folder or file may be outside of what was read.
    if (hasFolders) {
      const sets = this.#withValues(generator, this.#foldersOf(generator));
      return absentFoldersOf(field(generator, 'git'), this.#content) === undefined ? unlessNone(sets) : sets;
    }
    if (hasFiles) return unlessNone(this.#withValues(generator, this.#filesOf(generator)));
    // Each cluster, repository or pull request has the same additional parameters.
    return valuesOf(generator).length === 0 ? undefined : this.#withValues(generator, [{}]);
  }

  /** `elementsYaml` is a text with a list, which an expression may make. */
  #elementsOf(list: unknown): readonly Parameters[] | undefined {
    const text = stringAt(list, 'elementsYaml') ?? '';
    if (text.includes('{{')) return undefined;
    return [...listAt(list, 'elements').filter(isObject), ...this.#valuesIn(text)].map((element) =>
      Object.fromEntries(parametersOf(element, '')),
    );
  }

  /** Each combination of the parameters of two generators. The second one may use the parameters of the first, which win over its own. */
  #matrixOf([first, second]: readonly unknown[]): readonly Parameters[] | undefined {
    const own = this.#setsOf(first);
    if (own === undefined) return this.#setsOf(second);
    const usesOwn = JSON.stringify(second ?? null).includes('{{');
    const same = usesOwn ? undefined : { sets: this.#setsOf(second) };
    const weight = usesOwn ? weightOf(second) : 0;
    const made: Parameters[] = [];
    for (const parameters of own) {
      this.#comparisons += weight;
      if (this.isSpent) return undefined;
      const others = (same === undefined ? this.#setsOf(this.filledIn(second, parameters)) : same.sets) ?? [{}];
      this.#made += others.length;
      if (this.isSpent) return undefined;
      for (const other of others) made.push({ ...other, ...parameters });
    }
    return made;
  }

  /** The parameters of the first generator, changed by those of the others that have the same values for the keys. */
  #mergeOf(merge: unknown): readonly Parameters[] | undefined {
    const keys = listAt(merge, 'mergeKeys').filter((key) => typeof key === 'string');
    const keyOf = (each: Parameters): string => JSON.stringify(keys.map((key) => each[key]));
    const [own, ...others] = listAt(merge, 'generators').map((generator) => this.#setsOf(generator));
    if (own === undefined || others.includes(undefined)) return undefined;
    const changes = others.map((sets = []) => new Map(sets.toReversed().map((each) => [keyOf(each), each])));
    return own.map((parameters) => {
      const key = keyOf(parameters);
      return Object.fromEntries([parameters, ...changes.map((sets) => sets.get(key) ?? {})].flatMap((each) => Object.entries(each)));
    });
  }

  #foldersOf(generator: unknown): readonly Parameters[] {
    return this.#allFolders()
      .filter(wantedBy(listAt(generator, 'git', 'directories')))
      .map((folder) => parametersOfFolder(folder, prefixOf(generator)));
  }

  #allFolders(): readonly string[] {
    return (this.#folders ??= this.#content.folders());
  }

  /** The parameters in each file, and those of its folder. A file with a list makes an Application of each entry. */
  #filesOf(generator: unknown): readonly Parameters[] {
    const isWanted = wantedBy(listAt(generator, 'git', 'files'));
    return [...this.#content.files()].flatMap(([file, text]): readonly Parameters[] => {
      if (!isWanted(file)) return [];
      const prefix = prefixOf(generator);
      const name = posix.basename(file);
      const place = { ...parametersOfFolder(posix.dirname(file), prefix), [`${prefix}path.filename`]: name };
      return this.#valuesIn(text).map((value) => ({ ...Object.fromEntries(parametersOf(value, '')), ...place }));
    });
  }

  /** With the additional parameters of a generator, which may use its own. */
  #withValues(generator: unknown, sets: readonly Parameters[]): readonly Parameters[] {
    return sets.map((own) => ({
      ...own,
      ...Object.fromEntries(valuesOf(generator).map(([name, value]) => [`values.${name}`, String(this.filledIn(value, own))])),
    }));
  }

  #valuesIn(text: string): readonly Readonly<Record<string, unknown>>[] {
    const known = this.#values.get(text);
    if (known !== undefined) return known;
    const values = [firstValueIn(text)].flat().filter(isObject);
    this.#values.set(text, values);
    return values;
  }
}

/**
 * The folders whose subfolders a generator asks for, if none of them is in this repository: then it makes no Application. `undefined` if it may
 * find some.
 */
export function absentFoldersOf(git: unknown, { isOwn, hasNoFolder }: GitContent): readonly string[] | undefined {
  const patterns = listAt(git, 'directories').flatMap((each) => (field(each, 'exclude') === true ? [] : (stringAt(each, 'path') ?? [])));
  if (hasNoFolder === undefined || patterns.length === 0 || !MAIN.has(stringAt(git, 'revision') ?? '')) return undefined;
  const folders = patterns.map((pattern) => BEFORE_SIGNS.exec(pattern)?.[0] ?? '');
  return isOwn(stringAt(git, 'repoURL') ?? '') === true && folders.every((folder) => folder !== '' && hasNoFolder(folder))
    ? folders
    : undefined;
}

/** The folders of a pattern before the first one with a sign of patterns or an expression. */
// linear: each folder is read once, to its slash or the end.
const BEFORE_SIGNS = /^[^/*?[\]{}\\$]+(?:\/[^/*?[\]{}\\$]+)*(?=\/|$)/;
/** Also the default, `HEAD`. */
const MAIN: ReadonlySet<string> = new Set(['', 'HEAD', 'main', 'master']);

function weightOf(generator: unknown): number {
  return 1 + JSON.stringify(generator ?? null).length / 100;
}

function unlessNone(sets: readonly Parameters[]): readonly Parameters[] | undefined {
  return sets.length === 0 ? undefined : sets;
}

/** The texts of an element of a list; those of inner mappings with the way to them (`values.env`). */
function parametersOf(element: Readonly<Record<string, unknown>>, way: string): readonly (readonly [string, string])[] {
  return Object.entries(element).flatMap(([name, value]) => {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return [[`${way}${name}`, String(value)] as const];
    return isObject(value) ? parametersOf(value, `${way}${name}.`) : [];
  });
}

/** @param entries with a pattern, and whether it excludes */
function wantedBy(entries: readonly unknown[]): (path: string) => boolean {
  const asked = entries.flatMap((entry) => {
    const pattern = stringAt(entry, 'path');
    return pattern === undefined ? [] : [{ fits: compiled(pattern), isOut: field(entry, 'exclude') === true }];
  });
  return (path) => asked.some(({ fits, isOut }) => !isOut && fits(path)) && !asked.some(({ fits, isOut }) => isOut && fits(path));
}

function prefixOf(generator: unknown): string {
  const prefix = stringAt(generator, 'git', 'pathParamPrefix') ?? '';
  return prefix === '' ? '' : `${prefix}.`;
}

function parametersOfFolder(path: string, prefix: string): Parameters {
  const segments = path.split('/');
  const basename = segments.at(-1) ?? path;
  return Object.fromEntries(
    [
      ['path', path],
      ['path.path', path],
      ['path.basename', basename],
      ['path.basenameNormalized', basename],
      ...segments.flatMap((segment, index) => [
        [`path[${index}]`, segment],
        [`path.segments ${index}`, segment],
      ]),
    ].map(([name, value]) => [`${prefix}${name}`, value ?? '']),
  );
}

function valuesOf(generator: unknown): readonly (readonly [string, unknown])[] {
  const kinds = isObject(generator) ? Object.values(generator) : [];
  return kinds.flatMap((each) => Object.entries(objectAt(each, 'values') ?? {})).filter(([, value]) => typeof value === 'string');
}

function compiled(pattern: string): (path: string) => boolean {
  try {
    return compileGlob(pattern);
  } catch {
    return () => false;
  }
}

/** `{{path}}`, and `{{ .path.path }}` and `{{ index .path.segments 0 }}` of a Go template. */
export function filledIn(value: unknown, parameters: Parameters, hasRoom = roomForValues(ROOM_IN_OBJECTS)): unknown {
  if (typeof value === 'string')
    return value.replaceAll(EXPRESSION, (text, name: string) => {
      const known = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
      return known !== undefined && hasRoom(known) ? known : text;
    });
  if (Array.isArray(value)) return value.map((entry) => filledIn(entry, parameters, hasRoom));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filledIn(entry, parameters, hasRoom)]));
}

const EXPRESSION = /\{\{\s*(?:index )?\.?([\w.[\]-]+(?: \d{1,3})?)\s*\}\}/g;
