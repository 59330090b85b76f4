/**
 * A cluster deletes a finished Job with `ttlSecondsAfterFinished`, and KubeFleet creates missing objects again at its next apply. Source:
 * `pkg/controllers/workapplier/apply.go` (createManifestObject), the requeue rate limiter of `controller.go` and `backoff.go` (at least
 * every 15 minutes), v0.3.1 and main; the TTL-after-finished controller of Kubernetes; kubefleet-dev/kubefleet#806.
 */
import { OVERRIDE_KINDS } from '../../selection/override.ts';
import { ENVELOPE_KINDS } from '../../fleet/kubefleet/envelope.ts';
import { field } from '../../fleet/json/json.ts';
import { displayName, groupOf, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { appliedObjects } from '../placing/applied-objects.ts';
import { patchFaults } from '../delivery/patch-faults.ts';
import type { Fault } from '../delivery/faults-within.ts';
import { sentValues } from '../delivery/sent-values.ts';
import type { Manifest } from '../world/manifest.ts';
import { nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Again {
  readonly job: string;
  /** The numbers that the clusters get. */
  readonly seconds: readonly number[];
  readonly placement: string;
}

export const jobRunsAgain = defineRule<Again>({
  id: 'job-runs-again',
  summary: 'A Job that is deleted after it has finished is created and run again',
  effect: 'misbehaves',
  kinds: ['Job', ...ENVELOPE_KINDS, ...OVERRIDE_KINDS],
  why: 'With `ttlSecondsAfterFinished` a cluster deletes a Job some time after it has finished. KubeFleet applies the objects that it places again at least every 15 minutes, and creates those that are missing. So the Job runs again, is deleted again, and runs again, until the placement no longer selects it. The hub does not delete the Job, because its Pods do not run there.',
  remedy: 'Remove `ttlSecondsAfterFinished`. To delete the finished Job, remove it from the placement.',
  docs: 'https://kubernetes.io/docs/concepts/workloads/controllers/ttlafterfinished/',
  message: ({ job, seconds, placement }) =>
    `${job} runs again and again: clusters delete it ${seconds.join(' or ')} s after it has finished, and ${placement} creates it again within 15 minutes.`,
  *check(manifest, world) {
    yield* ofPatches(manifest, world);
    for (const applied of appliedObjects(manifest, world)) {
      const at = `${applied.at}/spec/${TTL}`;
      if (!isJob(applied.ref) || field(applied.object, 'spec', TTL) === undefined || !isResolved(manifest, at)) continue;
      for (const placement of applied.placements) {
        const sent = sentValues(applied, `/spec/${TTL}`, placement, world);
        const seconds = sent.flatMap(({ value }) => (typeof value === 'number' ? [value] : [])).toSorted((a, b) => a - b);
        if (seconds.length === 0) continue;
        yield { at, data: { job: displayName(applied.ref), seconds, placement: nameOf(placement) } };
        break;
      }
    }
  },
});

const TTL = 'ttlSecondsAfterFinished';

/** Patches that add the field. */
function* ofPatches(manifest: Manifest, world: World) {
  for (const { fault, patch, clusters, delivery } of patchFaults(manifest, deletedJobs, world)) {
    const data = { job: fault.job, seconds: [fault.seconds], placement: nameOf(delivery.placement) };
    yield { at: patch.replace(/value$/, 'path'), data, clusters, about: delivery.item };
  }
}

function deletedJobs(object: KubeObject): readonly (Fault & { readonly job: string; readonly seconds: number })[] {
  const seconds = isJob(object) ? field(object, 'spec', TTL) : undefined;
  return typeof seconds === 'number' ? [{ key: TTL, at: `/spec/${TTL}`, job: displayName(refOf(object)), seconds }] : [];
}

function isJob({ apiVersion, kind }: Pick<ObjectRef, 'apiVersion' | 'kind'>): boolean {
  return groupOf(apiVersion) === 'batch' && kind === 'Job';
}
