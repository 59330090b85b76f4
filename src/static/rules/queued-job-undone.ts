/**
 * Kueue suspends a Job when it is created, and starts it with `suspend: false` when there is capacity. KubeFleet applies the whole manifest
 * repeatedly, and overwrites that with the `suspend` of the manifest. Source: Kueue, "Run A Kubernetes Job"
 * (https://kueue.sigs.k8s.io/docs/tasks/run/jobs/) and `LocalQueueDefaulting` (a LocalQueue `default` takes the Jobs of its namespace that
 * name no queue; enabled by default since v0.12); KubeFleet as in `autoscaler-undone`; the default of `suspend` in
 * `pkg/apis/batch/v1/defaults.go` of Kubernetes.
 */
import { isEnvelope, objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import { field, stringAt } from '../../fleet/json/json.ts';
import { isOverride } from '../../selection/override.ts';
import { displayName, groupOf, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { canShareCluster } from '../../schedule/reach/share-cluster.ts';
import { answerToOthers, appliedObjects, type AnswerToOthers, type AppliedObject } from '../placing/applied-objects.ts';
import { patchFaults } from '../delivery/patch-faults.ts';
import { sentValues } from '../delivery/sent-values.ts';
import type { Fault } from '../delivery/faults-within.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Undone {
  readonly job: string;
  readonly path: string;
  /** The values that the clusters get. */
  readonly values: readonly boolean[];
  readonly isFilledIn: boolean;
  readonly isEnclosed: boolean;
  readonly placement: string;
  readonly answer: AnswerToOthers;
}

export const queuedJobUndone = defineRule<Undone>({
  id: 'queued-job-undone',
  summary: 'KubeFleet resets the field that Kueue uses to start and stop a Job',
  effect: 'misbehaves',
  kinds: '*',
  why: 'Kueue holds a Job back by `suspend: true`, and starts it by `suspend: false` when its queue has room. KubeFleet applies the objects that it places again at least every 15 minutes, also if nothing has changed. With `suspend: true` in the manifest each apply stops the Job that Kueue has started, and its Pods are deleted. With `suspend: false` each apply starts a Job that Kueue holds back. A LocalQueue with the name `default` takes all Jobs of its namespace that name no queue. Omitting `suspend` does not help: the hub fills in `false`, and KubeFleet sends the object of the hub. With `whenToApply: IfNotDrifted` the change by Kueue is drift: KubeFleet does not apply the Job, and `Applied` of the placement becomes False. The same happens with `ServerSideApply` without force, because Kueue owns the field.',
  remedy: 'Remove `/spec/suspend` with an override for all clusters.',
  docs: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#suspending-a-job',
  message: ({ job, values, isFilledIn, placement, answer }) => {
    if (answer === 'conflicts')
      return `Kueue changes \`suspend\` of ${job}, and then server-side apply of ${placement} without force conflicts with it: \`Applied\` becomes False.`;
    return answer === 'keeps'
      ? `The change of \`suspend\` of ${job} by Kueue is drift, and ${placement} applies only objects that have not drifted: \`Applied\` becomes False.`
      : `At every apply KubeFleet sets \`suspend\` of ${job} to ${values.join(' or ')} again${isFilledIn ? ', which the hub fills in' : ''}, ${values.includes(true) ? 'also if Kueue has started it' : 'also if Kueue holds it back'}.`;
  },
  remedyFor: ({ path, isEnclosed }) =>
    isEnclosed
      ? 'Remove `suspend` from the object in the envelope: Kueue sets it on the cluster.'
      : `Remove the field with an override for all clusters (\`op: remove\`, \`path: ${path}\`); it is not enough to remove it from the manifest.`,
  concerns: ({ object }) => isOverride(object) || objectsWithin(object).some((each) => isKueueLabelled(each.object) || isJob(each.object)),
  *check(manifest, world) {
    if (isOverride(manifest.object)) {
      yield* ofPatches(manifest, world);
      return;
    }
    for (const applied of appliedObjects(manifest, world)) {
      const found = suspendOf(applied);
      if (found === undefined || !isResolved(manifest, `${applied.at}${found.path}`)) continue;
      const sending = isKueueLabelled(applied.object) ? applied.placements : applied.placements.filter(hasDefaultQueue(applied, world));
      for (const placement of sending) {
        const sent = sentValues(applied, found.path, placement, world, found.isFilledIn ? false : undefined);
        const values = [false, true].filter((each) => sent.some(({ value }) => value === each));
        if (values.length === 0) continue;
        const data = {
          path: found.path,
          values,
          isFilledIn: found.isFilledIn && !values.includes(true),
          job: displayName(applied.ref),
          isEnclosed: applied.at !== '',
          placement: nameOf(placement),
          answer: answerToOthers(placement),
        };
        yield { at: `${applied.at}${found.path}`, part: 'key', data };
        break;
      }
    }
  },
});

/** Whether a placement, or one that shares a cluster with it, applies the default LocalQueue of the namespace of a Job. */
function hasDefaultQueue({ object, ref }: AppliedObject, world: World): (placement: Manifest) => boolean {
  const queues = isJob(object) ? (defaultQueues(world).get(ref.namespace) ?? []) : [];
  return (placement) => {
    const others = queues.flatMap(({ placements }) => placements);
    return others.some((other) => other === placement || canShareCluster(placement.object, other.object, knownClusters(world)));
  };
}

/** The LocalQueues with the name `default` that placements apply, by namespace. */
const defaultQueues = oncePer((world: World): ReadonlyMap<string | undefined, readonly AppliedObject[]> => {
  const holders = world.manifests.filter(({ object }) => objectsWithin(object).some((each) => isDefaultQueue(each.object)));
  const queues = holders.flatMap((manifest) => appliedObjects(manifest, world)).filter(({ object }) => isDefaultQueue(object));
  return Map.groupBy(queues, ({ ref }) => ref.namespace);
});

function isDefaultQueue({ apiVersion, kind, metadata }: KubeObject): boolean {
  return groupOf(apiVersion) === 'kueue.x-k8s.io' && kind === 'LocalQueue' && metadata.name === 'default';
}

/** Patches that give a Job its queue, or the field. */
function* ofPatches(manifest: Manifest, world: World) {
  for (const { fault, patch, clusters, delivery } of patchFaults(manifest, queuedWithSuspend, world)) {
    const { placement, item, target } = delivery;
    const isEnclosed = isEnvelope(item.object);
    const data = { ...fault, isEnclosed, placement: nameOf(placement), answer: answerToOthers(placement) };
    const job = displayName(target.resource.ref);
    yield { at: patch.replace(/value$/, 'path'), data: isEnclosed ? data : { ...data, job }, clusters, about: item };
  }
}

function queuedWithSuspend(object: KubeObject): readonly (Fault & Pick<Undone, 'job' | 'path' | 'values' | 'isFilledIn'>)[] {
  const found = isKueueLabelled(object) ? writtenSuspend(object) : undefined;
  if (found === undefined) return [];
  const { path, value } = found;
  return [{ key: path, at: path, job: displayName(refOf(object)), path, values: [value], isFilledIn: false }];
}

/** By the label, or by the older annotation. */
function isKueueLabelled(object: KubeObject): boolean {
  return ['labels', 'annotations'].some((map) => (stringAt(object, 'metadata', map, 'kueue.x-k8s.io/queue-name') ?? '') !== '');
}

function isJob({ apiVersion, kind }: KubeObject): boolean {
  return groupOf(apiVersion) === 'batch' && kind === 'Job';
}

/** The field that suspends an object; `undefined` if neither the manifest nor the hub gives it a value. */
function suspendOf({ object, at }: AppliedObject): { readonly path: string; readonly isFilledIn: boolean } | undefined {
  const written = writtenSuspend(object);
  if (written !== undefined) return { path: written.path, isFilledIn: false };
  return isJob(object) && at === '' ? { path: '/spec/suspend', isFilledIn: true } : undefined;
}

function writtenSuspend(object: KubeObject): { readonly path: string; readonly value: boolean } | undefined {
  for (const keys of [['suspend'], ['runPolicy', 'suspend']]) {
    const value = field(object, 'spec', ...keys);
    if (typeof value === 'boolean') return { path: `/spec/${keys.join('/')}`, value };
  }
  return undefined;
}
