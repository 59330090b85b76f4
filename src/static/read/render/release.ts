import { isDeepStrictEqual } from 'node:util';
import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject } from '../../../fleet/json/json.ts';
import type { Manifest } from '../../world/manifest.ts';

/** The name and namespace of a release. */
export interface Release {
  readonly name: string;
  readonly namespace: string;
}

/** The defaults of helm, and other values of the same lengths. */
export const RELEASE: Release = { name: 'release-name', namespace: 'default' };
export const OTHER_RELEASE: Release = { name: 'another-name', namespace: 'another' };

/**
 * The manifests of a chart, with the values that depend on a release name and namespace that were not given. Values that differ between two
 * releases are unresolved. `undefined` if the two renderings do not have the same objects.
 */
export function openToRelease(manifests: readonly Manifest[], others: readonly Manifest[]): readonly Manifest[] | undefined {
  if (manifests.length !== others.length) return undefined;
  const open: Manifest[] = [];
  for (const [index, manifest] of manifests.entries()) {
    const other = others[index];
    if (other === undefined || other.object.kind !== manifest.object.kind || other.object.apiVersion !== manifest.object.apiVersion)
      return undefined;
    const pointers = [...differences(manifest.object, other.object)];
    open.push(pointers.length === 0 ? manifest : { ...manifest, unresolved: [...manifest.unresolved, ...pointers] });
  }
  return open;
}

/** The outermost pointers whose values differ, or exist on one side only. */
function* differences(one: unknown, other: unknown, pointer = ''): Generator<string> {
  if (isObject(one) && isObject(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
      yield* differences(one[key], other[key], childPointer(pointer, key));
    return;
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    for (const [index, item] of one.entries()) yield* differences(item, other[index], childPointer(pointer, index));
    return;
  }
  if (!isDeepStrictEqual(one, other)) yield pointer;
}
