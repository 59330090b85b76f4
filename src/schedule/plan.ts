import { assumptions } from './assumptions.ts';
import { isPlacement, PLACEMENT_GROUP } from '../fleet/kubefleet/kinds.ts';
import { isExternal } from '../fleet/kubefleet/is-external.ts';
import { stringAt } from '../fleet/json/json.ts';
import { objectKey } from '../fleet/kubernetes/object.ts';
import { policyOf } from '../fleet/kubefleet/placement-policy.ts';
import type { PlannedOverride, PlannedPlacement, PlannedRun, PlanReport } from '../report.ts';
import { atOnce, type Steps } from '../steps.ts';
import { changeSince, startOf } from './change/change-since.ts';
import { evictedClusters, evictedFrom, withoutEvicted } from './change/evictions.ts';
import { deletion } from './change/held-before.ts';
import { removedPlacements } from './change/removed-placements.ts';
import { orderOfEdits } from './change/order-of-edits.ts';
import type { Existing } from './existing.ts';
import type { Scheduling } from './outcome.ts';
import { openResources } from './open-resources.ts';
import { openOverrides } from './override/open-overrides.ts';
import { overriddenTargets } from './override/placement-overrides.ts';
import { rolloutForecasts } from './forecast/rollout-forecasts.ts';
import { planOverrides } from './override/plan-overrides.ts';
import { notVerified } from './not-verified.ts';
import {
  needsUnknownProperties,
  contextOf,
  isUnresolved,
  keyOf,
  plannedPlacements,
  refOfPlacement,
  selectIn,
  type PlanContext,
  type Planned,
  type PlanInput,
} from './plan-context.ts';
import { refusalsOfOverride, refusalTexts } from './refused.ts';
import { schedule } from './schedule.ts';
import { withSuccessor } from './change/with-successor.ts';
import type { Refused, Selected, Selection } from '../selection/selection.ts';
import { sizeOf, splitSelected } from '../selection/snapshot-split.ts';
import { planRuns, type RunSurroundings } from './update-run/plan-runs.ts';

/**
 * Plans which clusters every ClusterResourcePlacement and ResourcePlacement of the tree would pick and which resources it would select, in
 * the order of the tree. The plan includes overrides and the stages of update runs. With a base, each placement starts with what the base's
 * placement would hold on a hub that has the base, and clusters are kept as the scheduler would keep them. A placement that is new adds all
 * its clusters; one that only the base has is listed as deleted.
 */
export function planPlacements(input: PlanInput): PlanReport {
  return atOnce(planInSteps(input));
}

/** As `planPlacements`, one placement at each step. */
export function* planInSteps(input: PlanInput): Steps<PlanReport> {
  const context = contextOf(input);
  const placements = plannedPlacements(input);
  const head = input.objects.filter(({ object }) => isPlacement(object));
  const gone = removedPlacements(head, [...(context.base?.placements.values() ?? [])]).filter(
    (placement) => input.about?.has(placement) !== false && input.moved?.has(placement) !== true,
  );
  const assumed = assumptions(context);
  const planned: PlannedPlacement[] = [];
  for (const placement of placements) {
    planned.push(plan(placement, context));
    yield;
  }
  const fresh = planned.filter((_, index) => {
    const placement = placements[index];
    return placement !== undefined && context.base?.placements.has(keyOf(placement)) === false;
  });
  return {
    clusters: context.clusters.length,
    ...(assumed.length === 0 ? {} : { assumptions: assumed }),
    placements: planned,
    ...(gone.length === 0 ? {} : { deleted: gone.map((placement) => deletion(placement, context)).map(withSuccessor(fresh)) }),
  };
}

