import { isDeleting, objectKey } from '../../fleet/kubernetes/object.ts';
import { arrivedKeys } from '../deploy/deployed-object.ts';
import { awaitingByCluster, nextTimer, targetOutcome, withoutPerson } from './target-verdict.ts';
import type { TargetVerdict } from './target-verdict.ts';
import { holdOfRuns, externalObservations, isDelivered } from '../observations/run/external-runs.ts';
import { supplyingPlacementsOf } from './supplying-placements.ts';
import { gatedPlacement } from './gated-placement.ts';
import { forgive, type Forgiveness } from './forgiveness.ts';
import { diagnose, type Diagnoses } from '../diagnosis/diagnose.ts';
import { judgeMissing } from './judge-missing.ts';
import { survivingTimers, timersOf } from '../diagnosis/timers.ts';
import { pendingWork } from './pending.ts';
import { clusterDemand } from '../rollout/cluster-demand.ts';
import { placementContext } from '../rollout/placement-context.ts';
import { removalsOf } from '../rollout/removals.ts';
import { runningWorkloads } from '../rollout/running-workloads.ts';
import type { GateContext, PlacementContext } from '../rollout/context.ts';
import type { Observation } from '../observations/observation.ts';
import { demandObservations } from '../observations/placement/cluster-demand.ts';
import { clusterObservations } from '../observations/cluster/clusters.ts';
import { contentObservations, isSupersession } from '../observations/placement/content.ts';
import { deadlockObservations } from '../observations/placement/deadlock.ts';
import { evictionObservations } from '../observations/placement/evictions.ts';
import { notableObservations } from '../observations/placement/notable.ts';
import { removedSince } from '../observations/placement/removed-since.ts';
import { schedulingObservations } from '../observations/placement/scheduling.ts';
import { undecidedObservations } from '../observations/placement/undecided.ts';
import { unnoticedOverrides } from '../observations/placement/unnoticed-overrides.ts';
import { targetName } from '../deploy/target.ts';
import type { Target } from '../deploy/target.ts';
import { askedClusters } from '../view/placement.ts';
import { isCurrent, typeOf } from '../view/seen.ts';

/** Judges a ClusterResourcePlacement or ResourcePlacement by its status, bindings, snapshots and Works. */
export function judgePlacement(target: Target, gate: GateContext): TargetVerdict {
  const { hub, memory } = gate;
  const placement = hub.get(typeOf(target.kind), target.namespace, target.name);
  if (placement === undefined || isDeleting(placement)) return judgeMissing(target, gate);
  const context = placementContext(placement, gate);
  const { view, freshness, deployed, clusters } = context;
  const name = targetName(target);
  const uid = placement.metadata.uid ?? '';
  const rolloutScope = { target: name, uid, content: freshness.kind === 'fresh' ? String(freshness.index) : '' };
  const diagnosed = (without: ReadonlySet<string>): PlacementDiagnoses => {
    const { placementWide = [], onClusters = [] } = Object.groupBy(observationsOf(context, without), (seen) =>
      isPlacementWide(seen) ? 'placementWide' : 'onClusters',
    );
    const scheduling = diagnose(placementWide, gate, { target: name, uid, content: `g${String(view.generation)}` });
    return { scheduling, rollout: diagnose(onClusters, gate, rolloutScope) };
  };
  const first = diagnosed(new Set());
  const { forgiven } = forgiveOn(context, first);
  const { scheduling, rollout } = forgiven.size === 0 ? first : diagnosed(forgiven);
  const found = withoutPerson(forgiveOn(context, { scheduling, rollout }).found, holdOfRuns(context, forgiven)?.message);
  const pending = pendingWork(context, { found, forgiven });
  const outcome = targetOutcome(found, pending);
  const gated = gatedPlacement(context, outcome, { found, forgiven }, pending?.message);
  return {
    gated,
    outcome,
    complete: gated.clusters.every((cluster) => cluster.verdict !== 'waiting'),
    ...nextTimer(found, context.unproven?.remaining),
    removals: removalsOf(context),
    running: runningWorkloads(context),
    placement: view.ref,
    awaiting: awaitingByCluster(context),
    supplyingPlacements: supplyingPlacementsOf(context, { found, forgiven }),
    memory: {
      timers: timersOf([...survivingTimers(clusters, memory, rolloutScope), ...scheduling.timers.values(), ...rollout.timers.values()]),
      arrived: arrivedKeys(deployed),
      uids: new Map([[name, uid]]),
    },
  };
}

interface PlacementDiagnoses {
  readonly scheduling: Diagnoses;
  readonly rollout: Diagnoses;
}

function forgiveOn(context: PlacementContext, { scheduling, rollout }: PlacementDiagnoses): Forgiveness {
  const names = context.clusters.map(({ cluster }) => cluster);
  const demand = clusterDemand(context, names, askedClusters(context.view));
  return forgive([...scheduling.found, ...rollout.found], demand, new Set(names), names.length);
}

function observationsOf(context: PlacementContext, forgiven: ReadonlySet<string>): readonly Observation[] {
  const content = contentObservations(context);
  if (content.some((observation) => observation.fact === 'content-replaced') && !isDelivered(context)) return content;
  const own = context.deployed.find((object) => objectKey(object.ref) === objectKey(context.view.ref));
  if (own?.state === 'pending') return content;
  const scheduling = [...schedulingObservations(context), ...demandOn(context)];
  if (context.options.for === 'scheduled') return scheduling;
  const refused = scheduling.some((observation) => observation.condition?.reason === 'InvalidResourceSelectors');
  if (refused) return scheduling;
  return [
    ...scheduling,
    ...(isDelivered(context) ? [...content.filter((observation) => !isSupersession(observation)), ...removedSince(context)] : content),
    ...(context.view.external
      ? externalObservations(context, forgiven)
      : [...undecidedObservations(context), ...deadlockObservations(context), ...unnoticedOverrides(context)]),
    ...clusterObservations(context),
    ...notableObservations(context),
    ...evictionObservations(context),
  ];
}

/** The requirements on its clusters, after the scheduler has processed this generation. */
function demandOn(context: PlacementContext): readonly Observation[] {
  const { view } = context;
  const scheduled = view.conditions.get('Scheduled');
  if (scheduled === undefined || scheduled.status === 'Unknown' || !isCurrent(scheduled, view.generation)) return [];
  const clusters = context.clusters.map(({ cluster }) => cluster);
  return demandObservations(context, { scope: 'placement', ref: view.ref, clusters, asked: askedClusters(view) });
}

function isPlacementWide(observation: Observation): boolean {
  return observation.scope === 'placement' && observation.step === 'Scheduled';
}
