import { ownCopy } from '../../fleet/json/own-copy.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { applyOperation } from '../override/json-patch.ts';
import type { RulePlace, Step } from '../override/override-resource.ts';

/** An object just before a patch is applied to it. */
export interface StateBefore {
  /** The patch. */
  readonly place: RulePlace;
  readonly object: KubeObject;
}

/**
 * Returns the object before each of these patches, in their order. The patches were applied to the same object before, without a failure.
 */
export function statesBefore(object: KubeObject, steps: readonly Step[]): readonly StateBefore[] {
  const state = ownCopy(object);
  return steps.map(({ place, patch }, index) => {
    // Readers of objects remember what they read, and the state changes.
    const before = index === 0 ? object : ownCopy(state);
    applyOperation(state, patch, () => 'perhaps');
    return { place, object: before };
  });
}
