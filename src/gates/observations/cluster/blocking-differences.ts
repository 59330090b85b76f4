import { objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { Condition } from '../../../fleet/kubernetes/condition.ts';
import { objectKey } from '../../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { BindingView, Difference } from '../../view/binding.ts';
import type { PlacementView } from '../../view/placement.ts';
import { differencesText } from '../differences-text.ts';
import { knownContents } from '../known-contents.ts';
import type { Observation } from '../observation.ts';
import { otherWriters } from './other-writers.ts';

/**
 * The drifted or differing fields because of which an object is not applied or taken over. Under FullComparison each field that only the
 * member has is a drift, even one that its API server or controllers fill in: the clusterIP of a Service, the labels of a Job. Such a drift
 * cannot be removed.
 */
export function blockingDifferences(
  context: PlacementContext,
  state: ClusterState,
  object: ObjectRef,
  { reason, message }: Condition,
): Pick<Observation, 'evidence' | 'words'> {
  const { view } = context;
  const list = LISTS.get(reason);
  if (list === undefined && !TAKEOVER.test(message)) return { evidence: [] };
  const key = list ?? 'diffed';
  const found =
    differenceOf(state, object, key) ?? view.clusters.find(({ cluster }) => cluster === state.cluster)?.[key].find(isOf(object));
  if (found === undefined) return { evidence: [] };
  const evidence = [
    `${key === 'drifted' ? 'drifted' : 'differs'}: ${differencesText(found, state.cluster, knownContents(context, state, object))}`,
    ...otherWriters(context, state.cluster, found),
  ];
  return { evidence, ...filledIn(view, state.binding, found) };
}

const LISTS: ReadonlyMap<string, 'drifted' | 'diffed'> = new Map([
  ['FoundDrifts', 'drifted'],
  ['FoundDriftsInDegradedMode', 'drifted'],
  ['NotTakenOver', 'diffed'],
]);

/** One reason covers all causes, so the message decides (KubeFleet pkg/controllers/workapplier/drift_detection_takeover.go). */
const TAKEOVER = /configuration differences are found/;

/** Marks differences that only a full comparison finds: fields that the hub's object does not have. */
export function filledIn(view: PlacementView, binding: BindingView | undefined, difference: Difference): Pick<Observation, 'words'> {
  const strategy = binding?.applyStrategy ?? objectAt(view.object, 'spec', 'strategy', 'applyStrategy');
  const isFull = stringAt(strategy, 'comparisonOption') === 'FullComparison';
  return isFull && difference.isOnlyOnMember ? { words: { filledIn: 'true' } } : {};
}

function differenceOf({ works = [], binding }: ClusterState, object: ObjectRef, key: 'drifted' | 'diffed'): Difference | undefined {
  const inWorks = works.flatMap(({ manifests }) => manifests.flatMap((manifest) => manifest[key] ?? []));
  return [...inWorks, ...(binding?.[key] ?? [])].find(isOf(object));
}

function isOf(object: ObjectRef): (difference: Difference) => boolean {
  return (difference) => objectKey(difference.object) === objectKey(object);
}
