/**
 * The member agent reports a workload as available when all of it runs the newest revision. A workload that keeps old pods on purpose, or
 * is paused, never becomes available after a change of its template. Source: `pkg/controllers/workapplier/availability_tracker.go`
 * (trackDeploymentAvailability, trackStatefulSetAvailability, trackDaemonSetAvailability); the first rollout is not affected.
 */
import { field, numberAt, stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { isNamed } from '../world/placements.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Held {
  readonly kind: string;
  readonly what: string;
}

export const workloadHeldBack = defineRule<Held>({
  id: 'workload-held-back',
  summary: 'The changed workload is held back and never becomes available',
  effect: 'fails',
  kinds: ['Deployment', 'StatefulSet', 'DaemonSet'],
  why: 'After a change of the pod template a StatefulSet with a `partition`, a workload with `OnDelete` and a paused Deployment keep Pods of the old revision, as configured. KubeFleet reports a workload as available only when no such Pod is left, so the placement stays at `Available` False, rolling updates stop after the first clusters, and update runs get stuck. Checked only with a base (`{--base}`, `{--base-dir}`).',
  remedy: 'Remove the hold for the rollout, or do not place this workload with KubeFleet.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementavailable',
  message: ({ kind, what }) => `The template of this ${kind} changes while it has ${what}, so it never becomes available.`,
  *check(manifest, world) {
    const { object } = manifest;
    const held = holdOf(object);
    const [before, ...others] = world.before(manifest)?.applied ?? [];
    if (held === undefined || before === undefined || others.length > 0 || object.apiVersion !== 'apps/v1') return;
    if (!isResolved(manifest, '/spec') || !isNamed(manifest) || placementsSending(manifest, world).length === 0) return;
    const [old, now] = [before, object].map((each) => JSON.stringify(field(each, 'spec', 'template') ?? null));
    if (old !== now) yield { at: held.at, data: { kind: object.kind, what: held.what } };
  },
});

function holdOf(object: KubeObject): { readonly at: string; readonly what: string } | undefined {
  const type = stringAt(object, 'spec', 'updateStrategy', 'type');
  if (object.kind === 'Deployment')
    return field(object, 'spec', 'paused') === true ? { at: '/spec/paused', what: '`paused: true`' } : undefined;
  if (type === 'OnDelete') return { at: '/spec/updateStrategy/type', what: '`updateStrategy: OnDelete`' };
  const partition = numberAt(object, 'spec', 'updateStrategy', 'rollingUpdate', 'partition') ?? 0;
  const at = '/spec/updateStrategy/rollingUpdate/partition';
  return object.kind === 'StatefulSet' && partition > 0 ? { at, what: `\`partition: ${partition}\`` } : undefined;
}
