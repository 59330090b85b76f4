import { displayName } from '../fleet/object.ts';
import { arrivedKeys } from './content/deploy.ts';
import { effectOf, nextTimer } from './effect.ts';
import type { Judged } from './effect.ts';
import { gatedRun } from './gated-run.ts';
import { identify } from './identify.ts';
import type { Identified } from './identified.ts';
import { judgeGone } from './judge-gone.ts';
import { keptTimers } from './kept-timers.ts';
import type { Look } from './look.ts';
import type { PlacementQuestion } from './question.ts';
import { runQuestion } from './run-question.ts';
import type { Sighting } from './sighting.ts';
import { clusterSightings } from './sightings/clusters.ts';
import { contentSightings, isTakenOver } from './sightings/content.ts';
import { removalSightings } from './sightings/delete-stage.ts';
import { notableSightings } from './sightings/notable.ts';
import { overrideSightings } from './sightings/overrides.ts';
import { concurrentSightings, inFlight, runSightings, stalledSightings } from './sightings/runs.ts';
import type { Snapshot } from './snapshot.ts';
import { targetName } from './target.ts';
import type { Target } from './target.ts';
import { viewRun } from './view/run.ts';
import type { RunView } from './view/run.ts';
import { isDeleting, typeOf } from './view/seen.ts';

/** An update run: its own word for the flow, the placement's bindings for what really runs where (KubeFleet pkg/controllers/updaterun). */
export function judgeRun(target: Target, look: Look): Judged {
  const { snapshot, memory } = look;
  const object = snapshot.get(typeOf(target.kind), target.namespace, target.name);
  if (object === undefined || isDeleting(object)) return judgeGone(target, look);
  const run = viewRun(object);
  const question = runQuestion(run, look);
  const scopeKey = `${targetName(target)}|${object.metadata.uid ?? ''}|${String(run.usedIndex)}`;
  const { found: identified, firstSeen } = identify(sightingsOf(snapshot, run, question), look, scopeKey);
  const found = identified.map((entry) => withoutVerdict(entry, identified));
  const pending = pendingRun(run, question) ?? suspicionIn(found);
  const effect = effectOf(found, pending);
  const gated = gatedRun(run, question, { effect, found, pending, memory });
  return {
    gated,
    effect,
    complete: hasEnded(run) || (gated.clusters.length > 0 && gated.clusters.every((cluster) => cluster.verdict !== 'waiting')),
    ...nextTimer(found),
    memory: {
      firstSeen: new Map([...keptTimers(question?.clusters ?? [], memory, `${scopeKey}|`), ...firstSeen]),
      arrived: question === undefined ? memory.arrived : arrivedKeys(question.deployed, memory),
      uids: new Map([...memory.uids, [targetName(target), object.metadata.uid ?? '']]),
    },
  };
}

/** What failed on a cluster this run was never let near is told as its cause; that the run cannot go on is what decides. */
function withoutVerdict(entry: Identified, found: readonly Identified[]): Identified {
  const { diagnosis, effect } = entry;
  const isHeld = found.some((other) => other.diagnosis.id === 'run-stalled' && other.diagnosis.cluster === diagnosis.cluster);
  return effect === 'fails' && isHeld ? { ...entry, effect: 'suspect', diagnosis: { ...diagnosis, outcome: 'suspect' } } : entry;
}

/** Nothing more will come: a run that is not planned yet has no clusters either. */
function hasEnded(run: RunView): boolean {
  return run.succeeded !== undefined || run.initialized?.status === 'False';
}

function sightingsOf(snapshot: Snapshot, run: RunView, question: PlacementQuestion | undefined): readonly Sighting[] {
  const own = runSightings(snapshot, run);
  if (question === undefined) return own;
  const replaced = contentSightings(question).filter(isTakenOver);
  if (replaced.length > 0 && !stillDelivers(run, question)) {
    // What a run that took this content did not bring, or lost again, it never brings any more, whatever comes back to the hub.
    const isOver = hasEnded(run) && question.freshness.kind === 'fresh';
    const asRun = (sighting: Sighting): Sighting => ({
      ...sighting,
      scope: 'run',
      target: run.ref,
      ...(isOver && sighting.fact === 'content-overtaken' ? { fact: 'content-replaced' } : {}),
    });
    return [...replaced.map(asRun), ...own];
  }
  if (run.succeeded?.status === 'True') return [...own, ...succeededSightings(run, question)];
  const stalled = stalledSightings(snapshot, run, question);
  const moving = new Set([...inFlight(run), ...stalled.map((sighting) => sighting.cluster)]);
  const onClusters = clusterSightings({ ...question, clusters: question.clusters.filter((state) => moving.has(state.cluster)) });
  return [...own, ...concurrentSightings(snapshot, run, question), ...stalled, ...removalSightings(run, question), ...onClusters];
}

/** A run goes on with its own snapshot whatever the hub holds by now; only when it has not got this content, or loses it, has something newer won. */
function stillDelivers(run: RunView, question: PlacementQuestion): boolean {
  if (question.freshness.kind !== 'fresh' || run.succeeded?.status === 'False' || run.initialized?.status === 'False') return false;
  const names = new Set(clustersOf(run));
  const kept = question.clusters.filter((state) => names.has(state.cluster) && state.current);
  return run.succeeded === undefined || kept.length === names.size;
}

function succeededSightings(run: RunView, question: PlacementQuestion): readonly Sighting[] {
  if (question.freshness.kind === 'fresh') {
    const updated = new Set(clustersOf(run));
    const clusters = question.clusters.filter((state) => updated.has(state.cluster));
    return [
      ...removedOnly(run, question),
      ...contentSightings(question).filter((sighting) => sighting.fact === 'nothing-selected'),
      ...clusterSightings({ ...question, clusters }),
      ...notableSightings(question),
      ...overrideSightings(question),
    ];
  }
  if (question.view.groups?.some((group) => group.index === run.usedIndex && group.whole) !== true) return [];
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

/** A run that had no cluster to update has placed nothing anywhere. */
function removedOnly(run: RunView, { view }: PlacementQuestion): readonly Sighting[] {
  if (clustersOf(run).length > 0) return [];
  const evidence = [`${displayName(run.ref)} has no cluster to update`];
  return [{ scope: 'placement', stage: 'Scheduled', fact: 'zero-clusters', target: view.ref, object: view.ref, evidence }];
}

/** Why the run may not pass yet. */
function pendingRun(run: RunView, question: PlacementQuestion | undefined): string | undefined {
  if (run.succeeded?.status !== 'True') return run.progressing?.message ?? run.initialized?.message ?? 'the run is not taken up yet';
  if (question === undefined) return 'its placement is not among the objects that were read';
  if (question.freshness.kind !== 'fresh') return question.freshness.message;
  const names = new Set(clustersOf(run));
  const states = question.clusters.filter((state) => names.has(state.cluster));
  if (states.length < names.size) return 'a cluster of the run has no binding any more';
  const behind = states.find((state) => !state.good);
  return behind && `${behind.cluster}: ${behind.awaiting}`;
}

/** What may still turn out to be a failure keeps a run that has succeeded from passing. */
function suspicionIn(found: readonly Identified[]): string | undefined {
  const suspect = found.find((entry) => entry.effect === 'suspect');
  return suspect && (suspect.diagnosis.evidence[0] ?? suspect.diagnosis.title);
}

/** The clusters it updates; those of its delete stage are on their way out. */
function clustersOf(run: RunView): readonly string[] {
  return run.stages.flatMap((stage) => (stage.removes ? [] : stage.clusters.map((cluster) => cluster.name)));
}
