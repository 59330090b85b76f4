import type { HubState } from '../fleet/hub-state.ts';
import { matchesLabels } from '../fleet/label-selector.ts';
import { groupOf, type KubeObject } from '../fleet/object.ts';
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
  const place = namespace === undefined ? {} : { namespace };
  return (indexOf(hub).get(keyOf(group, kind, namespace)) ?? []).some((object) => {
    const { metadata } = object;
    if (metadata.deletionTimestamp !== undefined || world.find({ group, kind, name: metadata.name, ...place }).length > 0) return false;
    return name === '' ? labels === undefined || matchesLabels(labels, hubLabelsOf(object)) : metadata.name === name;
  });
}

const indexes = new WeakMap<HubState, ReadonlyMap<string, readonly KubeObject[]>>();

function indexOf(hub: HubState): ReadonlyMap<string, readonly KubeObject[]> {
  const known = indexes.get(hub);
  if (known !== undefined) return known;
  const index = Map.groupBy(hub.objects, ({ apiVersion, kind, metadata }) => keyOf(groupOf(apiVersion), kind, metadata.namespace));
  indexes.set(hub, index);
  return index;
}

function keyOf(group: string, kind: string, namespace = ''): string {
  return `${group}/${kind}/${namespace}`;
}
