import { field, isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { compileGlob } from '../files/glob.ts';

/**
 * The specs of the Applications that an ApplicationSet of Argo CD makes, as far as its generators can be read without a cluster: lists, and
 * folders of git. Parameters that are not known stay in the texts.
 * Source: `pkg/apis/applicationset/v1alpha1/applicationset_types.go` and `applicationset/generators/git.go` of argoproj/argo-cd.
 * @param folders of the repository, from its top
 */
export function applicationsOf(set: KubeObject, folders: readonly string[]): readonly unknown[] {
  const template = field(set, 'spec', 'template', 'spec');
  return listAt(set, 'spec', 'generators').flatMap((generator) => {
    const made = [...listAt(generator, 'list', 'elements').filter(isObject).map(parametersOf), ...foldersOf(generator, folders)];
    // Another generator: what does not depend on its parameters is the same for all of them.
    return (made.length === 0 ? [{}] : made).map((parameters) => filledIn(template, parameters));
  });
}

type Parameters = Readonly<Record<string, string>>;

function parametersOf(element: Readonly<Record<string, unknown>>): Parameters {
  return Object.fromEntries(Object.entries(element).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

function foldersOf(generator: unknown, folders: readonly string[]): readonly Parameters[] {
  const asked = listAt(generator, 'git', 'directories').flatMap((entry) => {
    const pattern = stringAt(entry, 'path');
    return pattern === undefined ? [] : [{ fits: compiled(pattern), isOut: field(entry, 'exclude') === true }];
  });
  const isAsked = (folder: string): boolean =>
    asked.some(({ fits, isOut }) => !isOut && fits(folder)) && !asked.some(({ fits, isOut }) => isOut && fits(folder));
  return folders.filter(isAsked).map((path) => {
    const basename = path.slice(path.lastIndexOf('/') + 1);
    return { path, 'path.path': path, 'path.basename': basename, 'path.basenameNormalized': basename };
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
  if (typeof value === 'string') return value.replaceAll(/\{\{\s*\.?([\w.-]+)\s*\}\}/g, (text, name: string) => parameters[name] ?? text);
  if (Array.isArray(value)) return value.map((entry) => filledIn(entry, parameters));
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filledIn(entry, parameters)])) : value;
}
