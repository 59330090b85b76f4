import { displayName, groupOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import { failingRuns, logIn } from './failing-runs.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { removalKey } from '../../rollout/removals.ts';
import { runningWorkloads } from '../../rollout/running-workloads.ts';
import { msSinceOnMember } from '../failing-since.ts';
import { memberPlace } from '../../view/member-objects.ts';
import { warningsAbout } from './member-events.ts';
import type { Observation } from '../observation.ts';
import { initText, restarted } from './pod-causes.ts';
import { failedJob, workloadCauses, workloadConditions } from './workload-causes.ts';
import { podsOf } from './workload-pods.ts';

/** Adds to an unavailable object what a readable member shows: the cause, which the hub never has. */
export function withMemberCauses(context: PlacementContext, seen: Observation): readonly Observation[] {
  const { cluster, object } = seen;
  if (cluster === undefined || object?.namespace === undefined) return [seen];
  const place = memberPlace(cluster, object.namespace);
  if (!context.memberObjects.has(place)) return [seen];
  const objects = context.memberObjects.get(place);
  const words = { ...seen.words, member: objects === undefined ? 'unread' : 'read' };
  if (objects === undefined) return [{ ...seen, words }];
  const { condition: _condition, lastedMs: _lasting, ...found } = seen;
  if (context.memberObjects.get(removalKey({ cluster, object }))?.length === 0)
    return [{ ...found, fact: 'absent-on-member', evidence: [`read on ${cluster}: there is no ${displayName(object)}`], words }];
  const causes = workloadCauses(objects, object).map((cause): Observation => ({
    ...found,
    fact: cause.fact,
    evidence: cause.evidence,
    ...logOf(objects, cause.pod, cause.container),
    words: {
      ...words,
      lasting: String(cause.isLasting),
      missing: cause.missing ?? '',
      pod: cause.pod,
      container: cause.container ?? '',
      ...cause.words,
    },
  }));
  const reported = workloadConditions(objects, object).map((condition): Observation => ({
    ...found,
    condition,
    evidence: [`on ${cluster}: ${condition.type} ${condition.status} ${condition.reason}: ${condition.message}`],
    words,
  }));
  const starting = podsOf(objects, object).flatMap((pod) => initText(pod) ?? []);
  const evidence = [...seen.evidence, ...starting.slice(0, 1), ...warningsAbout(objects, object)];
  return [...reported, ...causes, { ...seen, evidence, words }];
}

/**
 * Jobs that a member has stopped retrying. KubeFleet does not track them, so the hub shows success (KubeFleet
 * pkg/controllers/workapplier/availability_tracker.go). With pull request 809 it tracks them, and such a Job stays unavailable.
 */
export function failedJobs(context: PlacementContext, { cluster, works = [] }: ClusterState): readonly Observation[] {
  return works
    .flatMap(({ manifests }) => manifests)
    .flatMap(({ object }): readonly Observation[] => {
      const isJob = object.kind === 'Job' && groupOf(object.apiVersion) === 'batch';
      if (!isJob || object.namespace === undefined) return [];
      const objects = context.memberObjects.get(memberPlace(cluster, object.namespace)) ?? [];
      const evidence = failedJob(objects, object);
      if (evidence.length === 0) return [];
      const log = failingRuns(objects, object).map(({ pod, container }) => logOf(objects, pod, container))[0];
      return [{ scope: 'manifest', step: 'Available', fact: 'job-failed', target: context.view.ref, cluster, object, evidence, ...log }];
    });
}

/** Pods that crash, or have just crashed, of workloads that the hub reports as available. */
export function crashedSince(context: PlacementContext, state: ClusterState): readonly Observation[] {
  const isRecent = (time: string | undefined): boolean => (msSinceOnMember(context, state.cluster, time) ?? Infinity) < STEADY;
  return runningWorkloads(context, [state]).flatMap(({ cluster, object }): readonly Observation[] => {
    const objects = context.memberObjects.get(memberPlace(cluster, object.namespace ?? '')) ?? [];
    const crash = workloadCauses(objects, object).find(({ fact }) => fact === 'pod-crash-loop');
    const cause = crash ?? podsOf(objects, object).flatMap((pod) => restarted(pod, isRecent) ?? [])[0];
    if (cause === undefined) return [];
    const evidence = [...cause.evidence, `the hub reports ${displayName(object)} on ${cluster} as available`];
    const words = { lasting: String(cause.isLasting), pod: cause.pod, container: cause.container ?? '', ...cause.words };
    const log = logOf(objects, cause.pod, cause.container);
    return [{ scope: 'manifest', step: 'Available', fact: cause.fact, target: context.view.ref, cluster, object, evidence, words, ...log }];
  });
}

/** A container that has run so long, in ms, has got over its last end. */
const STEADY = 120_000;

function logOf(objects: readonly KubeObject[], pod: string, container = ''): Pick<Observation, 'log'> {
  const log = logIn(objects, pod, container);
  return log === undefined ? {} : { log: { pod, container, isPrevious: log.isPrevious, text: log.text } };
}
