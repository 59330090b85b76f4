import type { ClusterState } from '../cluster-state.ts';
import type { ObjectRef } from '../../fleet/object.ts';
import { displayName } from '../../fleet/object.ts';
import { envelopeIn } from '../view/envelope.ts';
import type { PlacementQuestion } from '../question.ts';
import type { Sighting } from '../sighting.ts';
import { leavingClusters } from '../view/leaving.ts';
import { isSilent } from '../view/member.ts';
import { contentMoments, lastingOnMember, lastingSince, shorter } from './lasting.ts';
import { manifestSightings } from './manifests.ts';
import { quote } from './scheduling.ts';
import { mayStillMove } from './undecided.ts';

/** What stands in the way on each cluster. A failure counts only where it speaks of the judged content. */
export function clusterSightings(question: PlacementQuestion): readonly Sighting[] {
  const leaving = leavingClusters(question.snapshot, question.view, question.options.grace.removal);
  return [
    ...question.clusters.flatMap((state) => sightingsOf(question, state)),
    ...leaving.map(({ cluster, evidence }): Sighting => ({
      scope: 'cluster',
      stage: 'RolloutStarted',
      fact: 'binding-leaving',
      target: question.view.ref,
      cluster,
      object: question.view.ref,
      evidence: [evidence],
    })),
  ];
}

/** What is wrong with the content there comes before what is wrong with the member: the lowest object that has a cause is the main one. */
function sightingsOf(question: PlacementQuestion, state: ClusterState): readonly Sighting[] {
  return [...contentOn(question, state), ...memberSightings(question, state)];
}

function contentOn(question: PlacementQuestion, state: ClusterState): readonly Sighting[] {
  const { condition, stage } = state;
  if (state.good || question.freshness.kind !== 'fresh') return [];
  if (!state.current) return isHeldBack(question, state) ? heldBack(question, state) : [];
  const manifests = stage === 'Applied' || stage === 'Available' || stage === 'DiffReported' ? manifestSightings(question, state) : [];
  if (manifests.length > 0) return manifests;
  if (areWorksAhead(state)) return [statusBehindWorks(question, state)];
  return condition === undefined ? [] : [onCluster(question, state)];
}

/** Not moved yet, and the placement says so about the newest content. */
function isHeldBack(question: PlacementQuestion, state: ClusterState): boolean {
  const { view, freshness } = question;
  return (
    !view.external &&
    state.stage === 'RolloutStarted' &&
    state.condition !== undefined &&
    freshness.kind === 'fresh' &&
    view.observedIndex === freshness.index
  );
}

/** Undecided is what waits for a place beside those that move as well: only where nothing moves does it mean anything. */
function heldBack(question: PlacementQuestion, state: ClusterState): readonly Sighting[] {
  const seen = onCluster(question, state);
  if (state.condition?.reason !== 'RolloutStartedUnknown') return [seen];
  return mayStillMove(question) ? [] : [{ ...seen, fact: 'rollout-undecidable' }];
}

function onCluster(question: PlacementQuestion, state: ClusterState): Sighting {
  const { view } = question;
  const about: ObjectRef = envelopeIn(state.condition?.message ?? '') ?? view.ref;
  const base = { scope: 'cluster', stage: state.stage, target: view.ref, cluster: state.cluster, object: about } as const;
  const evidence = [
    ...(state.condition === undefined ? [] : [quote(state.condition)]),
    ...(state.binding === undefined ? [] : [`binding ${state.binding.name}`]),
  ];
  if (state.condition === undefined) return { ...base, evidence };
  const moments = contentMoments(question, state.binding);
  const lasting = lastingSince(question.snapshot, state.condition.lastTransitionTime, ...moments);
  return { ...base, condition: state.condition, evidence, lasting };
}

function statusBehindWorks(question: PlacementQuestion, state: ClusterState): Sighting {
  const seen = onCluster(question, state);
  const answered = (state.works ?? []).flatMap((work) => [work.applied, work.available, work.diffReported]);
  const newest = answered.flatMap((condition) => condition?.lastTransitionTime ?? []).toSorted();
  const lasting = shorter(seen.lasting, lastingOnMember(question, state.cluster, newest.at(-1)));
  return lasting !== undefined && lasting < BUSY ? seen : { ...seen, fact: 'status-behind-works', lasting };
}

/** A busy hub agent may take this long to copy what the Works say, in ms. */
const BUSY = 60_000;

/** The binding's status can stay behind although every Work is good (KubeFleet issue 558). */
function areWorksAhead(state: ClusterState): boolean {
  const works = state.works ?? [];
  if (state.condition?.status !== 'False' || works.length === 0) return false;
  if (state.stage === 'DiffReported') return works.every((work) => work.diffReported?.status === 'True');
  const isApplied = works.every((work) => work.applied?.status === 'True');
  if (state.stage === 'Applied') return isApplied;
  return state.stage === 'Available' && isApplied && works.every((work) => work.available?.status === 'True');
}

function memberSightings(question: PlacementQuestion, state: ClusterState): readonly Sighting[] {
  const { members, options, view } = question;
  const member = members?.get(state.cluster);
  if (members === undefined || question.options.for === 'scheduled') return [];
  const object: ObjectRef = { apiVersion: 'cluster.kubernetes-fleet.io/v1', kind: 'MemberCluster', name: state.cluster };
  const base = { scope: 'cluster', stage: state.stage, target: view.ref, cluster: state.cluster, object } as const;
  if (member === undefined || member.leaving || !member.joined) {
    const why = member === undefined ? 'is not in the fleet' : member.leaving ? 'is leaving the fleet' : 'has not joined';
    return [{ ...base, fact: 'member-not-joined', evidence: [`${displayName(object)} ${why}`], lasting: member?.outFor }];
  }
  const asked = state.good || (state.current && ['Applied', 'Available', 'DiffReported'].includes(state.stage));
  if (!asked || !isSilent(members, state.cluster, options.grace.heartbeat)) return [];
  const minutes = Math.floor((member.heartbeatAge ?? 0) / 60_000);
  return [{ ...base, fact: 'member-silent', evidence: [`last heartbeat ${String(minutes)} minutes ago by the hub's clock`] }];
}
