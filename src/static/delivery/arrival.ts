import { stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';

/**
 * What a placement does with what it sends. `applied`: at once, as far as its budget allows · `compared`: it reports differences and applies
 * nothing (ReportDiff) · `byRun`: an update run sends it (External).
 */
export type Arrival = 'applied' | 'compared' | 'byRun';

export function arrivalOf({ object }: { readonly object: KubeObject }): Arrival {
  if (stringAt(object, 'spec', 'strategy', 'applyStrategy', 'type') === 'ReportDiff') return 'compared';
  return stringAt(object, 'spec', 'strategy', 'type') === 'External' ? 'byRun' : 'applied';
}
