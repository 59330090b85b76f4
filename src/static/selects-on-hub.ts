import type { HubListing } from '../fleet/hub-state.ts';
import { matchesLabels } from '../fleet/label-selector.ts';
import { groupOf } from '../fleet/object.ts';
import { oncePer } from '../fleet/once-per.ts';
import { hubLabelsOf } from '../schedule/selection/hub-content.ts';
import type { Selector } from './selectors.ts';
import type { World } from './world.ts';

/**
 * Whether the hub has something that a selector picks and the manifests do not replace; `undefined` where that is not known.
 * @param namespace where namespaced kinds are looked for; `undefined` for cluster-scoped ones
 */
export function selectsOnHub({ group, kind, name, labels }: Selector, namespace: string | undefined, world: World): boolean | undefined {
  const { hub } = world;
  if (hub === undefined || hub.unseen({ group, kind }, namespace) !== undefined) return undefined;
  const place = namespace === undefined ? {} : { namespace };
  return (byKind(hub).get(keyOf(group, kind, namespace)) ?? []).some((object) => {
    const { metadata } = object;
    if (metadata.deletionTimestamp !== undefined || world.find({ group, kind, name: metadata.name, ...place }).length > 0) return false;
    return name === '' ? labels === undefined || matchesLabels(labels, hubLabelsOf(object)) : metadata.name === name;
  });
}

const byKind = oncePer(({ objects }: HubListing) =>
  Map.groupBy(objects, ({ apiVersion, kind, metadata }) => keyOf(groupOf(apiVersion), kind, metadata.namespace)),
);

function keyOf(group: string, kind: string, namespace = ''): string {
  return `${group}/${kind}/${namespace}`;
}
