import { conditionsAt, findCondition } from '../../fleet/condition.ts';
import { stringAt } from '../../fleet/json.ts';
import type { KubeObject } from '../../fleet/object.ts';
import type { Snapshot } from '../snapshot.ts';
import { isDeleting, seenObjects } from './seen.ts';

/** The update runs that name this placement; nothing but their spec ties the two together (failures.md §4.1). */
export function runsOf(snapshot: Snapshot, placement: KubeObject): readonly KubeObject[] | undefined {
  const kind = placement.kind === 'ClusterResourcePlacement' ? 'ClusterStagedUpdateRun' : 'StagedUpdateRun';
  return seenObjects(snapshot, kind)?.filter(
    (run) => stringAt(run, 'spec', 'placementName') === placement.metadata.name && run.metadata.namespace === placement.metadata.namespace,
  );
}

/** Neither ended nor refused; a run that waits, or is stopped, is still the one that will go on. */
export function isAtWork(run: KubeObject): boolean {
  const conditions = conditionsAt(run, 'status', 'conditions');
  const ended = findCondition(conditions, 'Succeeded') !== undefined || findCondition(conditions, 'Initialized')?.status === 'False';
  return !ended && !isDeleting(run);
}
