import { findCondition } from '../../fleet/kubernetes/condition.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { labelsOf } from '../../fleet/kubernetes/label-selector.ts';
import { displayName, objectKey, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { isOverride, ruleMatches } from '../../selection/override.ts';
import { isPassedByRuns, liveOverrides, overrideDemand, overrideSnapshot } from '../deploy/override.ts';
import type { BindingView } from '../view/binding.ts';
import { viewRun } from '../view/run.ts';
import { runsOf } from '../view/runs-of.ts';
import { isCurrent } from '../view/seen.ts';
import type { RolloutContext } from './context.ts';
import { namedOverrides } from './overrides-in-force.ts';

/**
 * Whether a cluster matches an override that its binding does not list, only because its labels changed since KubeFleet chose the overrides
 * of the binding. The rollout controller does not watch MemberClusters: it chooses again for the next resource snapshot, or the next
 * override snapshot that names the placement (KubeFleet pkg/controllers/rollout/controller.go), and an update run chooses when it is planned.
 * @param snapshotName the newest snapshot of the override, as in bindings
 */
export function isMatchedLater(context: RolloutContext, binding: BindingView, snapshotName: string): boolean {
  const { view, freshness, hub } = context;
  const snapshot = overrideSnapshot(hub, snapshotName);
  const createdAt = Date.parse(snapshot?.metadata.creationTimestamp ?? '');
  const isBefore = (moment: string | undefined): boolean => createdAt < Date.parse(moment ?? '');
  if (view.external) return isBefore(plannedAt(context, binding));
  if (isBefore(freshness.kind === 'fresh' ? freshness.group?.takenAt : undefined)) return true;
  // A cluster that must still wait for its turn has RolloutStarted False before any other cluster is updated.
  const started = findCondition(binding.conditions, 'RolloutStarted');
  if (started?.status !== 'True' || !isCurrent(started, binding.generation)) return false;
  if (view.bindings?.some(({ overrides }) => overrides.includes(snapshotName)) === true) return true;
  const isNamed = stringAt(snapshot, 'spec', 'overrideSpec', 'placement', 'name') !== undefined;
  return isNamed && createdAt < hub.now.getTime() - sinceStart(context) - context.options.timeout;
}

/**
 * Which overrides a cluster has, or lacks, because its labels changed, as one clause; `undefined` if there are none.
 * @param isRead whether its Works can be read: they show what an override that no longer matches has made
 */
export function otherLabelsClause(context: RolloutContext, binding: BindingView, isRead: boolean): string | undefined {
  const { hub, view, freshness, members, deploy = [] } = context;
  const cluster = members?.get(binding.cluster)?.object;
  if (cluster === undefined || freshness.kind !== 'fresh') return undefined;
  const content = freshness.group?.objects ?? [];
  const all = new Map(
    [...liveOverrides(hub, view.ref.namespace), ...deploy.filter(isOverride)].map((each) => [objectKey(refOf(each)), each]),
  );
  const gained = [...all.values()].filter((override) => {
    const demand = overrideDemand(hub, override, view.object, content, cluster);
    if (demand.kind !== 'inForce' || isPassedByRuns(view.object, override)) return false;
    return !binding.overrides.includes(demand.snapshotName) && isMatchedLater(context, binding, demand.snapshotName);
  });
  const lost = [...((isRead ? undefined : namedOverrides(hub, binding)) ?? [])].flatMap(([{ rules }, ref]) =>
    rules.some((rule) => ruleMatches(rule, { labels: labelsOf(cluster) })) ? [] : [ref],
  );
  if (gained.length > 0) return `${LABELS_CHANGED} it gets ${listed(gained.map(refOf).map(displayName), 3)} only with the next rollout`;
  return lost.length === 0 ? undefined : keptForFormerLabels(lost);
}

/** @param made what the overrides made, if that is known */
export function keptForFormerLabels(overrides: readonly ObjectRef[], made: readonly string[] = []): string {
  const of = made.length === 0 ? '' : ` of ${listed(made, 3)}`;
  return `${LABELS_CHANGED} it keeps what ${listed(overrides.map(displayName), 3)} made${of} until the next rollout`;
}

const LABELS_CHANGED = 'its labels changed since it was rolled out:';

/** When the run was created whose plan the binding has. */
function plannedAt({ hub, view, run }: RolloutContext, { cluster }: BindingView): string | undefined {
  if (run !== undefined) return run.object.metadata.creationTimestamp;
  const hasStarted = (each: KubeObject): boolean =>
    viewRun(each).stages.some(({ clusters }) => clusters.some(({ name, started }) => name === cluster && started?.status === 'True'));
  return (runsOf(hub, view.object) ?? [])
    .filter(hasStarted)
    .flatMap(({ metadata }) => metadata.creationTimestamp ?? [])
    .toSorted()
    .at(-1);
}

/** Milliseconds since the gate first looked. An override from long before that was not made by this deploy. */
function sinceStart({ memory, moment }: RolloutContext): number {
  return memory.startedAt === undefined ? 0 : moment.now - memory.startedAt;
}
