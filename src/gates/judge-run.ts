import { displayName } from '../fleet/object.ts';
import type { ObjectRef } from '../fleet/object.ts';
import type { GatedCluster, GatedRun, Verdict } from '../report.ts';
import type { Expectation } from './expectation.ts';
import { effectOf, told } from './effect.ts';
import type { Judged } from './effect.ts';
import { identify } from './identify.ts';
import type { Identified } from './identify.ts';
import { keptTimers } from './kept-timers.ts';
import type { MemberObjects } from './members/member-reader.ts';
import type { GateMemory } from './memory.ts';
import type { PlacementQuestion } from './question.ts';
import { runQuestion } from './run-question.ts';
import { arrivedKeys } from './content/deploy.ts';
import type { Sighting } from './sighting.ts';
import { clusterSightings } from './sightings/clusters.ts';
import { contentSightings } from './sightings/content.ts';
import { notableSightings } from './sightings/notable.ts';
import { overrideSightings } from './sightings/overrides.ts';
import { concurrentSightings, inFlight, runSightings, stalledSightings } from './sightings/runs.ts';
import type { Snapshot } from './snapshot.ts';
import { targetName, targetRef } from './target.ts';
import type { Target } from './target.ts';
import { viewRun } from './view/run.ts';
import type { RunClusterView, RunView, StageView } from './view/run.ts';
import { isDeleting, typeOf } from './view/seen.ts';

/** An update run: its own word for the flow, the placement's bindings for what really runs where (KubeFleet pkg/controllers/updaterun). */
export function judgeRun(
  snapshot: Snapshot,
  target: Target,
  expectation: Expectation,
  memory: GateMemory,
  now: number,
  memberObjects: MemberObjects,
): Judged & { readonly gated: GatedRun } {
  const object = snapshot.get(typeOf(target.kind), target.namespace, target.name);
  if (object === undefined || isDeleting(object)) return judgeGone(target, object !== undefined, expectation, memory, now);
  const run = viewRun(object);
  const question = runQuestion(snapshot, run, expectation, memory, memberObjects);
  const scopeKey = `${targetName(target)}|${object.metadata.uid ?? ''}|${String(run.usedIndex)}`;
  const { found, firstSeen } = identify(sightingsOf(snapshot, run, question), memory, now, expectation.options, scopeKey);
  const pending = pendingRun(run, question);
  const effect = effectOf(found, pending);
  const stages = run.stages.map((stage) => toStage(stage, found));
  const clusters = stages.flatMap((stage) => stage.clusters);
  const timers = found.flatMap((entry) => entry.remaining ?? []);
  const gated: GatedRun = {
    object: run.ref,
    verdict: effect === 'human' || effect === 'undecided' ? 'waiting' : effect,
    summary: summaryOf(effect, found, pending),
    ...(object.metadata.generation === undefined ? {} : { generation: object.metadata.generation }),
    ...(run.usedIndex === undefined ? {} : { snapshotIndex: run.usedIndex }),
    freshness: question?.freshness.kind === 'fresh' ? question.freshness.proof : 'unproven',
    clusters,
    diagnoses: told(found, memory.watching),
    stages,
  };
  return {
    gated,
    effect,
    complete: hasEnded(run) || (clusters.length > 0 && clusters.every((cluster) => cluster.verdict !== 'waiting')),
    ...(timers.length === 0 ? {} : { nextTimer: Math.min(...timers) }),
    memory: {
      firstSeen: new Map([...keptTimers(question?.clusters ?? [], memory, `${scopeKey}|`), ...firstSeen]),
      arrived: question === undefined ? memory.arrived : arrivedKeys(question.deployed, memory),
      uids: new Map([...memory.uids, [targetName(target), object.metadata.uid ?? '']]),
    },
  };
}

function judgeGone(
  target: Target,
  isThere: boolean,
  expectation: Expectation,
  memory: GateMemory,
  now: number,
): Judged & { readonly gated: GatedRun } {
  const ref = targetRef(target);
  const known = memory.uids.has(targetName(target));
  const fact = isThere ? 'run-deleting' : known ? 'run-gone' : 'run-absent';
  const evidence = isThere ? `${displayName(ref)} is being deleted` : `${displayName(ref)} is not on the hub`;
  const sighting: Sighting = { scope: 'run', stage: 'Scheduled', fact, target: ref, object: ref, evidence: [evidence] };
  const { found, firstSeen } = identify([sighting], memory, now, expectation.options, targetName(target));
  const gated: GatedRun = {
    object: ref,
    verdict: 'failed',
    summary: evidence,
    freshness: 'unproven',
    clusters: [],
    diagnoses: told(found, false),
    stages: [],
  };
  return {
    gated,
    effect: 'failed',
    complete: false,
    memory: { firstSeen, arrived: memory.arrived, uids: isThere ? new Map([...memory.uids, [targetName(target), '']]) : memory.uids },
  };
}

