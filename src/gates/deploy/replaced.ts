import { resourceSnapshotKey, type SnapshotGroup } from '../view/resource-snapshot.ts';
import type { DeployedObject } from './deployed-object.ts';
import { holdsAsDeployed, traceOf } from './trace.ts';
import type { History } from './trace.ts';

/**
 * Finds pending objects that the hub once held as deployed, from the hub's history. A single evaluation reports them as replaced or
 * removed. A gate that watches can conclude that only for changes since its first evaluation. Older content may still come back: a rollback
 * that a GitOps controller has not applied yet leaves the same traces. Such an object stays pending, with its trace.
 */
export function withReplaced(deployed: readonly DeployedObject[], history: History): readonly DeployedObject[] {
  return deployed.map((object) => {
    if (object.state !== 'pending') return object;
    const trace = traceOf(object, history);
    if (trace === undefined) return object;
    if (history.memory.watching && !cameAndWent(object, history)) return { ...object, trace };
    return { ...object, state: object.live === undefined ? 'removed' : 'replaced', trace };
  });
}

/**
 * A snapshot taken since the first evaluation holds the object, and the newest one no longer does. So the object was on the hub, whatever
 * else is late.
 */
function cameAndWent(object: DeployedObject, { view, memory }: History): boolean {
  const isBefore = ({ masterName }: SnapshotGroup): boolean =>
    memory.snapshotsBefore.has(resourceSnapshotKey(view.ref.namespace, masterName));
  const groups = view.groups ?? [];
  const known = groups.find(isBefore);
  const since = known === undefined ? [] : groups.filter((group) => group.index > known.index);
  const [newest, ...former] = since;
  return newest?.whole === true && !holdsAsDeployed(newest, object) && former.some((group) => holdsAsDeployed(group, object));
}
