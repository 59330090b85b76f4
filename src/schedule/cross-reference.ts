import { unschedule, type Binding, type ClassifiedBindings } from './binding.ts';
import type { Score } from './framework.ts';

/** A cluster to hold, with its score where the placement type has scores. */
export interface PickedCluster {
  readonly cluster: string;
  readonly score?: Pick<Score, 'affinity' | 'spread'>;
}

export interface CrossReferenced {
  readonly created: readonly Binding[];
  /** Obsolete or unscheduled bindings whose cluster is picked again. */
  readonly patched: readonly Binding[];
  /** All bindings of the placement after the cycle. */
  readonly bindings: readonly Binding[];
}

/** Picked clusters against existing bindings; source: `crossReferencePickedClustersAndDeDupBindings`. */
export function crossReference(
  picked: readonly PickedCluster[],
  { scheduled, bound, obsolete, unscheduled, dangling, deleting }: ClassifiedBindings,
): CrossReferenced {
  const byCluster = new Map(picked.map((entry) => [entry.cluster, entry]));
  const reused = [...obsolete, ...unscheduled].map((binding) => {
    const again = byCluster.get(binding.cluster);
    return again === undefined ? { binding: unschedule(binding), picked: false } : { binding: patch(binding, again), picked: true };
  });
  const known = new Set([...obsolete, ...unscheduled].map(({ cluster }) => cluster));
  const created = picked.filter(({ cluster }) => !known.has(cluster)).map(create);
  const patched = reused.filter((entry) => entry.picked).map(({ binding }) => binding);
  const after = reused.map(({ binding }) => binding);
  return { created, patched, bindings: [...created, ...after, ...scheduled, ...bound, ...dangling.map(unschedule), ...deleting] };
}

function patch({ name, cluster, state, previousState }: Binding, { score }: PickedCluster): Binding {
  const restored = state === 'Unscheduled' ? (previousState ?? 'Bound') : state;
  return { name, cluster, state: restored, current: true, deleting: false, ...(score === undefined ? {} : { score }) };
}

/** The hub adds a random suffix to the name. */
function create({ cluster, score }: PickedCluster): Binding {
  return { name: cluster, cluster, state: 'Scheduled', current: true, deleting: false, ...(score === undefined ? {} : { score }) };
}
