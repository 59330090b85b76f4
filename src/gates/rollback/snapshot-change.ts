import { isDeepStrictEqual } from 'node:util';
import { type KubeObject, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { SnapshotChange } from '../../report.ts';
import type { SnapshotGroup } from '../view/resource-snapshot.ts';

/** What changes if the content of one resource snapshot replaces that of another; `undefined` if one of them lacks a part. */
export function snapshotChange(from: SnapshotGroup, to: SnapshotGroup): SnapshotChange | undefined {
  if (!from.whole || !to.whole) return undefined;
  const before = byKey(from.objects);
  const after = byKey(to.objects);
  return {
    from: from.index,
    to: to.index,
    added: [...after].flatMap(([key, object]) => (before.has(key) ? [] : [refOf(object)])),
    changed: [...after].flatMap(([key, object]) => {
      const old = before.get(key);
      return old === undefined || isDeepStrictEqual(old, object) ? [] : [refOf(object)];
    }),
    removed: [...before].flatMap(([key, object]) => (after.has(key) ? [] : [refOf(object)])),
  };
}

function byKey(objects: readonly KubeObject[]): ReadonlyMap<string, KubeObject> {
  return new Map(objects.map((object) => [objectKey(refOf(object)), object]));
}