function plan(placement: Planned, context: PlanContext): PlannedPlacement {
  const { input, clusters, content } = context;
  const { object, namespace } = placement;
  const selection = selectIn(placement, content, input);
  const common = commonOf(placement, selection, context);
  if (isUnresolved(placement))
    return {
      ...common,
      ...nothing('Pending', 'its name or policy is not known: it contains a variable, or a kustomization changes it'),
      unknown: true,
    };
  if (selection.kind !== 'selected' && isOpenSelector(placement, selection.selector))
    return { ...common, ...nothing('Pending', 'one of its resource selectors is not known'), unknown: true };

  const start = startOf(placement, context);
  const { held } = start;
  const evicted = evictedFrom(placement, held, start.isOnHub, context);
  if (selection.kind !== 'selected') {
    // In this state the hub does not evaluate the policy, so the placement keeps its clusters.
    const kept = { picked: held.picked, unpicked: [] };
    const because = evictedClusters(evicted, held.picked, undefined, object);
    return {
      ...common,
      ...notSelected(selection),
      picked: held.picked,
      ...changeSince(start, placement, selection, kept, { cautions: [], ...because }, context),
    };
  }
  const scheduleFrom = (existing: Existing | undefined): Scheduling =>
    schedule({ placement: object, namespace, clusters, now: input.now, target: input.target, existing });
  const evicting = scheduleFrom(withoutEvicted(held.existing, evicted));
  // A budget may block the evictions.
  const scheduling = evicted.budget === undefined ? evicting : scheduleFrom(held.existing);
  const isShort = scheduling.outcome !== 'Fulfilled' || scheduling.picked.length === 0;
  // Unknown facts about the clusters may be what they lack here.
  if (isShort && needsUnknownProperties(placement, input))
    return {
      ...common,
      ...nothing('Pending', 'it is not known which clusters have the properties that it asks for'),
      resources: selection.resources.map(({ ref }) => ref),
      unknown: true,
    };
  const runs = planRuns(placement, scheduling, clusters, context.runs, runSurroundings(start, context));
  const cautions = orderOfEdits(placement, start.before, held, scheduling.picked, context);
  const because = evictedClusters(evicted, held.picked, evicting, object);
  const changed = changeSince(start, placement, selection, scheduling, { cautions, ...because }, context);
  const isRolledOut = scheduling.outcome === 'Fulfilled' && common.refused === undefined;
  const forecasts = isRolledOut
    ? rolloutForecasts({
        placement: object,
        picked: scheduling.picked,
        content: selection.resources.flatMap(({ item }) => item?.object ?? []),
        change: changed.change,
        runs: runs.filter((run) => isStarted(run, context)),
      })
    : [];
  return {
    ...common,
    scheduled: SCHEDULED[scheduling.outcome],
    reason: reasonOf(scheduling),
    picked: scheduling.picked,
    unpicked: scheduling.unpicked,
    resources: selection.resources.map(({ ref }) => ref),
    ...openOf(placement, selection, input),
    ...snapshotsOf(selection),
    ...changed,
    ...overridesFor(placement, selection, scheduling.picked, context),
    ...(runs.length === 0 ? {} : { runs }),
    ...(forecasts.length === 0 ? {} : { forecasts }),
  };
}

/** What is known of a placement before the scheduler is asked. */
function commonOf(
  placement: Planned,
  selection: Selection<Planned>,
  context: PlanContext,
): Pick<PlannedPlacement, 'object' | 'policy' | 'wanted' | 'refused' | 'refusedResources' | 'notVerified'> {
  const { input, content, overrides } = context;
  const { placementType, clusterNames, numberOfClusters } = policyOf(placement.object);
  const wanted = { PickAll: undefined, unknown: undefined, PickN: numberOfClusters, PickFixed: clusterNames.length }[placementType];
  const refused = refusalTexts(placement, input);
  const refusedResources = input.refusedResources?.(placement) ?? [];
  const sent = selection.kind === 'selected' ? selection.resources : [];
  const unsure = [...notVerified(placement, context), ...openOverrides(placement, sent, overrides, content, input.target ?? 'v0.3')];
  return {
    object: refOfPlacement(placement),
    policy: placementType === 'unknown' ? 'PickAll' : placementType,
    ...(wanted === undefined ? {} : { wanted }),
    ...(refused.length === 0 ? {} : { refused }),
    ...(refusedResources.length === 0 ? {} : { refusedResources }),
    ...(unsure.length === 0 ? {} : { notVerified: unsure }),
  };
}

/** Whether what the hub would refuse in a selector is not what it will have. */
function isOpenSelector({ unresolved = [] }: Planned, index: number): boolean {
  const at = `/spec/resourceSelectors/${String(index)}`;
  return unresolved.some((pointer) => pointer === at || pointer.startsWith(`${at}/`));
}

