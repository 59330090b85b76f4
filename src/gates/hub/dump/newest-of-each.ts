import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '../../../errors.ts';
import { CLUSTER_GROUP, PLACEMENT_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { displayName, groupOf, objectKey, refOf, versionOf } from '../../../fleet/kubernetes/object.ts';

/**
 * One copy of each object in files: the one with the higher resource version. If the versions are equal, v1beta1 is used, because v1 hides
 * fields.
 * @throws ConfigError if two copies differ and it is not known which is newer, or they have different UIDs
 */
export function newestOfEach(objects: readonly KubeObject[]): readonly KubeObject[] {
  const kept = new Map<string, KubeObject>();
  for (const object of objects) {
    const key = objectKey(refOf(object));
    const held = kept.get(key);
    if (held !== undefined && isOther(object, held))
      throw new ConfigError(
        `${displayName(refOf(object))} is in the files twice, with different UIDs: the files are of two hubs, or it was created again between them; give the files of one hub that were read at one time`,
      );
    if (held !== undefined && isOpen(object, held))
      throw new ConfigError(
        `${displayName(refOf(object))} is in the files twice, with different content, and no resourceVersion that shows which is newer; give it once`,
      );
    if (held === undefined || rank(object, held) >= 0) kept.set(key, object);
  }
  return [...kept.values()];
}

/** Resource versions of two hubs, or of two objects with one name, do not show which copy is true now. */
function isOther(a: KubeObject, b: KubeObject): boolean {
  const [left, right] = [a.metadata.uid ?? '', b.metadata.uid ?? ''];
  return left !== '' && right !== '' && left !== right;
}

/**
 * Whether two copies in the same version of the API differ, and it is not known which is newer. Copies with one resource version may differ
 * in what was hidden.
 */
function isOpen(a: KubeObject, b: KubeObject): boolean {
  const [left, right] = [a.metadata.resourceVersion ?? '', b.metadata.resourceVersion ?? ''];
  const isOrdered = (left === right && left !== '') || (/^\d+$/.test(left) && /^\d+$/.test(right));
  return a.apiVersion === b.apiVersion && !isOrdered && !isDeepStrictEqual(a, b);
}

function rank(a: KubeObject, b: KubeObject): number {
  const [left, right] = [a.metadata.resourceVersion ?? '', b.metadata.resourceVersion ?? ''];
  if (/^\d+$/.test(left) && /^\d+$/.test(right) && left !== right) return BigInt(left) > BigInt(right) ? 1 : -1;
  const group = groupOf(a.apiVersion);
  if (group !== PLACEMENT_GROUP && group !== CLUSTER_GROUP) return 0;
  return Number(versionOf(a.apiVersion) === 'v1beta1') - Number(versionOf(b.apiVersion) === 'v1beta1');
}
