import { stringAt } from '../json/json.ts';
import type { KubeObject } from '../kubernetes/object.ts';

/** Whether the rollout strategy of a placement is External: only update runs change what its clusters have. */
export function isExternal(placement: KubeObject | undefined): boolean {
  return stringAt(placement, 'spec', 'strategy', 'type') === 'External';
}
