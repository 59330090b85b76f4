import { conditionsAt, findCondition } from '../../../fleet/kubernetes/condition.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import type { Pod } from '../../view/member-objects.ts';
import type { WorkloadCause } from './workload-cause.ts';

/**
 * Removed from its node, or about to be: by pressure on the node, a drain, a taint or a pod of higher priority (Kubernetes pkg/apis/core,
 * DisruptionTarget).
 */
export function eviction(pod: Pod): WorkloadCause | undefined {
  const disrupted = findCondition(conditionsAt(pod, 'status', 'conditions'), 'DisruptionTarget');
  if (disrupted?.status === 'True')
    return {
      fact: 'pod-evicted',
      evidence: [`pod ${pod.metadata.name}: ${disrupted.reason}: ${disrupted.message}`],
      isLasting: false,
      pod: pod.metadata.name,
    };
  if (stringAt(pod, 'status', 'phase') !== 'Failed' || stringAt(pod, 'status', 'reason') !== 'Evicted') return undefined;
  return {
    fact: 'pod-evicted',
    evidence: [`pod ${pod.metadata.name}: Evicted: ${stringAt(pod, 'status', 'message') ?? ''}`],
    isLasting: false,
    pod: pod.metadata.name,
  };
}
