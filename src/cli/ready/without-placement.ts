import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { isIdleOnHub, isPlaceable } from '../../gates/deploy/selection.ts';
import { typeOf } from '../../gates/view/seen.ts';
import type { ReadyReason } from '../../report.ts';
import { isOverride, selectedRefs } from '../../selection/override.ts';
import { deliveriesChangedBy, overridesIn } from '../../static/delivery/overridden-deliveries.ts';
import { isUnplaced } from '../../static/placing/placements-of-object.ts';
import { hubHolds } from '../../static/world/hub-holds.ts';
import { manifestRef } from '../../static/world/identity.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import { withHub } from '../../static/world/with-hub.ts';
import type { World } from '../../static/world/world.ts';
import { partsOf, worldOf } from '../tree/tree-part-inputs.ts';
import type { StaticInput } from '../tree/static-input.ts';

/** Objects of the files that act on no cluster, because no placement of the files or of the hub selects them. */
export function unplacedNotes(input: StaticInput): readonly string[] {
  const unplaced = judgedIn(input).filter(
    ([manifest, world]) =>
      (isPlaceable(manifest.object) || isIdleOnHub(manifest.object)) &&
      seesPlacements(manifest, world) &&
      isUnplaced(manifest, withHub(world)),
  );
  const names = namesOf(unplaced.map(([manifest]) => manifest));
  if (names.length === 0) return [];
  return [
    `No placement of these files or of the hub selects ${listed(names, 5)}, so no cluster gets ${names.length === 1 ? 'it' : 'them'}.`,
  ];
}

/** Overrides of the files that change nothing that a placement sends. @param known overrides that a reason names already */
export function idleOverrideReasons(input: StaticInput, known: ReadonlySet<string>): readonly ReadyReason[] {
  const idle = judgedIn(input).filter(([manifest, world]) => isOverride(manifest.object) && isIdle(manifest, world));
  return namesOf(idle.map(([manifest]) => manifest))
    .filter((name) => !known.has(name))
    .map((name) => ({
      id: 'override-without-effect',
      effect: 'warns',
      message: `${name} changes nothing that a placement of these files or of the hub sends to a cluster.`,
      remedy: 'Correct group, version, kind and name of its selectors, its namespace, and the placement that it names.',
    }));
}

/** KubeFleet's objects in the files. */
export function fleetObjectsOf({ read: { manifests } }: StaticInput): readonly string[] {
  return namesOf(manifests.filter(({ object }) => isFleetObject(object)));
}

function isIdle(manifest: Manifest, world: World): boolean {
  const override = overridesIn(world).get(manifest);
  // Without a namespace its targets are not known.
  if (override === undefined || (override.namespaced && manifest.namespace === undefined)) return false;
  if (!seesPlacements(manifest, world) || deliveriesChangedBy(override, world).length > 0) return false;
  // An object that may be on the hub unseen can be its target.
  return selectedRefs(manifest.object, manifest.namespace).every(({ apiVersion, ...ref }) => {
    const asked = { group: groupOf(apiVersion), ...ref };
    return world.find(asked).length > 0 || hubHolds(asked, world) !== undefined;
  });
}

function seesPlacements({ namespace }: Manifest, { hub }: World): boolean {
  const [wide, narrow] = [
    hub?.visibility(typeOf('ClusterResourcePlacement')).kind,
    hub?.visibility(typeOf('ResourcePlacement'), namespace).kind,
  ];
  return wide === 'seen' && (namespace === undefined || narrow === 'seen' || narrow === 'notServed');
}

function judgedIn(input: StaticInput): readonly (readonly [Manifest, World])[] {
  return partsOf(input).flatMap((part) => {
    const world = worldOf(part);
    return world.judged.map((manifest) => [manifest, world] as const);
  });
}

function namesOf(manifests: readonly Manifest[]): readonly string[] {
  return [...new Set(manifests.map((manifest) => displayName(manifestRef(manifest))))];
}
