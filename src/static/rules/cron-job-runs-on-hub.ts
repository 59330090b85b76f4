/**
 * The hub creates Jobs from a CronJob like any cluster, and a placement does not exclude Jobs: if it selects the whole namespace, or Jobs
 * by labels, it sends each of them. Their Pods do not run on the hub, so they remain there. The cluster creates a Job of the same name.
 * Source: the CronJob controller of Kubernetes (`getJobName`: the CronJob's name and the time); `pkg/utils/common.go` (ShouldPropagateObj
 * excludes objects of other kinds that clusters create) and `pkg/controllers/workapplier` (an object with another owner is not applied),
 * v0.3.1 and main.
 */
import { field, objectAt } from '../../fleet/json/json.ts';
import { displayName, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { canShareCluster } from '../../schedule/reach/share-cluster.ts';
import { appliedObjects } from '../placing/applied-objects.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const cronJobRunsOnHub = defineRule<{ readonly cronJob: string; readonly placement: string }>({
  id: 'cron-job-runs-on-hub',
  summary: 'The hub creates Jobs from a CronJob as well, and a placement sends them to the clusters',
  effect: 'misbehaves',
  kinds: ['CronJob'],
  why: 'A CronJob that runs on the clusters is an object of the hub, too, and the hub creates a Job from it each time it is due. A placement that selects the whole namespace sends these Jobs together with the CronJob. On each cluster the Job then runs a second time, or it cannot be applied because the cluster has created a Job of that name itself, and `Applied` becomes False. On the hub the Jobs never finish, because their Pods do not run there, and they pile up.',
  remedy: 'Put the CronJob into a ResourceEnvelope: the hub does not create Jobs from the content of envelopes.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ cronJob, placement }) =>
    `The hub creates Jobs from ${cronJob} as well, and ${placement} sends them to clusters that create the same Jobs themselves.`,
  *check(manifest, world) {
    const [applied] = appliedObjects(manifest, world);
    if (applied === undefined || manifest.object.apiVersion !== 'batch/v1') return;
    if (field(manifest.object, 'spec', 'suspend') === true || !isResolved(manifest, '/spec/suspend', '/spec/jobTemplate/metadata')) return;
    const members = knownClusters(world);
    const sending = placementsSending(jobOf(manifest), world).find((placement) =>
      applied.placements.some((own) => own === placement || canShareCluster(own.object, placement.object, members)),
    );
    if (sending === undefined) return;
    const related = [{ manifest: sending, at: '/spec/resourceSelectors', message: `${nameOf(sending)} selects its Jobs` }];
    yield { at: '', data: { cronJob: displayName(applied.ref), placement: nameOf(sending) }, related };
  },
});

/** A Job that the hub creates from it. */
function jobOf(manifest: Manifest): Manifest {
  const { metadata } = manifest.object;
  const { labels, annotations } = objectAt(manifest.object, 'spec', 'jobTemplate', 'metadata') ?? {};
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { ...metadata, name: `${metadata.name}-29000000`, labels, annotations } };
  return { ...manifest, object: job as KubeObject };
}
