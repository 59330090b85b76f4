import { objectKey } from '../../fleet/kubernetes/object.ts';
import type { DeletedPlacement, PlannedPlacement } from '../../report.ts';

/**
 * Adds the successor of a deleted placement: a new placement that holds the same objects on the same clusters. Most likely the old one was
 * renamed. @param fresh the new placements
 */
export function withSuccessor(fresh: readonly PlannedPlacement[]): (deleted: DeletedPlacement) => DeletedPlacement {
  const selecting = new Map<string, Holder[]>();
  for (const { object, picked, resources, change } of fresh) {
    const holder = {
      object,
      ...(change?.byRun === true ? { byRun: true as const } : {}),
      picked: new Set(picked),
      selected: new Set(resources.map(objectKey)),
    };
    for (const key of holder.selected) {
      const holders = selecting.get(key) ?? [];
      selecting.set(key, holders);
      holders.push(holder);
    }
  }
  return (deleted) => {
    const { clusters, resources } = deleted;
    const [first, ...others] = resources.map(objectKey);
    if (first === undefined || clusters.length === 0) return deleted;
    const holdsAll = ({ picked, selected }: Holder): boolean =>
      clusters.every((name) => picked.has(name)) && others.every((key) => selected.has(key));
    const successor = selecting.get(first)?.find(holdsAll);
    if (successor === undefined) return deleted;
    const { object: replacedBy, byRun } = successor;
    return { ...deleted, replacedBy, ...(byRun === undefined ? {} : { byRun }) };
  };
}

interface Holder {
  readonly object: PlannedPlacement['object'];
  readonly byRun?: true;
  readonly picked: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
}
