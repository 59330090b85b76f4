import type { Condition } from '../../../fleet/kubernetes/condition.ts';
import { objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { editsImmutableField } from './edited-field.ts';
import { isNamespaceSupplied } from './supplied-namespace.ts';

/**
 * Facts about a refused object that lint would have needed before the deploy, as words: the apply strategy of a conflict, whether the deploy
 * edits the immutable field, and whether another placement brings the missing namespace.
 */
export function beforeDeploy(
  context: PlacementContext,
  { cluster, binding }: ClusterState,
  object: ObjectRef,
  { type, message }: Condition,
): Readonly<Record<string, string>> {
  if (type !== 'Applied') return {};
  const strategy = binding?.applyStrategy ?? objectAt(context.view.object, 'spec', 'strategy', 'applyStrategy');
  return {
    ...(message.includes('Apply failed with ') ? { applyStrategy: stringAt(strategy, 'type') ?? 'ClientSideApply' } : {}),
    ...(message.includes(' is invalid: ') && editsImmutableField(context, object, message) ? { isEdited: 'true' } : {}),
    ...(isNamespaceSupplied(context, cluster, object, message) ? { isSupplied: 'true' } : {}),
  };
}
