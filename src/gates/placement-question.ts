import { objectKey, refOf } from '../fleet/object.ts';
import type { KubeObject } from '../fleet/object.ts';
import { blindSpots, settlingOf } from './blind-spots.ts';
import { clusterStates } from './cluster-state.ts';
import { deployedObjects } from './content/deploy.ts';
import type { DeployedObject } from './content/deploy.ts';
import { isOverride } from './content/override.ts';
import { selectionOf } from './content/selection.ts';
import type { NamespaceLookup } from './content/selection.ts';
import type { Expectation } from './expectation.ts';
import { carries } from './freshness.ts';
import type { Freshness } from './freshness.ts';
import type { MemberObjects } from './members/member-reader.ts';
import type { GateMemory } from './memory.ts';
import { placementFreshness } from './placement-freshness.ts';
import type { PlacementQuestion } from './question.ts';
import type { Snapshot } from './snapshot.ts';
import { expectedStages } from './stages.ts';
import { isPlacementKind } from './target.ts';
import { viewMembers } from './view/member.ts';
import { viewPlacement } from './view/placement.ts';
import type { PlacementView } from './view/placement.ts';
import { seenObjects } from './view/seen.ts';

/** Gathers what is known about one placement that exists. */
export function placementQuestion(
  snapshot: Snapshot,
  placement: KubeObject,
  expectation: Expectation,
  memory: GateMemory,
  now: number,
  memberObjects: MemberObjects,
): PlacementQuestion {
  const view = viewPlacement(snapshot, placement);
  const { options } = expectation;
  const manifests = expectation.manifests ?? [];
  const content = contentFor(snapshot, placement, manifests);
  const others = manifests.filter((object) => isOverride(object) || objectKey(refOf(object)) === objectKey(view.ref));
  const deployed = deployedObjects(snapshot, [...content, ...others], memory).map((object) =>
    isOvertaken(view, object) ? ({ ...object, state: 'replaced' } as const) : object,
  );
  const expected = expectation.manifests === undefined ? undefined : deployed.slice(0, content.length);
  const spots = blindSpots(snapshot, view, manifests);
  const settling = settlingOf(spots, memory, options.grace.snapshot, now);
  const found = placementFreshness(
    snapshot,
    view,
    expected,
    memory.startedAt === undefined || memory.startedAt + options.grace.snapshot > now,
  );
  const freshness: Freshness =
    found.kind === 'fresh' && spots.length > 0
      ? { ...found, proof: 'assumed', note: `${found.note}; ${spots.join(' and ')} could not be read` }
      : found;
  const members = viewMembers(snapshot);
  const stages = expectedStages(options, view.reportDiff);
  const isHeld = settling?.remaining !== undefined;
  const clusters = clusterStates({ snapshot, view, freshness, stages, manifests, members, isHeld });
  const base = { snapshot, view, options, memory, manifests, deployed, freshness, stages, clusters, members, memberObjects };
  return settling === undefined ? base : { ...base, settling };
}

/** The newest snapshot holds this deploy and the hub's object does not: something newer came before the gate could look. */
function isOvertaken(view: PlacementView, object: DeployedObject): boolean {
  if (object.state !== 'awaited' || object.live === undefined || view.external) return false;
  const carried = view.groups?.[0]?.objects.find((found) => objectKey(refOf(found)) === objectKey(object.ref));
  return carried !== undefined && carries(carried, object);
}

/**
 * The objects of the deploy this placement is to roll out: those it selects, and those of a kind it selects that no placement selects.
 * The rest of a deploy may belong to other placements, or to the hub alone.
 */
export function contentFor(snapshot: Snapshot, placement: KubeObject, manifests: readonly KubeObject[]): readonly KubeObject[] {
  const namespace: NamespaceLookup = (name) =>
    manifests.find((object) => object.kind === 'Namespace' && object.metadata.name === name) ??
    snapshot.get({ group: '', kind: 'Namespace' }, undefined, name);
  const all = [
    ...manifests.filter((object) => isPlacementKind(object.kind)),
    ...(seenObjects(snapshot, 'ClusterResourcePlacement') ?? []),
    ...(seenObjects(snapshot, 'ResourcePlacement', placement.metadata.namespace) ?? []),
  ];
  return manifests.filter((object) => {
    const selection = selectionOf(placement, object, namespace);
    if (selection !== 'missed') return selection === 'selected';
    return !all.some((other) => selectionOf(other, object, namespace) === 'selected');
  });
}
