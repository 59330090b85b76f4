import { posix } from 'node:path';
import { field, isObject, listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import { readDocuments } from '../../../yaml/documents.ts';
import { compileGlob } from '../files/glob.ts';

export function isApplicationSet({ apiVersion, kind }: KubeObject): boolean {
  return kind === 'ApplicationSet' && groupOf(apiVersion) === 'argoproj.io';
}

/** What generators of git read, from the top of the repository. */
export interface GitContent {
  readonly folders: readonly string[];
  /** The files that generators name, with their texts. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * The specs of the Applications that an ApplicationSet of Argo CD makes, as far as its generators can be read without a cluster: lists, and
 * folders and files of git, also within a matrix or a merge. Parameters that are not known, such as those of clusters, stay in the texts.
 * Source: `pkg/apis/applicationset/v1alpha1/applicationset_types.go` and `applicationset/generators/{git,list,matrix,merge}.go` of
 * argoproj/argo-cd.
 */
export function applicationsOf(set: KubeObject, content: GitContent): readonly unknown[] {
  const template = field(set, 'spec', 'template', 'spec');
  return listAt(set, 'spec', 'generators').flatMap((generator) => {
    const made = setsOf(generator, content) ?? [];
    // If the parameters are not known, the texts without any are the same for all Applications.
    return (made.length === 0 ? [{}] : made).map((parameters) => filledIn(template, parameters));
  });
}

/** The patterns of the files that generators of an ApplicationSet read, each with a star in place of a parameter. */
export function filePatternsOf(set: KubeObject): readonly string[] {
  const within = (generator: unknown): readonly string[] => [
    ...listAt(generator, 'git', 'files').flatMap((entry) => stringAt(entry, 'path') ?? []),
    ...[...listAt(generator, 'matrix', 'generators'), ...listAt(generator, 'merge', 'generators')].flatMap(within),
  ];
  return listAt(set, 'spec', 'generators')
    .flatMap(within)
    .map((pattern) => pattern.replaceAll(/\{\{[^{}]*\}\}/g, '*'));
}

type Parameters = Readonly<Record<string, string>>;

/** The parameters of each Application of a generator; `undefined` if they depend on what is not in the repository. */
function setsOf(generator: unknown, content: GitContent): readonly Parameters[] | undefined {
  // It drops some of them.
  if (field(generator, 'selector') !== undefined) return undefined;
  if (field(generator, 'list', 'elements') !== undefined)
    return listAt(generator, 'list', 'elements')
      .filter(isObject)
      .map((element) => Object.fromEntries(parametersOf(element, '')));
  if (field(generator, 'git', 'directories') !== undefined) return withValues(generator, foldersOf(generator, content));
  if (field(generator, 'git', 'files') !== undefined) return withValues(generator, filesOf(generator, content));
  if (field(generator, 'matrix') !== undefined) return matrixOf(listAt(generator, 'matrix', 'generators'), content);
  if (field(generator, 'merge') !== undefined) return mergeOf(field(generator, 'merge'), content);
  return undefined;
}

/** Each combination of the parameters of two generators. The second one may use the parameters of the first. */
function matrixOf([first, second]: readonly unknown[], content: GitContent): readonly Parameters[] | undefined {
  const own = setsOf(first, content);
  if (own === undefined) return setsOf(second, content);
  return own.flatMap((parameters) => (setsOf(filledIn(second, parameters), content) ?? [{}]).map((other) => ({ ...parameters, ...other })));
}

/** The parameters of the first generator, changed by those of the others that have the same values for the keys. */
function mergeOf(merge: unknown, content: GitContent): readonly Parameters[] | undefined {
  const keys = listAt(merge, 'mergeKeys').filter((key) => typeof key === 'string');
  const [own, ...others] = listAt(merge, 'generators').map((generator) => setsOf(generator, content));
  if (own === undefined || others.includes(undefined)) return undefined;
  return own.map((parameters) => {
    const isSame = (each: Parameters): boolean => keys.every((key) => each[key] === parameters[key]);
    const changes = others.map((sets): Parameters => sets?.find(isSame) ?? {});
    return Object.fromEntries([parameters, ...changes].flatMap((each) => Object.entries(each)));
  });
}

/** The texts of an element of a list; those of inner mappings with the way to them (`values.env`). */
function parametersOf(element: Readonly<Record<string, unknown>>, way: string): readonly (readonly [string, string])[] {
  return Object.entries(element).flatMap(([name, value]) => {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return [[`${way}${name}`, String(value)] as const];
    return isObject(value) ? parametersOf(value, `${way}${name}.`) : [];
  });
}

function foldersOf(generator: unknown, { folders }: GitContent): readonly Parameters[] {
  return folders.filter(wantedBy(listAt(generator, 'git', 'directories'))).map((folder) => parametersOfFolder(folder, prefixOf(generator)));
}

/** The parameters in each file, and those of its folder. A file with a list makes an Application of each entry. */
function filesOf(generator: unknown, { files }: GitContent): readonly Parameters[] {
  const isWanted = wantedBy(listAt(generator, 'git', 'files'));
  return [...files].flatMap(([file, text]): readonly Parameters[] => {
    if (!isWanted(file)) return [];
    const prefix = prefixOf(generator);
    const name = posix.basename(file);
    const place = { ...parametersOfFolder(posix.dirname(file), prefix), [`${prefix}path.filename`]: name };
    return valuesIn(text).map((value) => ({ ...Object.fromEntries(parametersOf(value, '')), ...place }));
  });
}

function valuesIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  const [document] = [...readDocuments(text)];
  return document?.kind === 'read' ? [document.value].flat().filter(isObject) : [];
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

/** With the additional parameters of a generator, which may use its own. */
function withValues(generator: unknown, sets: readonly Parameters[]): readonly Parameters[] {
  const values = Object.entries(objectAt(generator, 'git', 'values') ?? {}).filter(([, value]) => typeof value === 'string');
  return sets.map((own) => ({
    ...own,
    ...Object.fromEntries(values.map(([name, value]) => [`values.${name}`, String(filledIn(value, own))])),
  }));
}

function compiled(pattern: string): (path: string) => boolean {
  try {
    return compileGlob(pattern);
  } catch {
    return () => false;
  }
}

/** `{{path}}`, and `{{ .path.path }}` and `{{ index .path.segments 0 }}` of a Go template. */
function filledIn(value: unknown, parameters: Parameters): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\{\{\s*(?:index )?\.?([\w.[\]-]+(?: \d{1,3})?)\s*\}\}/g, (text, name: string) => parameters[name] ?? text);
  if (Array.isArray(value)) return value.map((entry) => filledIn(entry, parameters));
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filledIn(entry, parameters)])) : value;
}
