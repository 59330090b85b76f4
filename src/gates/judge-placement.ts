import type { GatedCluster, GatedPlacement, Verdict } from '../report.ts';
import { displayName, objectKey } from '../fleet/object.ts';
import type { ClusterState } from './cluster-state.ts';
import { arrivedKeys } from './content/deploy.ts';
import type { Expectation } from './expectation.ts';
import { externalSightings, isDelivered } from './external.ts';
import { effectOf, told } from './effect.ts';
import type { Judged } from './effect.ts';
import { identify } from './identify.ts';
import type { Identified } from './identify.ts';
import { keptTimers } from './kept-timers.ts';
import type { MemberObjects } from './members/member-reader.ts';
import type { GateMemory } from './memory.ts';
import { pendingWork } from './pending-work.ts';
import { placementQuestion } from './placement-question.ts';
import type { PlacementQuestion } from './question.ts';
import type { Sighting } from './sighting.ts';
import { clusterSightings } from './sightings/clusters.ts';
import { contentSightings } from './sightings/content.ts';
import { deadlockSightings } from './sightings/deadlock.ts';
import { evictionSightings } from './sightings/evictions.ts';
import { notableSightings } from './sightings/notable.ts';
import { schedulingSightings } from './sightings/scheduling.ts';
import type { Snapshot } from './snapshot.ts';
import { targetName, targetRef } from './target.ts';
import type { Target } from './target.ts';
import { isDeleting, typeOf } from './view/seen.ts';

export function judgePlacement(
  snapshot: Snapshot,
  target: Target,
  expectation: Expectation,
  memory: GateMemory,
  now: number,
  memberObjects: MemberObjects,
): Judged {
  const placement = snapshot.get(typeOf(target.kind), target.namespace, target.name);
  if (placement === undefined || isDeleting(placement)) return judgeGone(snapshot, target, expectation, memory, now);
  const question = placementQuestion(snapshot, placement, expectation, memory, now, memberObjects);
  const { view } = question;
  const uid = placement.metadata.uid ?? '';
  const index = question.freshness.kind === 'fresh' ? String(question.freshness.index) : '';
  const sightings = sightingsOf(question);
  const scheduling = identify(
    sightings.filter(isAboutPlacement),
    memory,
    now,
    question.options,
    `${targetName(target)}|${uid}|g${String(view.generation)}`,
  );
  const rolling = identify(
    sightings.filter((sighting) => !isAboutPlacement(sighting)),
    memory,
    now,
    question.options,
    `${targetName(target)}|${uid}|${index}`,
  );
  const found = [...scheduling.found, ...rolling.found];
  const kept = keptTimers(question.clusters, memory, `${targetName(target)}|${uid}|${index}|`);
  const clusters = question.clusters.map((state) => gatedCluster(question, state, found));
  const pending = pendingWork(question, found);
  const effect = effectOf(found, pending);
  const verdict = verdictOf(effect, clusters, found);
  const gated: GatedPlacement = {
    object: view.ref,
    verdict,
    summary: summaryOf(question, effect, found, pending),
    ...(view.generation === undefined ? {} : { generation: view.generation }),
    ...(view.observedIndex === undefined ? {} : { snapshotIndex: view.observedIndex }),
    freshness: question.freshness.kind === 'fresh' ? question.freshness.proof : 'unproven',
    clusters,
    diagnoses: told(found, memory.watching),
  };
  const timers = [...found.flatMap((entry) => entry.remaining ?? []), question.settling?.remaining ?? []].flat();
  return {
    gated,
    effect,
    complete: clusters.every((cluster) => cluster.verdict !== 'waiting'),
    ...(timers.length === 0 ? {} : { nextTimer: Math.min(...timers) }),
    memory: {
      firstSeen: new Map([...kept, ...scheduling.firstSeen, ...rolling.firstSeen]),
      arrived: arrivedKeys(question.deployed, memory),
      uids: new Map([...memory.uids, [targetName(target), uid]]),
    },
  };
}

