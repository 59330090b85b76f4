import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';

/** The texts of an object, as Flux rewrites them. */
export interface Substituted {
  readonly object: KubeObject;
  /** The pointers of texts whose variables Flux replaces; the values are not known here. */
  readonly pointers: readonly string[];
}

/**
 * Flux rewrites the texts with `${` if a Kustomization has variables in `postBuild`, also those with the variables of KubeFleet's
 * overrides. `$${` becomes `${`. A label or an annotation keeps an object as it is. Source: `kustomize/kustomize_varsub.go` and `envsubst`
 * of fluxcd/pkg.
 */
export function substitutedVariables(object: KubeObject): Substituted {
  const isKept = ['labels', 'annotations'].some((where) => stringAt(object, 'metadata', where, KEPT) === 'disabled');
  const pointers = isKept ? [] : textsWith(/(?<!\$)\$\{/, object, '');
  const hasEscapes = !isKept && textsWith(/\$\$\{/, object, '').length > 0;
  return { object: hasEscapes ? (withoutEscapes(object) as KubeObject) : object, pointers };
}

const KEPT = 'kustomize.toolkit.fluxcd.io/substitute';

function textsWith(pattern: RegExp, value: unknown, pointer: string): readonly string[] {
  if (typeof value === 'string') return pattern.test(value) ? [pointer] : [];
  const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return entries.flatMap(([key, each]) => textsWith(pattern, each, childPointer(pointer, key)));
}

function withoutEscapes(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('$${', () => '${');
  if (Array.isArray(value)) return value.map(withoutEscapes);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutEscapes(each)])) : value;
}
