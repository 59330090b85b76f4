import { displayName } from '../fleet/object.ts';
import { unlikeDeployed } from './content/deploy.ts';
import type { Identified } from './identified.ts';
import type { PlacementQuestion } from './question.ts';
import { pendingEviction } from './sightings/evictions.ts';
import { latestPolicySnapshot } from './view/placement.ts';
import { isCurrent } from './view/seen.ts';

/** What keeps a placement without a failure from passing: one sentence, and the time after which that may be over. */
export function pendingWork(question: PlacementQuestion, found: readonly Identified[]): { readonly message: string } | undefined {
  const { view, freshness, options } = question;
  const [unlike] = unlikeDeployed(question.deployed);
  if (unlike !== undefined)
    return { message: `the hub does not hold ${displayName(unlike.ref)} as deployed (differs at ${unlike.differsAt ?? '/'})` };
  if (freshness.kind !== 'fresh' && options.for !== 'scheduled') return { message: freshness.message };
  const scheduled = view.conditions.get('Scheduled');
  if (scheduled?.status !== 'True' && !options.allowPartial) return { message: scheduled?.message ?? 'Scheduled is not reported yet' };
  for (const stage of question.stages) {
    const condition = view.conditions.get(stage);
    if (view.clusters.length === 0 && options.allowEmpty && stage !== 'Scheduled') break;
    if (stage === 'Scheduled' && options.allowPartial && condition?.status === 'False' && isCurrent(condition, view.generation)) continue;
    if (condition?.status !== 'True' || !isCurrent(condition, view.generation))
      return { message: condition?.message ?? `${stage} is not reported yet` };
  }
  const policy = latestPolicySnapshot(view);
  if (policy !== undefined && policy.observedGeneration !== view.generation)
    return { message: 'the scheduler has not observed the newest generation' };
  if (freshness.kind !== 'fresh' || options.for === 'scheduled') return undefined;
  if (view.observedIndex !== freshness.index)
    return { message: `the status is of resource index ${String(view.observedIndex)}, awaited is ${String(freshness.index)}` };
  if (view.unnamed.length > 0 && !options.allowPartial) return { message: view.unnamed[0]?.message ?? 'a cluster could not be scheduled' };
  const cluster = question.clusters.find((state) => !state.good);
  if (cluster !== undefined) return { message: `${cluster.cluster}: ${cluster.awaiting}` };
  const blocking = found.find((entry) => entry.effect === 'waits' || entry.effect === 'suspect' || entry.effect === 'human');
  if (blocking !== undefined) return { message: blocking.diagnosis.evidence[0] ?? blocking.diagnosis.title };
  if (question.clusters.length === 0 && !options.allowEmpty) return { message: 'no cluster is picked' };
  const eviction = pendingEviction(question);
  if (eviction !== undefined) return { message: eviction };
  return question.settling;
}