/** Nothing more will come: a run that is not planned yet has no clusters either. */
function hasEnded(run: RunView): boolean {
  return run.succeeded !== undefined || run.initialized?.status === 'False';
}

function sightingsOf(snapshot: Snapshot, run: RunView, question: PlacementQuestion | undefined): readonly Sighting[] {
  const own = runSightings(snapshot, run);
  if (question === undefined) return own;
  const replaced = contentSightings(question).filter(
    (sighting) => sighting.fact === 'content-replaced' || sighting.fact === 'content-removed',
  );
  if (replaced.length > 0 && !stillDelivers(run, question))
    return [...replaced.map((sighting) => ({ ...sighting, scope: 'run', target: run.ref }) as const), ...own];
  if (run.succeeded?.status === 'True') return succeededSightings(run, question);
  const moving = new Set(inFlight(run));
  const onClusters = clusterSightings({ ...question, clusters: question.clusters.filter((state) => moving.has(state.cluster)) });
  return [...own, ...concurrentSightings(snapshot, run, question), ...stalledSightings(snapshot, run, question), ...onClusters];
}

/** A run goes on with its own snapshot whatever the hub holds by now; only when it has not got this content, or loses it, has something newer won. */
function stillDelivers(run: RunView, question: PlacementQuestion): boolean {
  if (question.freshness.kind !== 'fresh' || run.succeeded?.status === 'False' || run.initialized?.status === 'False') return false;
  return run.succeeded === undefined || pendingRun(run, question) === undefined;
}

function succeededSightings(run: RunView, question: PlacementQuestion): readonly Sighting[] {
  if (question.freshness.kind === 'fresh') return [...notableSightings(question), ...overrideSightings(question)];
  if (question.view.groups?.some((group) => group.index === run.usedIndex) !== true) return [];
  const index = String(run.usedIndex);
  return [
    {
      scope: 'run',
      stage: 'RolloutStarted',
      fact: 'run-old-content',
      target: run.ref,
      object: run.ref,
      evidence: [question.freshness.message],
      words: { index },
    },
  ];
}

/** Why the run may not pass yet. */
function pendingRun(run: RunView, question: PlacementQuestion | undefined): string | undefined {
  if (run.succeeded?.status !== 'True') return run.progressing?.message ?? run.initialized?.message ?? 'the run is not taken up yet';
  if (question === undefined) return 'its placement could not be read';
  if (question.freshness.kind !== 'fresh') return question.freshness.message;
  const names = new Set(run.stages.flatMap((stage) => (isRemoval(stage) ? [] : stage.clusters.map((cluster) => cluster.name))));
  const states = question.clusters.filter((state) => names.has(state.cluster));
  if (states.length < names.size) return 'a cluster of the run has no binding any more';
  const behind = states.find((state) => !state.good);
  return behind && `${behind.cluster}: ${behind.awaiting}`;
}

function isRemoval(stage: StageView): boolean {
  return stage.name === 'kubernetes-fleet.io/deleteStage';
}

function toStage(stage: StageView, found: readonly Identified[]): GatedRun['stages'][number] {
  const clusters = isRemoval(stage) ? [] : stage.clusters.map((cluster) => toCluster(cluster, found));
  const verdict: Verdict = stage.succeeded === undefined ? 'waiting' : stage.succeeded.status === 'True' ? 'passed' : 'failed';
  return {
    name: stage.name,
    verdict,
    clusters,
    tasks: stage.tasks.map((task) => `${task.type} ${task.when} the stage${task.approval === undefined ? '' : ` (${task.approval})`}`),
  };
}

function toCluster(cluster: RunClusterView, found: readonly Identified[]): GatedCluster {
  const mine = found.filter((entry) => entry.diagnosis.cluster === cluster.name);
  const since = cluster.started?.lastTransitionTime;
  const stage = cluster.succeeded !== undefined ? 'Available' : cluster.started !== undefined ? 'RolloutStarted' : 'Scheduled';
  return { name: cluster.name, verdict: clusterVerdict(cluster, mine), stage, ...(since === undefined ? {} : { since }) };
}

function clusterVerdict(cluster: RunClusterView, mine: readonly Identified[]): Verdict {
  if (cluster.succeeded?.status === 'False' || mine.some((entry) => entry.effect === 'fails')) return 'failed';
  if (mine.some((entry) => entry.effect === 'stuck')) return 'stuck';
  return cluster.succeeded?.status === 'True' ? 'passed' : 'waiting';
}

function summaryOf(effect: Judged['effect'], found: readonly Identified[], pending: string | undefined): string {
  if (effect === 'passed') return 'succeeded on every cluster with the content of this deploy';
  const decisive = found.find((entry) => ['superseded', 'fails', 'stuck', 'human'].includes(entry.effect));
  const about: ObjectRef | undefined = decisive?.diagnosis.object;
  return decisive === undefined
    ? (pending ?? 'waiting')
    : `${decisive.diagnosis.title}${about === undefined ? '' : ` (${displayName(about)})`}`;
}
