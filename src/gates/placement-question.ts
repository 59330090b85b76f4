import { groupOf, objectKey, refOf } from '../fleet/object.ts';
import type { KubeObject } from '../fleet/object.ts';
import { blindSpots, settlingOf } from './blind-spots.ts';
import { clusterStates } from './cluster-state.ts';
import { deployedObjects } from './content/deploy.ts';
import type { DeployedObject } from './content/deploy.ts';
import { isOverride } from './content/override.ts';
import { selectionOf } from './content/selection.ts';
import type { NamespaceLookup } from './content/selection.ts';
import type { Expectation } from './expectation.ts';
import { carries, freshAgainstDeploy, freshnessOfGroups } from './freshness.ts';
import type { Freshness } from './freshness.ts';
import type { GateMemory } from './memory.ts';
import type { PlacementQuestion } from './question.ts';
import type { Snapshot } from './snapshot.ts';
import { expectedStages } from './stages.ts';
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
  const found = freshnessOf(snapshot, view, expected);
  const freshness: Freshness =
    found.kind === 'fresh' && spots.length > 0
      ? { ...found, proof: 'assumed', note: `${found.note}; ${spots.join(' and ')} could not be read` }
      : found;
  const members = viewMembers(snapshot);
  const stages = expectedStages(options, view.reportDiff);
  const isHeld = settling?.remaining !== undefined;
  const clusters = clusterStates({ snapshot, view, freshness, stages, manifests, members, isHeld });
  const base = { snapshot, view, options, memory, manifests, deployed, freshness, stages, clusters, members };
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
  const all = [...(seenObjects(snapshot, 'ClusterResourcePlacement') ?? []), ...(seenObjects(snapshot, 'ResourcePlacement') ?? [])];
  return manifests.filter((object) => {
    const selection = selectionOf(placement, object, namespace);
    if (selection !== 'missed') return selection === 'selected';
    return !all.some((other) => selectionOf(other, object, namespace) === 'selected');
  });
}

function freshnessOf(snapshot: Snapshot, view: PlacementView, expected: readonly DeployedObject[] | undefined): Freshness {
  const live = liveLookup(snapshot);
  if (view.groups === undefined) return assumedFreshness(view);
  if (view.external && expected !== undefined) return externalFreshness(view, expected);
  const freshness = freshnessOfGroups(view.groups, expected, live);
  if (expected !== undefined || freshness.kind !== 'fresh') return freshness;
  const unlisted = unlistedOnHub(snapshot, view, freshness.group?.objects ?? []);
  if (unlisted === undefined) return freshness;
  const ref = refOf(unlisted);
  return {
    kind: 'stale',
    object: ref,
    message: `resource snapshot ${String(freshness.index)} does not hold ${ref.kind} ${ref.name} yet, which is selected`,
  };
}

/** The hub's own object by identity: `undefined` where its kind cannot be read, `null` where it is gone. */
export function liveLookup(snapshot: Snapshot): (object: KubeObject) => KubeObject | null | undefined {
  return (object) => {
    const type = { group: groupOf(object.apiVersion), kind: object.kind };
    if (snapshot.visibility(type).kind !== 'seen') return undefined;
    return snapshot.get(type, object.metadata.namespace, object.metadata.name) ?? null;
  };
}

/** Resource snapshots cannot be read: only the time since the deploy speaks for the content (failures.md §3.3, fallback). */
function assumedFreshness(view: PlacementView): Freshness {
  if (view.observedIndex === undefined) return { kind: 'stale', message: 'the placement has not observed a resource snapshot yet' };
  return {
    kind: 'fresh',
    proof: 'assumed',
    index: view.observedIndex,
    note: 'the index the placement shows',
  };
}

/** Under External a run chooses the snapshot, so any that holds the deploy will do; the newest such one is asked for. */
function externalFreshness(view: PlacementView, expected: readonly DeployedObject[]): Freshness {
  const answers = (view.groups ?? []).filter((group) => group.whole).map((group) => freshAgainstDeploy(group, expected));
  const fresh = answers.find((answer) => answer.kind === 'fresh');
  const none: Freshness = {
    kind: 'stale',
    message: 'no resource snapshot has been taken yet; under strategy External an update run takes it',
  };
  const best = fresh ?? answers[0] ?? none;
  return best.kind === 'notCarried' ? { kind: 'stale', message: best.message } : best;
}

/** Something on the hub that the selectors pick and the snapshot lacks; kinds nobody follows cannot be looked through. */
function unlistedOnHub(snapshot: Snapshot, view: PlacementView, held: readonly KubeObject[]): KubeObject | undefined {
  const known = new Set(held.map((object) => objectKey(refOf(object))));
  const namespace: NamespaceLookup = (name) => snapshot.get({ group: '', kind: 'Namespace' }, undefined, name);
  const types = new Map(
    held.map((object) => [`${groupOf(object.apiVersion)}/${object.kind}`, { group: groupOf(object.apiVersion), kind: object.kind }]),
  );
  for (const type of types.values()) {
    if (snapshot.visibility(type).kind !== 'seen') continue;
    const missing = snapshot
      .list(type)
      .find(
        (object) =>
          object.metadata.deletionTimestamp === undefined &&
          !known.has(objectKey(refOf(object))) &&
          selectionOf(view.object, object, namespace) === 'selected',
      );
    if (missing !== undefined) return missing;
  }
  return undefined;
}
