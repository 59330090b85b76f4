import { posix } from 'node:path';
import { field, isObject, type JsonObject, listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { readDocuments } from '../../../yaml/documents.ts';
import { compileGlob } from '../files/glob.ts';

/** The repository, as generators of git read it. Paths are from its top. */
export interface GitContent {
  readonly folders: () => readonly string[];
  /** The files that generators name, with their texts. */
  readonly files: () => ReadonlyMap<string, string>;
  /** Whether a URL is the one of this repository; `undefined` if that is not known. */
  readonly isOwn: (url: string) => boolean | undefined;
}

/** An Application that an ApplicationSet makes. */
export interface MadeApplication {
  /** Its spec. Parameters that are not known stay in the texts. */
  readonly spec: unknown;
  /** The patch of the set may change the destination, and the source if `ofSource` is set, in a way that is not known here. */
  readonly unknownPatch?: { readonly text: string; readonly ofSource: boolean };
}

/**
 * The Applications that an ApplicationSet of Argo CD makes, as far as its generators can be read without a cluster: lists, and folders and
 * files of git, also within a matrix or a merge. The template of a generator decides before the one of the set; generators inside a matrix
 * or a merge have none that is used. Then the patch of the set is merged. Sources:
 * `pkg/apis/applicationset/v1alpha1/applicationset_types.go`,
 * `applicationset/generators/{generator_spec_processor,git,list,matrix,merge}.go` and `applicationset/controllers/template/` of
 * argoproj/argo-cd.
 */
export function applicationsOf(set: KubeObject, content: GitContent): readonly MadeApplication[] {
  const patch = stringAt(set, 'spec', 'templatePatch') ?? '';
  const generators = listAt(set, 'spec', 'generators');
  // Without generators it makes nothing, unless another tool adds some: then the texts of the template are what is known.
  return (generators.length === 0 ? [undefined] : generators).flatMap((generator) => {
    const own = isObject(generator) ? Object.values(generator).map((each) => field(each, 'template')) : [];
    const template = withDefaults(own.find(isObject), field(set, 'spec', 'template'));
    const made = setsOf(generator, content);
    // If the parameters are not known, the texts without any are the same for all Applications.
    return (made ?? [{}]).map((parameters): MadeApplication => {
      const application = filledIn(template, parameters);
      const changed = patched(application, String(filledIn(patch, parameters)));
      return changed === undefined
        ? { spec: field(application, 'spec'), unknownPatch: { text: patch, ofSource: patch.split('\n').some(mayChangeSource) } }
        : { spec: field(changed, 'spec') };
    });
  });
}

/** A value, with the fields of another one where it has none or an empty one. */
function withDefaults(own: unknown, defaults: unknown): unknown {
  if (isObject(own) && isObject(defaults)) {
    const names = new Set([...Object.keys(own), ...Object.keys(defaults)]);
    return Object.fromEntries([...names].map((name) => [name, withDefaults(own[name], defaults[name])]));
  }
  const isEmpty = own === undefined || own === null || own === '' || own === false || own === 0 || (Array.isArray(own) && own.length === 0);
  return isEmpty ? defaults : own;
}

/** The Application with the patch; `undefined` if the patch may change what is deployed or where, in a way that is not known here. */
function patched(application: unknown, patch: string): unknown {
  if (patch.trim() === '') return application;
  const [document, ...others] = patch.includes('{{') ? [] : [...readDocuments(patch)];
  const isPlain = document?.kind === 'read' && others.length === 0 && !/\$(?:patch|retainKeys|setElementOrder|deleteFrom)/.test(patch);
  if (isPlain) return merged(application, document.value);
  return patch.split('\n').every(keepsContent) ? application : undefined;
}

/** Whether a line of a patch with expressions writes one field, and none that decides what is deployed or where. */
function keepsContent(line: string): boolean {
  const text = line.trim();
  return text === '' || text.startsWith('#') || CONTROL.test(text) || (FIELD.test(text) && !OF_CONTENT.test(text));
}

function mayChangeSource(line: string): boolean {
  const text = line.trim();
  return !keepsContent(text) && (!KEY.test(text) || OF_SOURCE.test(text));
}

// linear: each looks along one line, from its start or from a word.
const KEY = /^(?:- )?["']?[\w./-]+["']?:/;
const OF_SOURCE = /\bsource|^["']?spec["']?: {0,9}\{\{/;
const CONTROL = /^\{\{-? {0,9}(?:if|else|end|range|with)\b[^{}]*\}\}$/;
// linear: it reads one line from its start, and its blanks can be divided in at most ten ways.
const FIELD = /^(?:- )?["']?[\w./-]+["']?(?:: {0,9}(?:(?:(?!\{\{).)*|["']?\{\{-? {0,9}\.[\w.]+ {0,9}-?\}\}["']?))?$/;
const OF_CONTENT = /\b(?:sources?|sourceHydrator|destination)\b/;

/** A JSON merge patch: the patch of a set is a strategic one, and no list of an Application has a merge key. */
function merged(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const own = isObject(value) ? value : {};
  const names = new Set([...Object.keys(own), ...Object.keys(patch)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      if (!Object.hasOwn(patch, name)) return [[name, own[name]]];
      return patch[name] === null ? [] : [[name, merged(own[name], patch[name])]];
    }),
  );
}

/** The git generators of an ApplicationSet, also within a matrix or a merge. */
export function gitGeneratorsOf(set: KubeObject): readonly JsonObject[] {
  const within = (generator: unknown): readonly JsonObject[] =>
    [
      objectAt(generator, 'git') ?? [],
      ...[...listAt(generator, 'matrix', 'generators'), ...listAt(generator, 'merge', 'generators')].map(within),
    ].flat();
  return listAt(set, 'spec', 'generators').flatMap(within);
}

/** The patterns of the files that generators of an ApplicationSet read, each with a star in place of a parameter. */
export function filePatternsOf(set: KubeObject): readonly string[] {
  return gitGeneratorsOf(set)
    .flatMap((git) => listAt(git, 'files').flatMap((entry) => stringAt(entry, 'path') ?? []))
    .map((pattern) => pattern.replaceAll(/\{\{[^{}]*\}\}/g, '*'));
}

type Parameters = Readonly<Record<string, string>>;

/** The parameters of each Application of a generator; `undefined` if they depend on what is not in the repository. */
function setsOf(generator: unknown, content: GitContent): readonly Parameters[] | undefined {
  // It drops some of them.
  if (field(generator, 'selector') !== undefined) return undefined;
  if (content.isOwn(stringAt(generator, 'git', 'repoURL') ?? '') === false) return undefined;
  if (field(generator, 'list') !== undefined) return elementsOf(field(generator, 'list'));
  // The folder or file may be outside of what was read.
  if (field(generator, 'git', 'directories') !== undefined) return unlessNone(withValues(generator, foldersOf(generator, content)));
  if (field(generator, 'git', 'files') !== undefined) return unlessNone(withValues(generator, filesOf(generator, content)));
  if (field(generator, 'matrix') !== undefined) return matrixOf(listAt(generator, 'matrix', 'generators'), content);
  if (field(generator, 'merge') !== undefined) return mergeOf(field(generator, 'merge'), content);
  // Each cluster, repository or pull request has the same additional parameters.
  return valuesOf(generator).length === 0 ? undefined : withValues(generator, [{}]);
}

function unlessNone(sets: readonly Parameters[]): readonly Parameters[] | undefined {
  return sets.length === 0 ? undefined : sets;
}

/** `elementsYaml` is a text with a list, which an expression may make. */
function elementsOf(list: unknown): readonly Parameters[] | undefined {
  const text = stringAt(list, 'elementsYaml') ?? '';
  if (text.includes('{{')) return undefined;
  return [...listAt(list, 'elements').filter(isObject), ...valuesIn(text)].map((element) => Object.fromEntries(parametersOf(element, '')));
}

/** Each combination of the parameters of two generators. The second one may use the parameters of the first, which win over its own. */
function matrixOf([first, second]: readonly unknown[], content: GitContent): readonly Parameters[] | undefined {
  const own = setsOf(first, content);
  if (own === undefined) return setsOf(second, content);
  return own.flatMap((parameters) => (setsOf(filledIn(second, parameters), content) ?? [{}]).map((other) => ({ ...other, ...parameters })));
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
  return folders()
    .filter(wantedBy(listAt(generator, 'git', 'directories')))
    .map((folder) => parametersOfFolder(folder, prefixOf(generator)));
}

/** The parameters in each file, and those of its folder. A file with a list makes an Application of each entry. */
function filesOf(generator: unknown, { files }: GitContent): readonly Parameters[] {
  const isWanted = wantedBy(listAt(generator, 'git', 'files'));
  return [...files()].flatMap(([file, text]): readonly Parameters[] => {
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
  return sets.map((own) => ({
    ...own,
    ...Object.fromEntries(valuesOf(generator).map(([name, value]) => [`values.${name}`, String(filledIn(value, own))])),
  }));
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
function filledIn(value: unknown, parameters: Parameters): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\{\{\s*(?:index )?\.?([\w.[\]-]+(?: \d{1,3})?)\s*\}\}/g, (text, name: string) => parameters[name] ?? text);
  if (Array.isArray(value)) return value.map((entry) => filledIn(entry, parameters));
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filledIn(entry, parameters)])) : value;
}
