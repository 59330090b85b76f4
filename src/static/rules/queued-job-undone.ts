/**
 * Kueue suspends a Job when it is created, and starts it with `suspend: false` when there is capacity. KubeFleet applies the whole manifest
 * repeatedly, and overwrites that with the `suspend` of the manifest. Source: Kueue, "Run A Kubernetes Job"
 * (https://kueue.sigs.k8s.io/docs/tasks/run/jobs/); KubeFleet as in `autoscaler-undone`; the default of `suspend` in
 * `pkg/apis/batch/v1/defaults.go` of Kubernetes.
 */
import { isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { field, stringAt } from '../../fleet/json/json.ts';
import { isOverride } from '../../selection/override.ts';
import { displayName, groupOf, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { appliedObjects, keepsDriftedObjects, type AppliedObject } from '../placing/applied-objects.ts';
import { patchFaults } from '../delivery/patch-faults.ts';
import { isSentWith } from '../delivery/sent-field.ts';
import type { Fault } from '../delivery/variant-faults.ts';
import type { Manifest } from '../world/manifest.ts';
import { nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Undone {
  readonly job: string;
  readonly path: string;
  readonly value: boolean;
  readonly isFilledIn: boolean;
  readonly isEnclosed: boolean;
  readonly placement: string;
  readonly keepsDriftedObjects: boolean;
}

export const queuedJobUndone = defineRule<Undone>({
  id: 'queued-job-undone',
  summary: 'KubeFleet resets the field that Kueue uses to start and stop a Job',
  effect: 'misbehaves',
  kinds: '*',
  why: 'Kueue holds a Job back by `suspend: true`, and starts it by `suspend: false` when its queue has room. KubeFleet applies the objects that it places again at least every 15 minutes, also if nothing has changed. With `suspend: true` in the manifest each apply stops the Job that Kueue has started, and its Pods are deleted. With `suspend: false` each apply starts a Job that Kueue holds back. Omitting `suspend` does not help: the hub fills in `false`, and KubeFleet sends the object of the hub. With `whenToApply: IfNotDrifted` the change by Kueue is drift: KubeFleet does not apply the Job, and `Applied` of the placement becomes False.',
  remedy: 'Remove `/spec/suspend` with an override for all clusters.',
  docs: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#suspending-a-job',
  message: ({ job, value, isFilledIn, placement, keepsDriftedObjects: spares }) =>
    spares
      ? `The change of \`suspend\` of ${job} by Kueue is drift, and ${placement} applies only objects that have not drifted: \`Applied\` becomes False.`
      : `At every apply KubeFleet sets \`suspend\` of ${job} to ${value} again${isFilledIn ? ', which the hub fills in' : ''}, ${value ? 'also if Kueue has started it' : 'also if Kueue holds it back'}.`,
  remedyFor: ({ path, isEnclosed }) =>
    isEnclosed
      ? 'Remove `suspend` from the object in the envelope: Kueue sets it on the cluster.'
      : `Remove the field with an override for all clusters (\`op: remove\`, \`path: ${path}\`); it is not enough to remove it from the manifest.`,
  *check(manifest, world) {
    if (isOverride(manifest.object)) yield* ofPatches(manifest, world);
    if (!isKueueLabelled(manifest.object) && !isEnvelope(manifest.object)) return;
    for (const applied of appliedObjects(manifest, world)) {
      const found = isKueueLabelled(applied.object) ? suspendOf(applied) : undefined;
      if (found === undefined || !isResolved(manifest, `${applied.at}${found.path}`)) continue;
      const placement = applied.placements.find((each) => isSentWith(applied, found.path, each, world));
      if (placement === undefined) continue;
      const data = {
        ...found,
        job: displayName(applied.ref),
        isEnclosed: applied.at !== '',
        placement: nameOf(placement),
        keepsDriftedObjects: keepsDriftedObjects(placement),
      };
      yield { at: `${applied.at}${found.path}`, part: 'key', data };
    }
  },
});

/** Patches that give a Job its queue, or the field. */
function* ofPatches(manifest: Manifest, world: World) {
  for (const { fault, patch, clusters, delivery } of patchFaults(manifest, queuedWithSuspend, world)) {
    const { placement, item, target } = delivery;
    const isEnclosed = isEnvelope(item.object);
    const data = { ...fault, isEnclosed, placement: nameOf(placement), keepsDriftedObjects: keepsDriftedObjects(placement) };
    const job = displayName(target.resource.ref);
    yield { at: patch.replace(/value$/, 'path'), data: isEnclosed ? data : { ...data, job }, clusters, about: item };
  }
}

function queuedWithSuspend(object: KubeObject): readonly (Fault & Pick<Undone, 'job' | 'path' | 'value' | 'isFilledIn'>)[] {
  const found = isKueueLabelled(object) ? writtenSuspend(object) : undefined;
  return found === undefined ? [] : [{ key: found.path, at: found.path, job: displayName(refOf(object)), ...found, isFilledIn: false }];
}

/** By the label, or by the older annotation. */
function isKueueLabelled(object: KubeObject): boolean {
  return ['labels', 'annotations'].some((map) => (stringAt(object, 'metadata', map, 'kueue.x-k8s.io/queue-name') ?? '') !== '');
}

/** The field that suspends an object, and its value on the clusters; `undefined` if no value is sent. */
function suspendOf({ object, at }: AppliedObject): Pick<Undone, 'path' | 'value' | 'isFilledIn'> | undefined {
  const written = writtenSuspend(object);
  if (written !== undefined) return { ...written, isFilledIn: false };
  const isJob = groupOf(object.apiVersion) === 'batch' && object.kind === 'Job';
  return isJob && at === '' ? { path: '/spec/suspend', value: false, isFilledIn: true } : undefined;
}

function writtenSuspend(object: KubeObject): Pick<Undone, 'path' | 'value'> | undefined {
  for (const keys of [['suspend'], ['runPolicy', 'suspend']]) {
    const value = field(object, 'spec', ...keys);
    if (typeof value === 'boolean') return { path: `/spec/${keys.join('/')}`, value };
  }
  return undefined;
}
