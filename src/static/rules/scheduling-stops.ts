/**
 * Policies at which the scheduler stops with an error. Source: `pkg/scheduler/scheduler.go` (an error in a cycle is not retried) and the
 * plugins of `pkg/scheduler/framework/plugins`. The webhook of v0.3 accepts unknown operators, no webhook checks a ResourcePlacement, and
 * the webhook of no version finds a resource with a hyphen.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { takesPart } from '../answers/admission.ts';
import { policyStops } from '../answers/policy-stops.ts';
import { whatIf } from '../placing/what-if.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Stop {
  readonly says: string;
  readonly remedy: string;
  /** It stops on the known clusters, or they are not known. */
  readonly isNow: boolean;
}

export const schedulingStops = defineRule<Stop>({
  id: 'scheduling-stops',
  summary: 'The hub accepts the policy, but the scheduler stops at it with an error',
  effect: 'fails',
  otherwise: { misbehaves: 'the scheduler does not evaluate this for any of the known clusters' },
  kinds: PLACEMENT_KINDS,
  why: 'The scheduler reads a property of a cluster as a quantity and compares it. An unknown operator or sort order, a value that is not a quantity, no value at all, and a resource whose name has a hyphen (`total-ephemeral-storage`) end its cycle in an error. It is then not repeated: `Scheduled` stays Unknown with reason `SchedulePending`, nothing is placed, and only the log of the hub agent has the error. The hub refuses most of them, but v0.3 accepts an unknown operator, and no webhook checks a ResourcePlacement.',
  remedy: 'Correct the expression.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ says, isNow }) =>
    `${says} The scheduler stops there${isNow ? ', so the hub never schedules this placement' : ' as soon as it evaluates this for a cluster'}.`,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, world) {
    if (!isResolved(manifest, '/spec/policy') || !takesPart(manifest, '/spec/policy', world)) return;
    const { placementType } = policyOf(manifest.object);
    if (placementType !== 'PickAll' && placementType !== 'PickN') return;
    const scheduling = whatIf(manifest, world);
    const isNow = scheduling === undefined || scheduling.outcome === 'Stuck';
    const stops = policyStops(manifest.object);
    for (const { at, ...data } of stops) yield { at, data: { ...data, isNow }, ...(isNow ? {} : { effect: 'misbehaves' }) };
    // A wrong label selector has another rule, and so has the name of the placement.
    const isProperty =
      scheduling?.outcome === 'Stuck' && scheduling.message.startsWith('plugin ') && !scheduling.message.includes('label selector');
    if (stops.length > 0 || !isProperty) return;
    const says = `With the known clusters, ${scheduling.message}.`;
    yield { at: '/spec/policy', part: 'key', data: { says, remedy: 'Correct the property on the cluster, or do not ask for it.', isNow } };
  },
});
