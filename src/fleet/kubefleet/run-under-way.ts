import { conditionsAt, findCondition } from '../kubernetes/condition.ts';
import { groupOf, isDeleting, type KubeObject } from '../kubernetes/object.ts';
import { PLACEMENT_GROUP } from './kinds.ts';

/** Whether the object is an update run that the hub has initialized and that has not ended. */
export function isRunUnderWay(object: KubeObject): boolean {
  if (!object.kind.endsWith('StagedUpdateRun') || groupOf(object.apiVersion) !== PLACEMENT_GROUP || isDeleting(object)) return false;
  const conditions = conditionsAt(object, 'status', 'conditions');
  const ended = findCondition(conditions, 'Succeeded')?.status;
  return findCondition(conditions, 'Initialized')?.status === 'True' && ended !== 'True' && ended !== 'False';
}
