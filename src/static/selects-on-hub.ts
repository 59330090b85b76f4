import { groupOf } from '../fleet/object.ts';
import { matchesLabels } from '../fleet/label-selector.ts';
import { hubLabelsOf } from '../schedule/selection/hub-content.ts';
import type { Selector } from './claims.ts';
import type { World } from './world.ts';

/**
 * Whether the hub has something that a selector picks and the manifests do not replace; `undefined` where that is not known.
 * @param namespace where namespaced kinds are looked for; `undefined` for cluster-scoped ones
 */
export function selectsOnHub({ group, kind, name, labels }: Selector, namespace: string | undefined, world: World): boolean | undefined {
  const { hub } = world;
  if (hub === undefined || hub.unseen({ group, kind }, namespace) !== undefined) return undefined;
  return hub.objects.some((object) => {
    const { apiVersion, metadata } = object;
    if (object.kind !== kind || groupOf(apiVersion) !== group || metadata.namespace !== namespace) return false;
    if (metadata.deletionTimestamp !== undefined) return false;
    if (world.find({ group, kind, name: metadata.name, ...(namespace === undefined ? {} : { namespace }) }).length > 0) return false;
    return name === '' ? labels === undefined || matchesLabels(labels, hubLabelsOf(object)) : metadata.name === name;
  });
}