function notSelected({ kind, error }: Refused): ReturnType<typeof nothing> {
  return kind === 'invalid'
    ? nothing('False', `The resource selectors are invalid: failed to process the request due to a client error: ${error}`)
    : nothing('Stuck', `The hub cannot process the resource selectors and keeps trying: ${error}`);
}

function openOf(
  placement: Planned,
  { unknown }: Selected<Planned>,
  { hub, elsewhere, refusedResources }: PlanInput,
): Pick<PlannedPlacement, 'open'> {
  const others = elsewhere?.(placement) ?? [];
  const isElsewhere = new Set(others.map(({ ref }) => objectKey(ref)));
  const isRefused = new Set((refusedResources?.(placement) ?? []).map(objectKey));
  const here = unknown.filter(
    ({ reason, ref }) => ref === undefined || !(reason === 'notAmongTheObjects' ? isElsewhere : isRefused).has(objectKey(ref)),
  );
  const open = [
    ...openResources(placement.object, here, hub),
    ...others.map(({ ref, place }) => ({ resource: ref, reason: `in ${place}, if that is for the same hub` })),
  ];
  return open.length === 0 ? {} : { open };
}

function snapshotsOf({ resources }: Selected<Planned>): Pick<PlannedPlacement, 'snapshots'> {
  const snapshots = splitSelected(resources.map(({ item }) => (item === undefined ? 0 : sizeOf(item.object))));
  return snapshots.length > 1 ? { snapshots } : {};
}

/** Whether the change starts a run: other fields than the state are immutable, and a run that the base has rolls out only what the base has. */
function isStarted({ object }: PlannedRun, { base, content }: PlanContext): boolean {
  if (base === undefined || !base.content.holds(object)) return true;
  const [before, after] = [base.content, content].map((side) =>
    side.ofKind(PLACEMENT_GROUP, object.kind).find(({ ref }) => objectKey(ref) === objectKey(object)),
  );
  return stringAt(before?.item.object, 'spec', 'state') !== stringAt(after?.item.object, 'spec', 'state');
}

function runSurroundings({ before, held }: ReturnType<typeof startOf>, { base, input }: PlanContext): RunSurroundings {
  const { hub } = input;
  const wasExternal = before !== undefined && !isUnresolved(before) && isExternal(before.object);
  return {
    refused: (item) => refusalTexts(item, input),
    knowsAll: (kind, namespace) => hub !== undefined && hub.visibility({ group: PLACEMENT_GROUP, kind }, namespace).kind === 'seen',
    hadRun: base && ((run) => base.content.holds(run)),
    before: base && wasExternal ? { picked: held.picked, clusters: base.clusters, strategies: base.runs.strategies } : undefined,
  };
}

function overridesFor(
  placement: Planned,
  selection: Selected<Planned>,
  picked: readonly string[],
  { input, overrides, content, byName }: PlanContext,
): Pick<PlannedPlacement, 'overrides'> {
  if (overrides.length === 0) return {};
  const { target = 'v0.3' } = input;
  const targets = overriddenTargets(placement, selection.resources, overrides, content, target);
  const planned = planOverrides(
    targets,
    picked.flatMap((name) => byName.get(name) ?? []),
  );
  return planned.length === 0 ? {} : { overrides: planned.map((override) => withRefusals(override, input)) };
}

function withRefusals(override: PlannedOverride, input: PlanInput): PlannedOverride {
  const refused = refusalsOfOverride(override.object, input);
  return refused.length === 0 ? override : { ...override, refused };
}

/** Empty if the plan is complete: clusters were found, and a hub cannot decide differently. */
function reasonOf({ outcome, message, picked, caution = '' }: Scheduling): string {
  if (outcome === 'Fulfilled' && picked.length > 0) return caution;
  return caution === '' ? message : `${message}; ${caution}`;
}

const SCHEDULED = { Fulfilled: 'True', Unfulfilled: 'False', Pending: 'Pending', Stuck: 'Stuck' } as const satisfies Record<
  Scheduling['outcome'],
  PlannedPlacement['scheduled']
>;

function nothing(
  scheduled: 'False' | 'Pending' | 'Stuck',
  reason: string,
): Pick<PlannedPlacement, 'scheduled' | 'reason' | 'picked' | 'unpicked' | 'resources'> {
  return { scheduled, reason, picked: [], unpicked: [], resources: [] };
}
