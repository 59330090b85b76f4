import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';

/**
 * The pointers of the texts that Flux rewrites if a Kustomization has variables in `postBuild`: those with `${`, also with the variables of
 * KubeFleet's overrides. `$${` is written as `${`. A label or an annotation keeps an object as it is. Source:
 * `kustomize/kustomize_varsub.go` of fluxcd/pkg.
 */
export function substitutedVariables(object: KubeObject): readonly string[] {
  const isKept = ['labels', 'annotations'].some((where) => stringAt(object, 'metadata', where, KEPT) === 'disabled');
  return isKept ? [] : textsWithVariables(object, '');
}

const KEPT = 'kustomize.toolkit.fluxcd.io/substitute';

function textsWithVariables(value: unknown, pointer: string): readonly string[] {
  if (typeof value === 'string') return value.includes('${') ? [pointer] : [];
  const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return entries.flatMap(([key, each]) => textsWithVariables(each, childPointer(pointer, key)));
}
