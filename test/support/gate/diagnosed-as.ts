import type { Condition } from '../../../src/fleet/kubernetes/condition.ts';
import type { ObjectRef } from '../../../src/fleet/kubernetes/object.ts';
import { diagnose } from '../../../src/gates/diagnosis/diagnose.ts';
import { NO_MEMBER_OBJECTS } from '../../../src/gates/view/member-objects.ts';
import { JUDGED_ONCE } from '../../../src/gates/memory.ts';
import { ROLLOUT_STEPS } from '../../../src/fleet/kubefleet/rollout-step.ts';
import type { Scope } from '../../../src/gates/observations/observation.ts';
import { DEFAULT_OPTIONS } from '../../../src/gates/options.ts';
import { REACH_UNKNOWN } from '../../../src/gates/reach.ts';
import type { GateContext } from '../../../src/gates/rollout/context.ts';
import { flagTerms } from '../../../src/terms.ts';
import { NOW } from '../fleets/fleet.ts';
import { memoryHub } from '../hubs/memory-hub.ts';

/**
 * The id of the failure that a condition `Type Status Reason` with this message is diagnosed as; `none` if it is not a failure by itself.
 */
export function diagnosedAs(scope: Scope, text: string, message: string): string {
  const [type = '', status = '', reason = ''] = text.split(' ');
  const target: ObjectRef = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
  const condition: Condition = { type, status: status as Condition['status'], reason, message };
  const step = ROLLOUT_STEPS.find((known) => known === type) ?? 'Available';
  const context: GateContext = {
    hub: memoryHub([], NOW),
    options: DEFAULT_OPTIONS,
    followed: [],
    terms: flagTerms,
    reach: REACH_UNKNOWN,
    byStatus: false,
    deploy: undefined,
    memory: JUDGED_ONCE,
    moment: { now: 0 },
    members: undefined,
    memberObjects: NO_MEMBER_OBJECTS,
  };
  const timers = { target: 'shop', uid: '', content: '' };
  const { found } = diagnose([{ scope, step, target, object: target, cluster: 'm1', condition, evidence: [] }], context, timers);
  return found[0]?.diagnosis.id ?? 'none';
}
