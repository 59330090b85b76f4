import { displayName } from '../../fleet/kubernetes/object.ts';
import { pendingMember } from '../deploy/pending-members.ts';
import { unlikeDeployed } from '../deploy/deployed-object.ts';
import type { Forgiveness } from './forgiveness.ts';
import { awaitedPick } from '../rollout/awaited-pick.ts';
import type { PlacementContext } from '../rollout/context.ts';
import { pendingEviction } from '../observations/placement/evictions.ts';
import { holdsJudged } from '../rollout/holds-judged.ts';
import { isScheduleAnswered } from '../view/placement.ts';
import { isCurrent, unreachedText } from '../view/seen.ts';

/**
 * Why a placement without a failure does not pass: one sentence, and the time after which that may end. The placement's own conditions
 * cover all clusters at once, and end at the first that is not True (KubeFleet pkg/controllers/placement/placement_status.go,
 * setPlacementConditions). After that, each cluster's own conditions are used.
 * @param forgiven failed clusters that are ignored
 */
export function pendingWork(context: PlacementContext, { found, forgiven }: Forgiveness): { readonly message: string } | undefined {
  const { view, freshness, options } = context;
  const [unlike] = unlikeDeployed(context.deployed);
  if (unlike !== undefined)
    return { message: `the hub does not hold ${displayName(unlike.ref)} as deployed (differs at ${unlike.differsAt ?? '/'})` };
  const member = pendingMember(context.hub, context.deploy ?? []);
  if (member !== undefined) return { message: member };
  if (freshness.kind !== 'fresh' && options.for !== 'scheduled') return { message: freshness.message };
  const scheduled = view.conditions.get('Scheduled');
  if (scheduled?.status !== 'True' && !options.allowPartial) return { message: unreachedText('Scheduled', scheduled, view.generation) };
  for (const stage of context.steps) {
    const condition = view.conditions.get(stage);
    if (view.clusters.length === 0 && options.allowEmpty && stage !== 'Scheduled') break;
    if (stage === 'Scheduled' && options.allowPartial && condition?.status === 'False' && isCurrent(condition, view.generation)) continue;
    const isAnswered = condition !== undefined && isCurrent(condition, view.generation);
    if (stage !== 'Scheduled' && forgiven.size > 0 && isAnswered && condition.status !== 'True') break;
    if (condition?.status !== 'True' || !isCurrent(condition, view.generation))
      return { message: unreachedText(stage, condition, view.generation) };
  }
  if (!isScheduleAnswered(view)) return { message: 'the scheduler has not observed the newest generation' };
  if (freshness.kind !== 'fresh' || options.for === 'scheduled') return suspected(found) ?? unpicked(context);
  if (!holdsJudged(context, view.observedIndex))
    return { message: `the status is of resource index ${String(view.observedIndex)}, not yet of ${String(freshness.index)}` };
  if (view.unnamed.length > 0 && !options.allowPartial) return { message: view.unnamed[0]?.message ?? 'a cluster could not be scheduled' };
  const cluster = context.clusters.find((state) => !state.good && !forgiven.has(state.cluster));
  if (cluster !== undefined) return { message: `${cluster.cluster}: ${cluster.awaiting}` };
  const open = suspected(found) ?? unpicked(context);
  if (open !== undefined) return open;
  const eviction = pendingEviction(context);
  if (eviction !== undefined) return { message: eviction };
  return context.unproven;
}

/** A suspect that may still become a failure, or must end. */
function suspected(found: Forgiveness['found']): { readonly message: string } | undefined {
  const open = found.find((entry) => ['suspect', 'waitingForPerson', 'waiting'].includes(entry.outcome));
  return open && { message: open.diagnosis.evidence[0] ?? open.diagnosis.title };
}

/** It has no cluster, or the scheduler will pick one more. */
function unpicked(context: PlacementContext): { readonly message: string } | undefined {
  const message =
    awaitedPick(context) ?? (context.clusters.length === 0 && !context.options.allowEmpty ? 'no cluster is picked' : undefined);
  return message === undefined ? undefined : { message };
}
