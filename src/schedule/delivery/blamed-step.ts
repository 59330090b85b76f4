import { ownCopy } from '../../fleet/json/own-copy.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { applyOperation } from '../override/json-patch.ts';
import type { RulePlace, Step } from '../override/override-resource.ts';

/**
 * Returns the patch that causes a fault: the last one before which the object does not have the fault. `undefined` if the object always has
 * it.
 * @param hasFault whether an object has the fault
 */
export function blamedStep(object: KubeObject, steps: readonly Step[], hasFault: (object: KubeObject) => boolean): RulePlace | undefined {
  const state = ownCopy(object);
  let blamed: RulePlace | undefined;
  for (const { place, patch } of steps) {
    // Readers of objects remember what they read, and the state changes.
    if (!hasFault(ownCopy(state))) blamed = place;
    // The same patch succeeded on the same object before.
    applyOperation(state, patch, () => 'perhaps');
  }
  return blamed;
}
