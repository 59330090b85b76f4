import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from '../world/manifest.ts';

/**
 * How the objects of a placement reach clusters. `applied`: at once, within the limits of the rollout · `compared`: the placement reports
 * differences and applies nothing (ReportDiff) · `byRun`: an update run sends them (External).
 */
export type Arrival = 'applied' | 'compared' | 'byRun';

/** Whether all placements of an object only report differences, so that its faults reach no cluster. */
export function isOnlyCompared(placements: readonly Manifest[]): boolean {
  return placements.length > 0 && placements.every((placement) => arrivalOf(placement) === 'compared');
}

export function arrivalOf({ object }: { readonly object: KubeObject }): Arrival {
  if (stringAt(object, 'spec', 'strategy', 'applyStrategy', 'type') === 'ReportDiff') return 'compared';
  return isExternal(object) ? 'byRun' : 'applied';
}
