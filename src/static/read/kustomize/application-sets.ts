import { field, isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { compileGlob } from '../files/glob.ts';

/**
 * The specs of the Applications that an ApplicationSet of Argo CD makes, as far as its generators can be read without a cluster: lists, and
 * folders of git, also within a matrix or a merge. Parameters that are not known, such as those of clusters, stay in the texts.
 * Source: `pkg/apis/applicationset/v1alpha1/applicationset_types.go` and `applicationset/generators/{git,list,matrix,merge}.go` of
 * argoproj/argo-cd.
 * @param folders of the repository, from its top
 */
export function applicationsOf(set: KubeObject, folders: readonly string[]): readonly unknown[] {
  const template = field(set, 'spec', 'template', 'spec');
  return listAt(set, 'spec', 'generators').flatMap((generator) => {
    const made = setsOf(generator, folders) ?? [];
    // If the parameters are not known, the texts without any are the same for all Applications.
    return (made.length === 0 ? [{}] : made).map((parameters) => filledIn(template, parameters));
  });
}

type Parameters = Readonly<Record<string, string>>;

/** The parameters of each Application of a generator; `undefined` if they depend on what is not in the repository. */
function setsOf(generator: unknown, folders: readonly string[]): readonly Parameters[] | undefined {
  // It drops some of them.
  if (field(generator, 'selector') !== undefined) return undefined;
  if (field(generator, 'list', 'elements') !== undefined)
    return listAt(generator, 'list', 'elements')
      .filter(isObject)
      .map((element) => Object.fromEntries(parametersOf(element, '')));
  if (field(generator, 'git', 'directories') !== undefined) return foldersOf(generator, folders);
  if (field(generator, 'matrix') !== undefined) return matrixOf(listAt(generator, 'matrix', 'generators'), folders);
  if (field(generator, 'merge') !== undefined) return mergeOf(field(generator, 'merge'), folders);
  return undefined;
}

/** Each combination of the parameters of two generators. The second one may use the parameters of the first. */
function matrixOf([first, second]: readonly unknown[], folders: readonly string[]): readonly Parameters[] | undefined {
  const own = setsOf(first, folders);
  if (own === undefined) return setsOf(second, folders);
  return own.flatMap((parameters) => (setsOf(filledIn(second, parameters), folders) ?? [{}]).map((other) => ({ ...parameters, ...other })));
}

/** The parameters of the first generator, changed by those of the others that have the same values for the keys. */
function mergeOf(merge: unknown, folders: readonly string[]): readonly Parameters[] | undefined {
  const keys = listAt(merge, 'mergeKeys').filter((key) => typeof key === 'string');
  const [own, ...others] = listAt(merge, 'generators').map((generator) => setsOf(generator, folders));
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
    if (typeof value === 'string') return [[`${way}${name}`, value] as const];
    return isObject(value) ? parametersOf(value, `${way}${name}.`) : [];
  });
}

function foldersOf(generator: unknown, folders: readonly string[]): readonly Parameters[] {
  const asked = listAt(generator, 'git', 'directories').flatMap((entry) => {
    const pattern = stringAt(entry, 'path');
    return pattern === undefined ? [] : [{ fits: compiled(pattern), isOut: field(entry, 'exclude') === true }];
  });
  const isAsked = (folder: string): boolean =>
    asked.some(({ fits, isOut }) => !isOut && fits(folder)) && !asked.some(({ fits, isOut }) => isOut && fits(folder));
  return folders.filter(isAsked).map((path) => {
    const segments = path.split('/');
    const basename = segments.at(-1) ?? path;
    return {
      path,
      'path.path': path,
      'path.basename': basename,
      'path.basenameNormalized': basename,
      ...Object.fromEntries(segments.map((segment, index) => [`path[${index}]`, segment])),
    };
  });
}

function compiled(pattern: string): (path: string) => boolean {
  try {
    return compileGlob(pattern);
  } catch {
    return () => false;
  }
}

/** `{{path}}`, and `{{ .path.path }}` of a Go template. */
function filledIn(value: unknown, parameters: Parameters): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\{\{\s*\.?([\w.[\]-]+)\s*\}\}/g, (text, name: string) => parameters[name] ?? text);
  if (Array.isArray(value)) return value.map((entry) => filledIn(entry, parameters));
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filledIn(entry, parameters)])) : value;
}
