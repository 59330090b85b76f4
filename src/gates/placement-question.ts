import { groupOf, objectKey, refOf } from '../fleet/object.ts';
import type { KubeObject } from '../fleet/object.ts';
import { blindSpots, settlingOf, unseenContent, untilTakenUp, unverified } from './blind-spots.ts';
import { clusterStates } from './cluster-state.ts';
import { deployedObjects } from './content/deploy.ts';
import { isOverride } from './content/override.ts';
import { withReplaced } from './content/overtaken.ts';
import { isWorkloadInReach, selectionOf } from './content/selection.ts';
import type { NamespaceLookup } from './content/selection.ts';
import type { Look } from './look.ts';
import { assumedFor, noting, placementFreshness } from './placement-freshness.ts';
import type { PlacementQuestion } from './question.ts';
import type { Snapshot } from './snapshot.ts';
import { expectedStages } from './stages.ts';
import { isPlacementKind } from './target.ts';
import { viewMembers } from './view/member.ts';
import { viewPlacement } from './view/placement.ts';
import { seenObjects, typeOf } from './view/seen.ts';

/** Gathers what is known about one placement that exists. */
export function placementQuestion(placement: KubeObject, look: Look): PlacementQuestion {
  const { snapshot, expectation, memory, now, memberObjects } = look;
  const view = viewPlacement(snapshot, placement);
  const { options } = expectation;
  const manifests = expectation.manifests ?? [];
  const content = contentFor(snapshot, placement, manifests);
  const others = manifests.filter((object) => isOverride(object) || objectKey(refOf(object)) === objectKey(view.ref));
  const deployed = withReplaced(deployedObjects(snapshot, [...content, ...others], memory), { snapshot, view, memory, manifests });
  const expected = expectation.manifests === undefined ? undefined : deployed.slice(0, content.length);
  const spots = blindSpots(snapshot, view, manifests);
  const unseen = unseenContent(snapshot, view, memory, now);
  const least = unseen.length > 0 ? untilTakenUp(snapshot, view) : 0;
  const settling = settlingOf([...spots, ...unseen], memory, { now, delay: options.grace.snapshot, least });
  const found = placementFreshness(
    snapshot,
    view,
    expected,
    memory.startedAt === undefined || memory.startedAt + options.grace.snapshot > now,
  );
  const freshness = noting(assumedFor(found, spots), unverified(snapshot, view));
  const members = viewMembers(snapshot);
  const stages = expectedStages(options, view.reportDiff);
  const isHeld = settling?.remaining !== undefined;
  const clusters = clusterStates({ snapshot, view, freshness, stages, manifests, members, isHeld });
  const base = { snapshot, view, options, memory, manifests, deployed, freshness, stages, clusters, members, memberObjects };
  return settling === undefined ? base : { ...base, settling };
}

/**
 * The objects of the deploy this placement is to roll out: those it selects, and those no placement selects though it selects others of
 * their kind, or reaches the namespace of such a workload. The rest of a deploy may belong to other placements, or to the hub alone.
 */
export function contentFor(snapshot: Snapshot, placement: KubeObject, manifests: readonly KubeObject[]): readonly KubeObject[] {
  const namespace: NamespaceLookup = (name) =>
    manifests.find((object) => object.kind === 'Namespace' && object.metadata.name === name) ??
    snapshot.get({ group: '', kind: 'Namespace' }, undefined, name);
  const cluster = seenObjects(snapshot, 'ClusterResourcePlacement');
  const namespaced = seenObjects(snapshot, 'ResourcePlacement', placement.metadata.namespace);
  const all = [...manifests.filter((object) => isPlacementKind(object.kind)), ...(cluster ?? []), ...(namespaced ?? [])];
  const isKnownOfAll = (object: KubeObject): boolean =>
    [cluster, namespaced].every((seen) => seen !== undefined) || isInFiles(snapshot, placement, object);
  return manifests.filter((object) => {
    const selection = selectionOf(placement, object, namespace);
    if (selection === 'selected') return true;
    const isMeant = selection === 'missed' || (isWorkloadInReach(placement, object, namespace) && isKnownOfAll(object));
    return isMeant && !all.some((other) => selectionOf(other, object, namespace) === 'selected');
  });
}

/** Files that hold the deployed object itself hold whatever else there is: no placement of a kind they hold none of places it. */
function isInFiles(snapshot: Snapshot, placement: KubeObject, object: KubeObject): boolean {
  const kinds = ['ClusterResourcePlacement', 'ResourcePlacement'].map((kind) =>
    snapshot.visibility(typeOf(kind), placement.metadata.namespace),
  );
  const { apiVersion, kind, metadata } = object;
  return (
    kinds.every((visibility) => visibility.kind === 'seen' || visibility.kind === 'unread') &&
    snapshot.get({ group: groupOf(apiVersion), kind }, metadata.namespace, metadata.name) !== undefined
  );
}
