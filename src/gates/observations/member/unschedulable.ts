import { conditionsAt, findCondition } from '../../../fleet/kubernetes/condition.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Pod, VolumeClaim } from '../../view/member-objects.ts';
import { eventText, warningsOf } from './member-events.ts';
import type { WorkloadCause } from './workload-cause.ts';
import { claimsOf } from './workload-pods.ts';

/** The scheduler names unbound claims among its reasons (Kubernetes pkg/scheduler/framework/plugins/volumebinding). */
export function unschedulable(pod: Pod, objects: readonly KubeObject[]): readonly WorkloadCause[] {
  const condition = findCondition(conditionsAt(pod, 'status', 'conditions'), 'PodScheduled');
  if (condition?.status !== 'False' || condition.reason !== 'Unschedulable') return [];
  const evidence = [`pod ${pod.metadata.name}: ${condition.message}`, ...claimsOf(pod).flatMap((claim) => openClaim(claim, objects))];
  const isVolume = /unbound immediate PersistentVolumeClaims|persistentvolumeclaim "/.test(condition.message);
  const found = { evidence, isLasting: false, pod: pod.metadata.name, since: condition.lastTransitionTime };
  if (isVolume) {
    // bounded: a message is cut at 32,768 characters.
    const named = /persistentvolumeclaim "([^"]+)"/.exec(condition.message)?.[1];
    const open = named ?? claimsOf(pod).find((claim) => openClaim(claim, objects).length > 0);
    return [{ fact: 'pod-volume', ...found, words: { volume: open === undefined ? '' : `PersistentVolumeClaim ${open}` } }];
  }
  return [{ fact: 'pod-unschedulable', ...found, words: { nodes: nodeCounts(condition.message) } }];
}

/** The scheduler's counts: `0/3 nodes are available: 3 Insufficient cpu`, without its sentence about preemption; empty if it gives none. */
function nodeCounts(message: string): string {
  // bounded: a message is cut at 32,768 characters.
  const [, counts = ''] = /^(\d+\/\d+ nodes are available: .+?)(?:\.? (?:preemption|no new claims)\b|\.?$)/s.exec(message.trim()) ?? [];
  return counts.length > LONGEST_COUNTS ? '' : counts;
}

const LONGEST_COUNTS = 160;

function openClaim(name: string, objects: readonly KubeObject[]): readonly string[] {
  const claim = objects.find((object): object is VolumeClaim => object.kind === 'PersistentVolumeClaim' && object.metadata.name === name);
  const phase = stringAt(claim, 'status', 'phase');
  if (claim === undefined || phase === undefined || phase === 'Bound') return [];
  const className = stringAt(claim, 'spec', 'storageClassName');
  const last = warningsOf(objects, 'PersistentVolumeClaim', name).at(-1);
  const storage = className === undefined ? 'no storage class' : `storage class ${className}`;
  return [`PersistentVolumeClaim ${name} is ${phase} (${storage})${last === undefined ? '' : `: ${eventText(last)}`}`];
}
