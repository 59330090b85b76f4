import { resourceSnapshotKey, type SnapshotGroup } from '../view/resource-snapshot.ts';
import type { DeployedObject } from './deployed-object.ts';
import { holdsAsDeployed, traceOf } from './trace.ts';
import type { History } from './trace.ts';

/**
 * Finds out which awaited objects the hub has held as deployed, by what it keeps of former times. A single judgement calls them replaced or
 * removed. A gate that watches knows that only of what came and went since its first judgement. What was there before may still be on its
 * way back. A rollback that a GitOps controller has not brought yet leaves the very same traces. Such an object stays awaited, with its
 * trace.
 */
export function withReplaced(deployed: readonly DeployedObject[], history: History): readonly DeployedObject[] {
  return deployed.map((object) => {
    if (object.state !== 'awaited') return object;
    const trace = traceOf(object, history);
    if (trace === undefined) return object;
    if (history.memory.watching && !cameAndWent(object, history)) return { ...object, trace };
    return { ...object, state: object.live === undefined ? 'removed' : 'replaced', trace };
  });
}

/** A snapshot taken since the first judgement holds the object, and the newest one no longer does. It was there, whatever else is late. */
function cameAndWent(object: DeployedObject, { view, memory }: History): boolean {
  const isBefore = ({ masterName }: SnapshotGroup): boolean =>
    memory.snapshotsBefore.has(resourceSnapshotKey(view.ref.namespace, masterName));
  const groups = view.groups ?? [];
  const known = groups.find(isBefore);
  const since = known === undefined ? [] : groups.filter((group) => group.index > known.index);
  const [newest, ...former] = since;
  return newest?.whole === true && !holdsAsDeployed(newest, object) && former.some((group) => holdsAsDeployed(group, object));
}
