import { unschedule, type Binding, type ClassifiedBindings } from './binding.ts';
import { CycleError, type Score } from './framework.ts';
import { hasUnusableName } from '../fleet/kubefleet/binding-name.ts';

/** A cluster to hold, with its score if the placement type has scores. */
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

/** Compares picked clusters with existing bindings. Source: `crossReferencePickedClustersAndDeDupBindings`. @throws {CycleError} */
export function crossReference(
  picked: readonly PickedCluster[],
  placement: string,
  { scheduled, bound, obsolete, unscheduled, dangling, deleting }: ClassifiedBindings,
): CrossReferenced {
  const byCluster = new Map(picked.map((entry) => [entry.cluster, entry]));
  const reused = [...obsolete, ...unscheduled].map((binding) => {
    const again = byCluster.get(binding.cluster);
    return again === undefined ? { binding: unschedule(binding), picked: false } : { binding: patch(binding, again), picked: true };
  });
  const known = new Set([...obsolete, ...unscheduled].map(({ cluster }) => cluster));
  const created = picked.filter(({ cluster }) => !known.has(cluster)).map((entry) => create(entry, placement));
  const patched = reused.filter((entry) => entry.picked).map(({ binding }) => binding);
  const after = reused.map(({ binding }) => binding);
  return { created, patched, bindings: [...created, ...after, ...scheduled, ...bound, ...dangling.map(unschedule), ...deleting] };
}

/**
 * Compares named clusters with existing bindings. Source: `crossReferenceValidTargetsWithBindings`. If one cluster has several bindings,
 * which a name given twice causes, the last is used and the others do not change. @throws {CycleError}
 */
export function crossReferenceTargets(
  targets: readonly string[],
  placement: string,
  { scheduled, bound, obsolete, unscheduled, dangling, deleting }: ClassifiedBindings,
): readonly Binding[] {
  const held = new Set([...scheduled, ...bound].map(({ cluster }) => cluster));
  const missing = targets.filter((cluster) => !held.has(cluster));
  const reusable = new Map([...unscheduled, ...obsolete].map((binding) => [binding.cluster, binding]));
  const isTwice = (cluster: string): boolean => missing.indexOf(cluster) !== missing.lastIndexOf(cluster);
  // When an unscheduled binding is restored for the first time, its previous state is lost.
  const lost = unscheduled.find((binding) => reusable.get(binding.cluster) === binding && isTwice(binding.cluster));
  if (lost !== undefined) throw new CycleError(`failed to find the previous state of an unscheduled binding: ${lost.name}`);
  const reused = new Set(missing.flatMap((cluster) => reusable.get(cluster) ?? []));
  const reuse = (binding: Binding): Binding => (reused.has(binding) ? patch(binding, { cluster: binding.cluster }) : binding);
  return [
    ...missing.filter((cluster) => !reusable.has(cluster)).map((cluster) => create({ cluster }, placement)),
    ...obsolete.map((binding) => (targets.includes(binding.cluster) ? reuse(binding) : unschedule(binding))),
    ...unscheduled.map(reuse),
    ...dangling.map(unschedule),
    ...scheduled,
    ...bound,
    ...deleting,
  ];
}

function patch({ name, cluster, state, previousState }: Binding, { score }: PickedCluster): Binding {
  const restored = state === 'Unscheduled' ? previousState : state;
  if (restored === undefined) throw new CycleError(`failed to find the previous state of an unscheduled binding: ${name}`);
  return { name, cluster, state: restored, current: true, deleting: false, ...(score === undefined ? {} : { score }) };
}

function create({ cluster, score }: PickedCluster, placement: string): Binding {
  if (hasUnusableName(placement) || isDotted(cluster)) {
    const parts = `placement name ${placement}, cluster name ${cluster}`;
    throw new CycleError(`failed to format a unique RFC 1123 label name with ${parts}: must not contain dots`);
  }
  // The hub adds the placement's name before it and random letters after it.
  return { name: cluster, cluster, state: 'Scheduled', current: true, deleting: false, ...(score === undefined ? {} : { score }) };
}

/** Names are shortened before they become part of a binding's name. Source: `uniquename.NewBindingName`. */
function isDotted(cluster: string): boolean {
  return cluster.slice(0, 27).includes('.');
}
