import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { hubHolds } from './hub-holds.ts';
import { manifestRef } from './identity.ts';
import { isGone } from './is-gone.ts';
import type { Manifest } from './manifest.ts';
import { placementKind } from './placements.ts';
import { withHub } from './with-hub.ts';
import type { World } from './world.ts';

/** An object that is not in the manifests and exists when they are applied. */
export interface ObjectOutsideManifests {
  readonly manifest: Manifest;
  /** `removed`: the base has it, so the change deletes it, after it creates objects. `hub`: only the hub has it. */
  readonly where: 'hub' | 'removed';
}

/** Those of a kind of KubeFleet's placement group: objects of the hub, and of the base unless the hub shows that it lacks them. */
export function objectsOutsideManifests(kind: string, world: World): readonly ObjectOutsideManifests[] {
  const onHub = placementKind(withHub(world), kind).filter((manifest) => manifest.onHub === true);
  const gone = world.gone.filter(
    ({ object, namespace }) =>
      object.kind === kind &&
      groupOf(object.apiVersion) === PLACEMENT_GROUP &&
      hubHolds({ group: PLACEMENT_GROUP, kind, name: object.metadata.name, ...(namespace !== undefined && { namespace }) }, world) ===
        undefined,
  );
  return [
    ...onHub.map((manifest) => ({
      manifest,
      where: isGone({ group: PLACEMENT_GROUP, ...manifestRef(manifest) }, world) ? ('removed' as const) : ('hub' as const),
    })),
    ...gone.map((manifest) => ({ manifest, where: 'removed' as const })),
  ];
}
