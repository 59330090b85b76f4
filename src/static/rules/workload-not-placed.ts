/**
 * A placement with single selectors does not place objects that no selector names, without a message: the hub has the workload and runs it
 * nowhere. Source: `pkg/controllers/placement/resource_selector.go`.
 */
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { allPlacements, isNamed, nameOf } from '../world/placements.ts';
import { placementsMaybeSending, placedBy, placementsSending } from '../placing/placements-of-object.ts';
import { POD_KINDS } from '../../fleet/kubernetes/pod-template.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

export const workloadNotPlaced = defineRule<{ readonly workload: string; readonly placement: string }>({
  id: 'workload-not-placed',
  summary: 'No placement selects the workload, but one selects other objects of its namespace',
  effect: 'advice',
  kinds: POD_KINDS.filter((kind) => kind !== 'Pod' && kind !== 'ReplicaSet'),
  why: 'A ResourcePlacement selects only the objects that its selectors name, and a ClusterResourcePlacement with `NamespaceOnly` only the Namespace. A workload that no placement selects stays on the hub, which does not start Pods, and every placement is green. Reported if a placement of these manifests selects other objects of the same namespace. A placement that is kept elsewhere may select it.',
  remedy: 'Name the workload in a selector of the placement.',
  docs: 'https://kubefleet.dev/docs/concepts/crp/#resource-selection',
  message: ({ workload, placement }) => `No placement selects ${workload}; ${placement} selects other objects of its namespace.`,
  remedyFor: ({ placement }) => `Add a selector for it to ${placement}, or ignore this if a placement that is kept elsewhere selects it.`,
  *check(manifest, world) {
    const { namespace, object } = manifest;
    if (namespace === undefined || !isNamed(manifest) || !isResolved(manifest, '/metadata/labels')) return;
    if (placementsSending(manifest, world).length > 0) return;
    const taker = takers(world).get(namespace);
    if (taker === undefined) return;
    const ref = { group: groupOf(object.apiVersion), kind: object.kind, namespace, name: object.metadata.name };
    if (placementsMaybeSending(ref, world).length > 0) return;
    const placement = nameOf(taker);
    const related = [{ manifest: taker, at: '/spec/resourceSelectors', message: `${placement} selects others` }];
    yield { at: '/metadata/name', data: { workload: displayName(manifestRef(manifest)), placement }, related };
  },
});

/** For each namespace, the first placement that selects an object in it. */
const takers = oncePer((world: World): ReadonlyMap<string, Manifest> => {
  const found = new Map<string, Manifest>();
  for (const placement of allPlacements(world))
    for (const { namespace } of placedBy(placement, world))
      if (namespace !== undefined && !found.has(namespace)) found.set(namespace, placement);
  return found;
});
