import { isObject, listAt, stringAt } from '../../../../fleet/json/json.ts';
import { onlyMeant } from '../../../../fleet/text/nearest.ts';
import { isAtOrBelow } from '../../files/shown-path.ts';
import { directoryOf, joinPath } from '../../kustomize/kustomization.ts';
import type { RenderedJob } from '../render-overlays.ts';
import type { RepositoryFiles } from '../repository-files.ts';
import { firstValueIn } from '../../../../yaml/documents.ts';

/**
 * Notes about keys in the files of values of releases that no template of their chart uses, and that are probably a misspelling of one that it uses.
 * helm takes them without a word. A chart within the chart gets the values below its name only, and these are not compared. Charts with packed
 * dependencies are left out, because the templates of these are not read.
 */
export async function unusedValuesNotes(
  done: readonly RenderedJob[],
  repositories: (directory: string) => Pick<RepositoryFiles, 'text'>,
): Promise<readonly string[]> {
  const notes = await Promise.all(done.map((job) => notesOf(job, repositories(job.overlay.directory))));
  return [...new Set(notes.flat())];
}

async function notesOf(
  { overlay: { directory, values }, rendering }: RenderedJob,
  repository: Pick<RepositoryFiles, 'text'>,
): Promise<readonly string[]> {
  if (rendering.kind !== 'rendered' || values.length === 0) return [];
  const textsOf = (files: readonly string[]): Promise<readonly (string | undefined)[]> =>
    Promise.all(files.map((file) => repository.text(file)));
  const isTemplate = (file: string): boolean => /(?:^|\/)templates\//.test(file);
  const own = await textsOf([...rendering.files].filter((file) => isAtOrBelow(file, joinPath(directory, 'templates'))));
  const within = [...rendering.files].filter((file) => isAtOrBelow(file, joinPath(directory, 'charts')));
  const definitions = within.filter((file) => file.endsWith('/Chart.yaml'));
  const kinds = await textsOf(definitions);
  // The templates of a library use the values of the chart that includes them.
  const libraries = definitions.filter((_, index) => stringAt(valueOf(kinds[index]), 'type') === 'library').map(directoryOf);
  const [ofLibraries, others] = [true, false].map((isOfLibrary) =>
    within.filter(isTemplate).filter((file) => libraries.some((library) => isAtOrBelow(file, library)) === isOfLibrary),
  );
  const shared = await textsOf(ofLibraries ?? []);
  const templates = [...own, ...shared].join('\n');
  if (OPEN.test(templates) || own.length === 0 || [...own, ...shared].includes(undefined)) return [];
  const [chart, defaults] = await textsOf([joinPath(directory, 'Chart.yaml'), joinPath(directory, 'values.yaml')]);
  const dependencies = listAt(valueOf(chart), 'dependencies');
  const isThere = (dependency: unknown): boolean =>
    definitions.includes(joinPath(directory, `charts/${stringAt(dependency, 'name') ?? ''}/Chart.yaml`));
  if (!dependencies.every(isThere) || within.some((file) => file.endsWith('.tgz'))) return [];
  const names = definitions.map((file) => directoryOf(file).slice(directoryOf(file).lastIndexOf('/') + 1));
  const used = withDependencies(usedIn(templates, valueOf(defaults)), names, dependencies);
  const given = await textsOf(values);
  const words = wordsIn([templates, ...(await textsOf(others ?? []))].join('\n'));
  return values.flatMap((file, index) =>
    misspeltIn(valueOf(given[index]), used, words).map(
      ([path, meant]) => `${file}: no template of ${directory || 'the chart'} uses ${path}. Did you mean ${meant}?`,
    ),
  );
}

/** The names that a chart uses below each path of its values; absent if a template takes all of them. The top is the empty path. */
type UsedValues = ReadonlyMap<string, ReadonlySet<string>>;

function usedIn(templates: string, defaults: Readonly<Record<string, unknown>>): UsedValues {
  const used = new Map<string, Set<string>>();
  const whole = new Set<string>();
  const add = (parent: string, name: string): void => {
    const names = used.get(parent) ?? new Set();
    used.set(parent, names.add(name));
  };
  for (const [, path = ''] of templates.matchAll(VALUE)) {
    const names = path.split('.').slice(1);
    for (const [index, name] of names.entries()) add(names.slice(0, index).join('.'), name);
    whole.add(names.join('.'));
  }
  const addDefaults = (value: unknown, path: readonly string[]): void => {
    if (!isObject(value)) return;
    for (const [name, item] of Object.entries(value)) {
      add(path.join('.'), name);
      addDefaults(item, [...path, name]);
    }
  };
  addDefaults(defaults, []);
  for (const path of used.keys()) {
    const parts = path.split('.');
    if (whole.has('') || parts.some((_, index) => whole.has(parts.slice(0, index + 1).join('.')))) used.delete(path);
  }
  return used;
}

/** The values of charts within a chart, below their names, and those that decide whether one is used. What is below a name is open. */
function withDependencies(used: UsedValues, names: readonly string[], dependencies: readonly unknown[]): UsedValues {
  if (names.length === 0) return used;
  const aliases = dependencies.flatMap((dependency) => stringAt(dependency, 'alias') ?? []);
  const conditions = dependencies.flatMap((dependency) => (stringAt(dependency, 'condition') ?? '').split(','));
  const open = [...names, ...aliases, 'global', 'tags', ...conditions.map((path) => path.trim().split('.')[0] ?? '')];
  const top = used.get('');
  const kept = [...used].filter(([path]) => !open.includes(path.split('.')[0] ?? ''));
  return new Map(top === undefined ? kept : [...kept, ['', new Set([...top, ...open])]]);
}

/** Other texts are templates as well. */
// linear: each alternative is a word.
const OPEN = /\.Files\b|\btpl\b/;
// linear: each name starts behind its own dot.
const VALUE = /\.Values((?:\.\w+)*)/g;

/** The paths of keys that are probably misspelt, and the keys that are meant. */
function misspeltIn(
  values: Readonly<Record<string, unknown>>,
  used: UsedValues,
  words: ReadonlySet<string>,
  path: readonly string[] = [],
): readonly (readonly [path: string, meant: string])[] {
  const known = used.get(path.join('.'));
  if (known === undefined) return [];
  return Object.entries(values).flatMap(([name, item]) => {
    const at = [...path, name];
    if (known.has(name)) return isObject(item) ? misspeltIn(item, used, words, at) : [];
    const meant = wordsIn(name).isSubsetOf(words)
      ? undefined
      : onlyMeant(
          name,
          [...known].filter((each) => !(each in values)),
        );
    return meant === undefined ? [] : [[at.join('.'), [...path, meant].join('.')] as const];
  });
}

/** A template may use a key in another way, such as `index .Values "KEY"`. */
function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(BETWEEN_WORDS).filter((word) => word !== ''));
}

// linear: one class of characters.
const BETWEEN_WORDS = /[^\w-]+/;

function valueOf(text = ''): Readonly<Record<string, unknown>> {
  const value = firstValueIn(text);
  return isObject(value) ? value : {};
}
