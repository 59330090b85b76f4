import { everyBinding, type ClassifiedBindings } from './binding.ts';
import { crossReferenceTargets } from './cross-reference.ts';
import { pickedByName } from './decision.ts';
import type { Cycle } from './framework.ts';
import { fulfilled, unfulfilled, unwritten, type CycleOutcome } from './outcome.ts';

/** PickFixed: picks the named clusters that exist and are eligible. Affinity, taints and namespaces are ignored. @throws {CycleError} */
export function pickFixed({ policy, placement, fleet }: Cycle, classified: ClassifiedBindings): CycleOutcome {
  if (policy.clusterNames.length === 0) {
    return { ...unwritten('Pending', 'Scheduling has not completed', everyBinding(classified)), again: false };
  }
  const valid: string[] = [];
  const ineligible: Refused[] = [];
  const notFound: Refused[] = [];
  for (const name of policy.clusterNames) {
    const cause = fleet.ineligible.get(name);
    if (!fleet.byName.has(name)) notFound.push(refused(name, `Specified cluster "${name}" is not found`));
    else if (cause === undefined) valid.push(name);
    else ineligible.push(refused(name, `Cluster "${name}" is not eligible for resource placement yet: ${cause}`));
  }
  const unpicked = [...ineligible, ...notFound];
  return {
    ...(unpicked.length === 0 ? fulfilled(valid.length) : unfulfilled(valid.length)),
    decisions: () => [...valid.map(pickedByName), ...unpicked.map(({ cluster, reason }) => ({ cluster, selected: false, reason }))],
    unpicked,
    bindings: crossReferenceTargets(valid, placement, classified),
    again: false,
  };
}

interface Refused {
  readonly cluster: string;
  readonly plugin: string;
  readonly reason: string;
}

function refused(cluster: string, reason: string): Refused {
  return { cluster, plugin: 'PickFixed', reason };
}
