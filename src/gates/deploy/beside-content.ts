import { groupOf, displayName } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { isOverride } from '../../selection/override.ts';
import type { DeployedObject } from './deployed-object.ts';

/** Whether an object of a deploy is no content, but acts on it: it must be on the hub as deployed too. */
export function isBesideContent(object: KubeObject): boolean {
  return isOverride(object) || (groupOf(object.apiVersion) === PLACEMENT_GROUP && RULES.has(object.kind));
}

/** They change no content, so it is enough to name those that cannot be read. */
const RULES = new Set(['ClusterResourcePlacementDisruptionBudget', 'ClusterStagedUpdateStrategy', 'StagedUpdateStrategy']);

/** Those that were not compared, one clause for each. */
export function unseenBesideClauses(deployed: readonly DeployedObject[]): readonly string[] {
  return deployed.flatMap(({ ref, state }) =>
    state === 'unseen' && RULES.has(ref.kind) ? [`${displayName(ref)} was not compared, because its kind was not read`] : [],
  );
}
