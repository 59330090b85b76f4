import { displayName, objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { clustersAwaitingRun } from './awaiting-run.ts';
import { contentObservations, isUnsynced } from '../placement/content.ts';
import { leavingFrom } from '../placement/leaving-from.ts';
import { withoutRecovered } from './recovered.ts';
import { runObservations } from './runs.ts';
import { movedClusters } from './moved-clusters.ts';
import { personActionsOfDeploy, oldContentObservations } from './old-content.ts';
import { plannedBeforeObservations } from './planned-before.ts';
import { holdsJudged } from '../../rollout/holds-judged.ts';
import { runContext } from '../../rollout/run-context.ts';
import { viewRun } from '../../view/run.ts';
import type { RunView } from '../../view/run.ts';
import { endedBefore } from '../../view/ended-before.ts';
import { runHold, underHold, type RunHold } from './run-hold.ts';
import { abandonedRuns } from './abandoned-runs.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';
import { isUnstarted } from '../../view/binding.ts';
import { areRunsUnread, isActiveRun, isRunOf, runsOf } from '../../view/runs-of.ts';
import { isCurrent } from '../../view/seen.ts';

/**
 * Under strategy External only update runs move content: if none is active, a person must act (KubeFleet
 * pkg/controllers/placement/controller.go).
 * @param forgiven failed clusters that do not prevent an approval of later stages
 */
export function externalObservations(context: PlacementContext, forgiven: ReadonlySet<string>): readonly Observation[] {
  const { view, hub, freshness } = context;
  const isLeft = leavingFrom(context).some(({ awaitsRun }) => awaitsRun);
  const done =
    !isLeft &&
    freshness.kind === 'fresh' &&
    holdsJudged(context, view.observedIndex) &&
    context.clusters.length > 0 &&
    context.clusters.every((state) => state.good);
  const runs = runsOf(hub, view.object);
  if (done || runs === undefined || !isCurrent(view.conditions.get('Scheduled'), view.generation)) return [];
  const deployed = new Set(
    (context.deploy ?? []).filter((manifest) => isRunOf(manifest, view.object)).map((manifest) => manifest.metadata.name),
  );
  const older = new Map(runs.filter(isActiveRun).map((run) => [run, olderContentOf(run, context)]));
  const bringing = runs
    .filter((run) => (deployed.has(run.metadata.name) && !isPast(run, context)) || (older.get(run)?.length === 0 && mayBring(run, context)))
    .map((run) => ({ run, seen: older.get(run)?.[0] === undefined ? observedOf(run, context, forgiven) : (older.get(run) ?? []) }));
  const delivered = runs.filter((run) => hasDelivered(run, context));
  const abandoned = abandonedRuns(bringing, delivered);
  const followed = bringing.filter(({ run }) => !abandoned.has(run) || deployed.has(run.metadata.name));
  const observed = followed.flatMap(({ seen }) => seen);
  const known = new Set(runs.map((run) => run.metadata.name));
  if (observed.length > 0 || followed.some(({ run }) => isActiveRun(run)) || [...deployed].some((name) => !known.has(name)))
    return observed;
  const isBehind = view.bindings !== undefined && context.clusters.some((state) => !state.current);
  const isPickedAnew = context.clusters.some(({ binding }) => binding !== undefined && isUnstarted(binding));
  const isMoved = freshness.kind === 'fresh' && view.bindings !== undefined && context.clusters.length > 0;
  if (!isBehind && !isLeft && !isPickedAnew && (isMoved || delivered.length > 0)) return [];
  return [noRun(context, runs, older, abandoned)];
}

function noRun(
  context: PlacementContext,
  runs: readonly KubeObject[],
  older: ReadonlyMap<KubeObject, readonly Observation[]>,
  abandoned: ReadonlySet<KubeObject>,
): Observation {
  const { view, hub } = context;
  const others = [...older].filter(([run]) => !abandoned.has(run));
  const fateOf = (run: KubeObject): string => {
    if (abandoned.has(run)) return 'waits, and another run has brought the same since';
    return older.has(run) ? 'rolls out something else' : 'has ended';
  };
  const started = view.conditions.get('RolloutStarted');
  // True describes the result of an earlier run.
  const isSaid = started !== undefined && started.status !== 'True';
  const awaiting = clustersAwaitingRun(context);
  const evidence = [
    ...(awaiting === undefined ? [] : [awaiting]),
    ...(isSaid ? [`RolloutStarted ${started.status}: ${started.message}`] : []),
    ...(isSaid || runs.length > 0 ? [] : [`no update run names ${view.ref.name}`]),
    ...runs.map((run) => `${refOf(run).kind} ${run.metadata.name} ${fateOf(run)}`),
    ...others.flatMap(([, old]) => old.flatMap((seen) => seen.evidence)),
  ];
  const base = { scope: 'placement', step: 'RolloutStarted', fact: 'no-external-run', target: view.ref, object: view.ref } as const;
  const [[other] = []] = others;
  const isUnread = runs.length === 0 && areRunsUnread(hub, view.object);
  const words = {
    ...(other === undefined ? {} : { other: displayName(refOf(other)) }),
    ...(isUnread ? { isUnread: 'true' } : runs.length === 0 ? { isFirst: 'true' } : {}),
  };
  return { ...base, evidence, words };
}

/** Whether it is a run of an earlier deploy among the manifests of this one. */
function isPast(run: KubeObject, { deploy = [], hub, view }: PlacementContext): boolean {
  const own = deploy.filter((manifest) => isRunOf(manifest, view.object));
  return endedBefore(run, own, hub) !== undefined;
}

/** If the deploy was not described, the hub's content must be rolled out, and a run with another snapshot does not do that. */
function mayBring(run: KubeObject, context: PlacementContext): boolean {
  const { usedIndex } = viewRun(run);
  return context.deployed.length > 0 || context.freshness.kind !== 'fresh' || usedIndex === undefined || holdsJudged(context, usedIndex);
}

/** What holds up an active run of the placement, or a new one: it would roll out what the hub holds, which is not this deploy. */
export function holdOfRuns(context: PlacementContext, forgiven: ReadonlySet<string>): RunHold | undefined {
  const { hub, view } = context;
  if (!view.external) return undefined;
  for (const run of (runsOf(hub, view.object) ?? []).filter((found) => isActiveRun(found) && mayBring(found, context))) {
    const hold = holdUnder(viewRun(run), context, forgiven);
    if (hold !== undefined) return hold;
  }
  const unsynced = contentObservations(context).find(isUnsynced);
  return unsynced && { kind: 'unlike', message: unsynced.evidence.join('; ') };
}

function holdUnder(run: RunView, context: PlacementContext, forgiven: ReadonlySet<string>): RunHold | undefined {
  const underRun = contextUnder(run, context);
  return underRun && runHold(run, underRun, forgiven);
}

function observedOf(object: KubeObject, context: PlacementContext, forgiven: ReadonlySet<string>): readonly Observation[] {
  const run = viewRun(object);
  const own = runObservations(context.hub, run);
  const underRun = contextUnder(run, context);
  if (underRun === undefined) return own;
  // The deploy is not asked of other runs.
  const planned =
    context.deploy?.some((manifest) => objectKey(refOf(manifest)) === objectKey(run.ref)) === true
      ? plannedBeforeObservations(run, underRun)
      : [];
  if (planned.length > 0) return planned;
  const open = withoutRecovered(personActionsOfDeploy(own, run, underRun), underRun);
  return underHold(open, runHold(run, underRun, forgiven));
}

function olderContentOf(object: KubeObject, context: PlacementContext): readonly Observation[] {
  const run = viewRun(object);
  const underRun = contextUnder(run, context);
  return underRun === undefined ? [] : oldContentObservations(run, underRun);
}

function contextUnder(run: RunView, context: PlacementContext): PlacementContext | undefined {
  const { byStatus, deploy, followed, hub, members, memberObjects, memory, moment, options, reach, terms } = context;
  return runContext(run, { byStatus, deploy, followed, hub, members, memberObjects, memory, moment, options, reach, terms });
}

/** The run is finished, but the placement's status is not updated yet, or workloads must still start. */
function hasDelivered(run: KubeObject, context: PlacementContext): boolean {
  const { succeeded, usedIndex } = viewRun(run);
  return succeeded?.status === 'True' && holdsJudged(context, usedIndex);
}

/**
 * Whether an update run continues with the snapshot that holds this deploy, or has brought it everywhere, regardless of what the hub
 * holds now.
 */
export function isDelivered(context: PlacementContext): boolean {
  const { view, hub, freshness } = context;
  if (!view.external || freshness.kind !== 'fresh') return false;
  if (context.clusters.length > 0 && context.clusters.every((state) => state.current)) return true;
  return (runsOf(hub, view.object) ?? [])
    .filter(isActiveRun)
    .map(viewRun)
    .some((run) => holdsJudged(context, run.usedIndex) && !hasLost(run, context));
}

function hasLost(run: RunView, context: PlacementContext): boolean {
  const underRun = contextUnder(run, context);
  return underRun !== undefined && movedClusters(run, underRun).length > 0;
}
