import { objectAt } from '../../fleet/json/json.ts';
import { displayName, isDeleting, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { arrivedKeys } from '../deploy/deployed-object.ts';
import { unlikeRun } from '../rollout/unlike-run.ts';
import { awaitingByCluster, nextTimer, targetOutcome, withoutPerson } from './target-verdict.ts';
import type { TargetVerdict } from './target-verdict.ts';
import { forgive, type Forgiveness } from './forgiveness.ts';
import { gatedRun } from './gated-run.ts';
import { lastSteps } from './last-steps.ts';
import { diagnose } from '../diagnosis/diagnose.ts';
import type { Diagnosed } from '../diagnosis/diagnosed.ts';
import { judgeMissing } from './judge-missing.ts';
import { survivingTimers, timersOf } from '../diagnosis/timers.ts';
import { awaitedPick } from '../rollout/awaited-pick.ts';
import type { GateContext, PlacementContext } from '../rollout/context.ts';
import { removalsOf } from '../rollout/removals.ts';
import { runningWorkloads } from '../rollout/running-workloads.ts';
import { clusterDemand } from '../rollout/cluster-demand.ts';
import { sameApplyStrategy } from '../rollout/apply-strategy.ts';
import { pendingOverride } from '../rollout/behind-deploy.ts';
import type { ClusterState } from '../rollout/cluster-state.ts';
import { hasLeft } from '../rollout/has-left.ts';
import { runContext } from '../rollout/run-context.ts';
import type { Observation } from '../observations/observation.ts';
import { demandObservations } from '../observations/placement/cluster-demand.ts';
import { clustersInFlight } from '../observations/run/clusters-in-flight.ts';
import { clusterObservations } from '../observations/cluster/clusters.ts';
import { contentObservations, isSupersession, isUnsynced } from '../observations/placement/content.ts';
import { deleteStageObservations } from '../observations/run/delete-stage.ts';
import { withoutPersonActions } from '../observations/run/person-actions.ts';
import { finishedClusters } from '../observations/run/finished-clusters.ts';
import { movedClusters, movedObservations } from '../observations/run/moved-clusters.ts';
import { notableObservations } from '../observations/placement/notable.ts';
import { removedSince } from '../observations/placement/removed-since.ts';
import { personActionsOfDeploy, oldContentObservations } from '../observations/run/old-content.ts';
import { pickedAgainObservations } from '../observations/run/picked-again.ts';
import { notInRun, notInRunObservations } from '../observations/run/not-in-run.ts';
import { plannedBeforeObservations } from '../observations/run/planned-before.ts';
import { runHold, underHold } from '../observations/run/run-hold.ts';
import { placementUnderRun, renewedObservations } from '../observations/run/placement-under-run.ts';
import { withoutRecovered } from '../observations/run/recovered.ts';
import { concurrentObservations, runObservations, stalledObservations } from '../observations/run/runs.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { targetName } from '../deploy/target.ts';
import type { Target } from '../deploy/target.ts';
import { viewRun } from '../view/run.ts';
import type { RunView } from '../view/run.ts';
import { isActiveRun, runsOf } from '../view/runs-of.ts';
import { isUnstarted } from '../view/binding.ts';
import { typeOf } from '../view/seen.ts';

/**
 * Judges an update run: its progress by its own status, the content of clusters by the placement's bindings (KubeFleet
 * pkg/controllers/updaterun).
 */
export function judgeRun(target: Target, gate: GateContext): TargetVerdict {
  const { hub, memory } = gate;
  const object = hub.get(typeOf(target.kind), target.namespace, target.name);
  if (object === undefined || isDeleting(object)) return judgeMissing(target, gate);
  const run = viewRun(object);
  const context = gate.byStatus ? undefined : runContext(run, gate);
  const name = targetName(target);
  const uid = object.metadata.uid ?? '';
  const scope = { target: name, uid, content: String(run.usedIndex) };
  const observations = [...observationsOf(hub, run, context), ...demandOn(run, gate, context)];
  const seen = diagnose(observations, gate, scope);
  const { forgiven } = forgiveFinished(seen.found, run, gate);
  const hold = context && runHold(run, context, forgiven);
  const { found: diagnosed, timers } = hold === undefined ? seen : diagnose(underHold(observations, hold), gate, scope);
  const judged = forgiveFinished(diagnosed, run, gate).found;
  const isLetThrough = gate.options.onApproval === 'pass' && judged.some(({ outcome }) => outcome === 'waitingForPerson');
  const held = hold?.message ?? (isLetThrough && !gate.byStatus ? unprovenText(context) : undefined);
  const found = withoutPerson(judged, held);
  const isDone = gate.byStatus && run.succeeded?.status === 'True';
  const pending = held ?? (isDone ? undefined : pendingRun(run, context, forgiven)) ?? suspicionIn(found);
  const outcome = targetOutcome(found, pending);
  const gated = gatedRun(run, context, { outcome, found, forgiven, pending });
  return {
    gated,
    outcome,
    complete: hasEnded(run) || (gated.clusters.length > 0 && gated.clusters.every((cluster) => cluster.verdict !== 'waiting')),
    ...nextTimer(found, context?.unproven?.remaining),
    removals: context === undefined || run.succeeded?.status !== 'True' ? [] : removalsOf(context),
    running: context === undefined ? [] : runningWorkloads(context),
    ...(context === undefined ? {} : { placement: context.view.ref }),
    awaiting: context === undefined ? new Map() : awaitingByCluster(context),
    memory: {
      timers: timersOf([...survivingTimers(context?.clusters ?? [], memory, scope), ...timers.values()]),
      arrived: context === undefined ? memory.arrived : arrivedKeys(context.deployed),
      uids: new Map([[name, uid]]),
    },
  };
}

/** A run that fails on a cluster does not continue: only a failure after the run has finished a cluster can be forgiven. */
function forgiveFinished(diagnosed: readonly Diagnosed[], run: RunView, gate: GateContext): Forgiveness {
  const names = clustersOf(run);
  const found = diagnosed.map((entry) => withoutVerdict(entry, diagnosed));
  return forgive(found, clusterDemand(gate, names), new Set(finishedClusters(run)), names.length);
}

/** The requirements on its clusters, after these are known. */
function demandOn(run: RunView, gate: GateContext, context: PlacementContext | undefined): readonly Observation[] {
  if (run.initialized?.status !== 'True') return [];
  const clusters = context === undefined ? clustersOf(run) : [...currentClusters(run, context)];
  return demandObservations(gate, { scope: 'run', ref: run.ref, clusters });
}

/**
 * A failure on a cluster that this run was never allowed to update is reported as the cause. The verdict comes from the run, which cannot
 * continue.
 */
function withoutVerdict(entry: Diagnosed, found: readonly Diagnosed[]): Diagnosed {
  const { diagnosis, outcome } = entry;
  const isHeld = found.some((other) => other.diagnosis.id === 'run-stalled' && other.diagnosis.cluster === diagnosis.cluster);
  return outcome === 'failed' && isHeld ? { ...entry, outcome: 'suspect', diagnosis: { ...diagnosis, outcome: 'suspect' } } : entry;
}

/** Nothing more will come: a run that is not planned yet has no clusters either. */
function hasEnded(run: RunView): boolean {
  return run.succeeded !== undefined || run.initialized?.status === 'False';
}

function observationsOf(hub: HubState, run: RunView, context: PlacementContext | undefined): readonly Observation[] {
  if (context === undefined) return runObservations(hub, run);
  const own = personActionsOfDeploy(withoutRecovered(runObservations(hub, run), context), run, context);
  if (run.succeeded === undefined && own.some(({ fact }) => fact === 'placement-deleting')) return own;
  const replaced = contentObservations(context).filter(isSupersession);
  if (replaced.length > 0 && !stillDelivers(run, context)) {
    // If a run had this content and did not bring it, or lost it again, it will never bring it, regardless of what comes back to the hub.
    const isOver = context.freshness.kind === 'fresh';
    const asRun = (observation: Observation): Observation => ({
      ...ofRun(run, observation),
      ...(isOver && observation.fact === 'content-held-earlier' ? { fact: 'content-replaced' } : {}),
    });
    return [...replaced.map(asRun), ...own];
  }
  const moved = run.succeeded?.status === 'False' ? [] : movedObservations(run, context);
  if (moved.length > 0) return [...moved, ...withoutPersonActions(own)];
  if (run.succeeded?.status === 'True') return [...own, ...succeededObservations(run, context)];
  const renewed = renewedObservations(run, context);
  if (renewed.length > 0) return renewed;
  const unsynced = unsyncedObservations(run, context);
  const older = oldContentObservations(run, context);
  const planned = older.length > 0 ? older : plannedBeforeObservations(run, context);
  if (planned.length > 0) return [...planned, ...concurrentObservations(hub, run, context)];
  const stalled = stalledObservations(hub, run, context);
  const finished = context.view.bindings === undefined ? [] : finishedClusters(run);
  const moving = new Set([
    ...clustersInFlight(run).map(({ name }) => name),
    ...finished,
    ...stalled.map((observation) => observation.cluster),
  ]);
  const onClusters = clusterObservations({ ...context, clusters: context.clusters.filter((state) => moving.has(state.cluster)) });
  return [
    ...unsynced,
    ...own,
    ...concurrentObservations(hub, run, context),
    ...stalled,
    ...deleteStageObservations(run, context),
    ...onClusters,
    ...removedSince(context),
  ];
}

/**
 * A run continues with its own snapshot, regardless of what the hub has now. Newer content has replaced it only if the run never got this
 * content, or loses it.
 */
function stillDelivers(run: RunView, context: PlacementContext): boolean {
  if (context.freshness.kind !== 'fresh' || run.succeeded?.status === 'False' || run.initialized?.status === 'False') return false;
  const names = currentClusters(run, context);
  const kept = context.clusters.filter((state) => names.has(state.cluster) && state.current);
  return run.succeeded === undefined ? movedClusters(run, context).length === 0 : kept.length === names.size;
}

function succeededObservations(run: RunView, context: PlacementContext): readonly Observation[] {
  if (context.freshness.kind === 'fresh') {
    const updated = new Set(clustersOf(run));
    const clusters = context.clusters.filter((state) => updated.has(state.cluster));
    return [
      ...removedOnly(run, context),
      ...editedSince(run, context, clusters),
      ...notInRunObservations(run, context),
      ...contentObservations(context).filter((observation) => observation.fact === 'nothing-selected'),
      ...clusterObservations({ ...context, clusters }),
      ...notableObservations(context),
      ...removedSince(context),
    ];
  }
  const renewed = renewedObservations(run, context);
  return renewed.length > 0 ? renewed : [...unsyncedObservations(run, context), ...oldContentObservations(run, context)];
}

/** The run has the content that the hub has, which is not this deploy. */
function unsyncedObservations(run: RunView, context: PlacementContext): readonly Observation[] {
  if (context.freshness.kind === 'fresh' || context.freshness.isAsOnHub !== true) return [];
  return contentObservations(context)
    .filter(isUnsynced)
    .map((observation) => ofRun(run, observation));
}

/** An observation of the placement, as one of its run. */
function ofRun(run: RunView, observation: Observation): Observation {
  return { ...observation, scope: 'run', target: run.ref };
}

/**
 * The placement got another policy, apply strategy or overrides than the run had. Under External only a run writes them to the bindings,
 * and this one never will (KubeFleet pkg/controllers/updaterun/execution.go). The scheduler writes a new policy into the bindings itself:
 * they then wait until a run sets RolloutStarted again.
 */
function editedSince(run: RunView, context: PlacementContext, clusters: readonly ClusterState[]): readonly Observation[] {
  const { view, hub } = context;
  const [ran, placed] = [displayName(run.ref), displayName(view.ref)];
  const base = { scope: 'run', step: 'RolloutStarted', fact: 'run-placement-edited', target: run.ref, object: run.ref } as const;
  const behind = clusters.find((state) => isBehindOverrides(state, context));
  const active = runsOf(hub, view.object)?.filter(isActiveRun);
  if (active === undefined || active.some((other) => behind === undefined || mayBringOverrides(other, behind, context))) return [];
  if (placementUnderRun(hub, run) === 'edited' && clusters.some(({ binding }) => binding !== undefined && isUnstarted(binding))) {
    const evidence = [`${ran} was planned for another policy than ${placed} has now`];
    return [{ ...base, evidence, words: { edited: 'policy' } }];
  }
  if (behind !== undefined) {
    return [{ ...base, evidence: [`${behind.cluster}: ${behind.awaiting}`, `${ran} has ended`], words: { edited: 'set of overrides' } }];
  }
  const pickedAgain = pickedAgainObservations(run, context, clusters);
  if (pickedAgain.length > 0) return pickedAgain;
  const applied = objectAt(run.object, 'status', 'appliedStrategy');
  if (applied === undefined || sameApplyStrategy(view.object, applied) || clusters.every(({ current }) => current)) return [];
  const evidence = [`status.appliedStrategy of ${ran} is not spec.strategy.applyStrategy of ${placed}`];
  return [{ ...base, evidence, words: { edited: 'apply strategy' } }];
}

/** The clusters wait only for overrides, and only a run brings these. */
function isBehindOverrides({ binding, awaiting, current }: ClusterState, context: PlacementContext): boolean {
  const override = current || binding === undefined ? undefined : pendingOverride(context, binding);
  return override?.isTaken === true && override.message === awaiting;
}

/** A run keeps the overrides of its plan (KubeFleet pkg/controllers/updaterun/initialization.go): one that is planned may lack them too. */
function mayBringOverrides(object: KubeObject, { cluster, binding }: ClusterState, context: PlacementContext): boolean {
  const run = viewRun(object);
  if (run.initialized?.status !== 'True' || binding === undefined) return true;
  const planned = run.stages.flatMap(({ removes, clusters }) => (removes ? [] : clusters)).find(({ name }) => name === cluster);
  return planned !== undefined && pendingOverride({ ...context, run }, { ...binding, overrides: planned.overrides }) === undefined;
}

/** A run without clusters to update has placed nothing. */
function removedOnly(run: RunView, { view }: PlacementContext): readonly Observation[] {
  if (clustersOf(run).length > 0) return [];
  const evidence = [`${displayName(run.ref)} has no cluster to update`];
  return [{ scope: 'placement', step: 'Scheduled', fact: 'zero-clusters', target: view.ref, object: view.ref, evidence }];
}

/** Why the run may not pass yet. */
function pendingRun(run: RunView, context: PlacementContext | undefined, forgiven: ReadonlySet<string>): string | undefined {
  if (run.succeeded?.status !== 'True')
    return (context && lastSteps(run, context)) ?? run.progressing?.message ?? run.initialized?.message ?? 'the run is not picked up yet';
  if (context === undefined) return unprovenText(context);
  const unlike = unlikeRun(run, context);
  if (unlike !== undefined) return unlike;
  if (context.freshness.kind !== 'fresh') return context.freshness.message;
  const names = currentClusters(run, context);
  if (names.size === 0 && clustersOf(run).length > 0) return 'every cluster of the run has left the fleet';
  const states = context.clusters.filter((state) => names.has(state.cluster));
  if (states.length < names.size) return 'a cluster of the run has no binding any more';
  const unreported = run.stages
    .flatMap(({ removes, clusters }) => (removes ? [] : clusters))
    .find(({ name, succeeded }) => names.has(name) && succeeded?.status !== 'True' && !forgiven.has(name));
  if (unreported !== undefined) return `${unreported.name}: the run has succeeded, and does not report that it has updated this cluster`;
  const unfinished = states.find((state) => !state.good && !forgiven.has(state.cluster));
  if (unfinished !== undefined) return `${unfinished.cluster}: ${unfinished.awaiting}`;
  if (context.deploy === undefined) return undefined;
  const [other] = notInRun(run, context);
  return other === undefined
    ? (awaitedPick(context) ?? context.unproven?.message)
    : `${other.cluster} is not a cluster of the run: ${other.awaiting}`;
}

/** Why it is not known whether the run has the content of the deploy; absent if nothing prevents a pass. */
function unprovenText(context: PlacementContext | undefined): string | undefined {
  if (context === undefined) return 'its placement is not among the objects that were read';
  return context.freshness.kind === 'fresh' ? context.unproven?.message : context.freshness.message;
}

/** A suspect that may still become a failure prevents a succeeded run from passing. */
function suspicionIn(found: readonly Diagnosed[]): string | undefined {
  const suspect = found.find((entry) => entry.outcome === 'suspect');
  return suspect && (suspect.diagnosis.evidence[0] ?? suspect.diagnosis.title);
}

/** Its clusters without those that have left the fleet since; a placement does not wait for them either. */
function currentClusters(run: RunView, context: PlacementContext): ReadonlySet<string> {
  return new Set(clustersOf(run).filter((cluster) => !hasLeft(cluster, context)));
}

/** The clusters it updates; those of its delete stage are being removed. */
function clustersOf(run: RunView): readonly string[] {
  return run.stages.flatMap((stage) => (stage.removes ? [] : stage.clusters.map((cluster) => cluster.name)));
}