/** Undecided for the time of settling: a placement may be deleted only to be created anew. */
function judgeGone(snapshot: Snapshot, target: Target, expectation: Expectation, memory: GateMemory, now: number): Judged {
  const ref = targetRef(target);
  const there = snapshot.get(typeOf(target.kind), target.namespace, target.name);
  const known = memory.uids.has(targetName(target));
  const fact = there !== undefined ? 'placement-deleting' : known ? 'placement-gone' : 'placement-absent';
  const evidence =
    there === undefined
      ? `${displayName(ref)} is not on the hub`
      : `metadata.deletionTimestamp ${String(there.metadata.deletionTimestamp)}`;
  const unreadable = snapshot.visibility(typeOf(target.kind), target.namespace);
  if (unreadable.kind !== 'seen') {
    const gated: GatedPlacement = {
      object: ref,
      verdict: 'unknown',
      summary: `${target.kind} objects could not be read`,
      freshness: 'unproven',
      clusters: [],
      diagnoses: [],
    };
    return { gated, effect: 'undecided', complete: true, memory };
  }
  const sighting: Sighting = { scope: 'placement', stage: 'Scheduled', fact, target: ref, object: ref, evidence: [evidence] };
  const { found, firstSeen } = identify([sighting], memory, now, expectation.options, targetName(target));
  const gated: GatedPlacement = {
    object: ref,
    verdict: 'failed',
    summary: evidence,
    freshness: 'unproven',
    clusters: [],
    diagnoses: told(found, false),
  };
  const uids = there?.metadata.uid === undefined ? memory.uids : new Map([...memory.uids, [targetName(target), there.metadata.uid]]);
  return { gated, effect: 'failed', complete: false, memory: { firstSeen, arrived: memory.arrived, uids } };
}

function sightingsOf(question: PlacementQuestion): readonly Sighting[] {
  const content = contentSightings(question);
  if (content.some((sighting) => sighting.fact === 'content-replaced') && !isDelivered(question)) return content;
  const own = question.deployed.find((object) => objectKey(object.ref) === objectKey(question.view.ref));
  if (own?.state === 'awaited') return content;
  const scheduling = schedulingSightings(question);
  if (question.options.for === 'scheduled') return scheduling;
  const refused = scheduling.some((sighting) => sighting.condition?.reason === 'InvalidResourceSelectors');
  if (refused) return scheduling;
  return [
    ...scheduling,
    ...content.filter((sighting) => !isTakenOver(sighting) || !isDelivered(question)),
    ...(question.view.external ? externalSightings(question) : deadlockSightings(question)),
    ...clusterSightings(question),
    ...notableSightings(question),
    ...evictionSightings(question),
  ];
}

/** Something newer came to the hub; a rollout that goes on with its own snapshot does not care. */
function isTakenOver(sighting: Sighting): boolean {
  return sighting.fact === 'content-replaced' || sighting.fact === 'content-removed';
}

function isAboutPlacement(sighting: Sighting): boolean {
  return sighting.scope === 'placement' && sighting.stage === 'Scheduled';
}

function gatedCluster(question: PlacementQuestion, state: ClusterState, found: readonly Identified[]): GatedCluster {
  const mine = found.filter((entry) => entry.diagnosis.cluster === state.cluster);
  const since = state.condition?.lastTransitionTime;
  const verdict = clusterVerdict(question, state, mine);
  return { name: state.cluster, verdict, stage: state.stage, ...(since === undefined ? {} : { since }) };
}

function clusterVerdict(question: PlacementQuestion, state: ClusterState, mine: readonly Identified[]): Verdict {
  if (mine.some((entry) => entry.effect === 'fails')) return 'failed';
  if (mine.some((entry) => entry.effect === 'stuck')) return 'stuck';
  if (!state.good) return 'waiting';
  const blind =
    state.binding?.conditions.some(
      (condition) => condition.type === 'Available' && condition.reason === 'NotAllWorkAreAvailabilityTrackable',
    ) === true;
  return blind && question.stages.includes('Available') ? 'notVerified' : 'passed';
}

function verdictOf(effect: Judged['effect'], clusters: readonly GatedCluster[], found: readonly Identified[]): Verdict {
  if (effect === 'failed' && found.every((entry) => entry.effect !== 'fails' || entry.diagnosis.id === 'eviction-not-executed')) {
    return clusters.every((cluster) => cluster.verdict === 'passed') ? 'passed' : 'waiting';
  }
  if (effect === 'human' || effect === 'undecided') return 'waiting';
  if (effect !== 'passed') return effect;
  return clusters.some((cluster) => cluster.verdict === 'notVerified') ? 'notVerified' : 'passed';
}

function summaryOf(
  question: PlacementQuestion,
  effect: Judged['effect'],
  found: readonly Identified[],
  pending: { readonly message: string } | undefined,
): string {
  const decisive = found.find((entry) => ['superseded', 'fails', 'stuck', 'human'].includes(entry.effect));
  if (effect === 'passed') {
    const count = question.clusters.length;
    const note = question.freshness.kind === 'fresh' ? question.freshness.note : '';
    return `good on ${String(count)} ${count === 1 ? 'cluster' : 'clusters'}; ${note}`;
  }
  if (decisive !== undefined && effect !== 'undecided') {
    const where = decisive.diagnosis.cluster === undefined ? '' : ` (${decisive.diagnosis.cluster})`;
    return `${decisive.diagnosis.title}${where}`;
  }
  return pending?.message ?? 'waiting';
}
