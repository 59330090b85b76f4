import { objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { Condition } from '../../../fleet/kubernetes/condition.ts';
import { objectKey } from '../../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { BindingView, Difference } from '../../view/binding.ts';
import type { PlacementView } from '../../view/placement.ts';
import type { Observation } from '../observation.ts';
import { pathsText } from '../paths-text.ts';

/**
 * What drifted on an object whose apply is refused for its drift. Under FullComparison each field that only the member has is a drift, also
 * what its API server and controllers fill in: the clusterIP of a Service, the labels of a Job. Nobody can undo that.
 */
export function blockingDrift(
  { view }: PlacementContext,
  state: ClusterState,
  object: ObjectRef,
  { reason }: Condition,
): Pick<Observation, 'evidence' | 'words'> {
  if (reason !== 'FoundDrifts' && reason !== 'FoundDriftsInDegradedMode') return { evidence: [] };
  const drift = driftOf(state, object) ?? view.clusters.find(({ cluster }) => cluster === state.cluster)?.drifted.find(isOf(object));
  if (drift === undefined) return { evidence: [] };
  return { evidence: [`drifted: ${pathsText(drift.paths)}`], ...filledIn(view, state.binding, drift) };
}

/** Says that all of it is what only a full comparison finds: fields that the hub's object does not have. */
export function filledIn(view: PlacementView, binding: BindingView | undefined, drift: Difference): Pick<Observation, 'words'> {
  const strategy = binding?.applyStrategy ?? objectAt(view.object, 'spec', 'strategy', 'applyStrategy');
  const isFull = stringAt(strategy, 'comparisonOption') === 'FullComparison';
  return isFull && drift.isOnlyOnMember ? { words: { filledIn: 'true' } } : {};
}

function driftOf({ works = [], binding }: ClusterState, object: ObjectRef): Difference | undefined {
  const inWorks = works.flatMap(({ manifests }) => manifests.flatMap(({ drifted }) => drifted ?? []));
  return [...inWorks, ...(binding?.drifted ?? [])].find(isOf(object));
}

function isOf(object: ObjectRef): (difference: Difference) => boolean {
  return (difference) => objectKey(difference.object) === objectKey(object);
}
