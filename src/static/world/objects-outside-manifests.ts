import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { hubHolds } from './hub-holds.ts';
import { manifestRef } from './identity.ts';
import { isGone } from './is-gone.ts';
import type { Manifest } from './manifest.ts';
import { placementKind } from './placements.ts';
import { withHub } from './with-hub.ts';
import type { World } from './world.ts';

/** An object that no manifest is, and that is there when they are applied. */
export interface ObjectOutsideManifests {
  readonly manifest: Manifest;
  /** `removed`: the base has it, so the change takes it away, which comes after what it creates. `hub`: only the hub has it. */
  readonly where: 'hub' | 'removed';
}

/** Those of a kind of KubeFleet's placement group: what the hub has, and what the base has unless the hub is seen to lack it. */
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
