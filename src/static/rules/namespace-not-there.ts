/**
 * An API server accepts objects only in namespaces that exist. Source: the `NamespaceLifecycle` admission plugin of Kubernetes (`namespaces
 * "x" not found`).
 */
import { displayName } from '../../fleet/kubernetes/object.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { NAMESPACES_OF_EVERY_HUB } from '../../selection/propagation.ts';
import { mistyped } from '../answers/mistyped.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { hubHolds, isWhole } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import { isGone } from '../world/is-gone.ts';
import { manifestEntry } from '../world/manifest-content.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf, namespacedPlacements } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

interface NotThere {
  readonly namespace: string;
  readonly object: string;
  readonly meant: string | undefined;
  readonly isRemoved: boolean;
}

export const namespaceNotThere = defineRule<NotThere>({
  id: 'namespace-not-there',
  summary: 'The namespace of the object is neither among the manifests nor on the hub',
  effect: 'rejected',
  kinds: '*',
  why: 'The hub refuses an object whose namespace does not exist (`namespaces "…" not found`), and the deploy stops there. A placement does not create namespaces on the hub. Checked if the hub is read and its Namespaces can be listed. Reported at one object of each namespace.',
  remedy: 'Add the Namespace to the manifests, or create it on the hub before they are applied.',
  docs: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/',
  message: ({ namespace, object, isRemoved }) =>
    isRemoved
      ? `This change removes Namespace ${namespace}, so the hub refuses ${object}.`
      : `Namespace ${namespace} is neither among the manifests nor on the hub, so the hub refuses ${object}.`,
  remedyFor: ({ meant }) => (meant === undefined ? undefined : `Did you mean ${meant}?`),
  concerns: (_manifest, world) => world.hub !== undefined,
  *check(manifest, world) {
    const { namespace } = manifest;
    if (world.hub === undefined || namespace === undefined || !isLacking(namespace, world)) return;
    if (firstIn(world).get(namespace) !== manifest) return;
    const names = withHub(world).ofKind('Namespace').filter(isNamed).map(nameOf);
    const isRemoved = isGone({ group: '', kind: 'Namespace', name: namespace }, world);
    const data = {
      namespace,
      object: displayName(manifestRef(manifest)),
      meant: isRemoved ? undefined : mistyped(namespace, names),
      isRemoved,
    };
    yield { at: '/metadata/namespace', data };
  },
});

function isLacking(namespace: string, world: World): boolean {
  const ref = { group: '', kind: 'Namespace', name: namespace };
  if (!isWhole(world) || NAMESPACES_OF_EVERY_HUB.includes(namespace) || world.find(ref).length > 0) return false;
  // A Namespace whose name is a variable may be the missing one.
  if (world.ofKind('Namespace').some((manifest) => !isNamed(manifest))) return false;
  return hubHolds(ref, world) === false;
}

/** For each namespace, the first object that certainly goes to the hub: a KubeFleet object, else one that a placement selects. */
const firstIn = oncePer((world: World): ReadonlyMap<string, Manifest> => {
  const inNamespaces = world.judged.filter(
    (manifest) =>
      manifest.namespace !== undefined &&
      isResolved(manifest, '/metadata/namespace') &&
      manifestEntry(manifest, world).isNamespaced === true,
  );
  const first = new Map<string, Manifest>();
  // If a ResourcePlacement is in it, `rp-namespace-not-placed` reports it.
  const ofPlacements = new Set(namespacedPlacements(world).map((placement) => placement.namespace));
  for (const ours of [true, false])
    for (const manifest of inNamespaces) {
      const namespace = manifest.namespace ?? '';
      if (first.has(namespace) || ofPlacements.has(namespace) || isFleetObject(manifest.object) !== ours || !isLacking(namespace, world))
        continue;
      if (ours || placementsSending(manifest, world).length > 0) first.set(namespace, manifest);
    }
  return first;
});
