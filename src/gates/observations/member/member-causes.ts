import { findCondition } from '../../../fleet/kubernetes/condition.ts';
import { displayName, groupOf, objectKey, type KubeObject, type ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { failingRuns } from './failing-runs.ts';
import { logOfContainer } from './container-log.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { removalKey } from '../../rollout/removals.ts';
import { runningWorkloads } from '../../rollout/running-workloads.ts';
import { msSinceOnMember, shorter } from '../failing-since.ts';
import { memberPlace } from '../../view/member-objects.ts';
import { warningsAbout } from './member-events.ts';
import type { Observation } from '../observation.ts';
import { restarted } from './container-causes.ts';
import { initText } from './pod-causes.ts';
import type { WorkloadCause } from './workload-cause.ts';
import { failedJob, workloadCauses, workloadConditions } from './workload-causes.ts';
import { podsOf } from './workload-pods.ts';

/** Adds the cause to an unavailable object. Only a readable member shows the cause; the hub does not have it. */
export function withMemberCauses(context: PlacementContext, seen: Observation): readonly Observation[] {
  const { cluster, object } = seen;
  if (cluster === undefined || object?.namespace === undefined) return [seen];
  const place = memberPlace(cluster, object.namespace);
  if (!context.memberObjects.has(place)) return [seen];
  const objects = context.memberObjects.get(place);
  const words = { ...seen.words, member: objects === undefined ? 'unread' : 'read' };
  if (objects === undefined) return [{ ...seen, words }];
  const { condition: _condition, lastedMs, ...found } = seen;
  if (context.memberObjects.get(removalKey({ cluster, object }))?.length === 0)
    return [{ ...found, fact: 'absent-on-member', evidence: [`read on ${cluster}: there is no ${displayName(object)}`], words }];
  const causes = workloadCauses(objects, object).map((cause): Observation => ({
    ...found,
    fact: cause.fact,
    evidence: cause.evidence,
    lastedMs: shorter(lastedMs, msSinceOnMember(context, cluster, cause.since)),
    ...logOf(objects, cause.pod, cause.container),
    words: { ...words, ...causeWords(cause) },
  }));
  const reported = workloadConditions(objects, object).map((condition): Observation => ({
    ...found,
    condition,
    evidence: [`on ${cluster}: ${condition.type} ${condition.status} ${condition.reason}: ${condition.message}`],
    words: { ...words, lasting: String(object.kind === 'Deployment') },
  }));
  const starting = podsOf(objects, object).flatMap((pod) => initText(pod) ?? []);
  const evidence = [...seen.evidence, ...starting.slice(0, 1), ...warningsAbout(objects, object)];
  return [...reported, ...causes, { ...seen, evidence, words }];
}

/**
 * Jobs that a member has stopped retrying, or whose pods do not start. KubeFleet does not track them, so the hub shows success (KubeFleet
 * pkg/controllers/workapplier/availability_tracker.go). With pull request 809 it tracks them, and such a Job stays unavailable.
 */
export function failedJobs(context: PlacementContext, state: ClusterState): readonly Observation[] {
  const { cluster, works = [] } = state;
  return works
    .flatMap(({ manifests }) => manifests)
    .flatMap(({ object }): readonly Observation[] => {
      const isJob = object.kind === 'Job' && groupOf(object.apiVersion) === 'batch';
      if (!isJob || object.namespace === undefined) return [];
      const objects = context.memberObjects.get(memberPlace(cluster, object.namespace)) ?? [];
      const evidence = failedJob(objects, object);
      const base = { scope: 'manifest', step: 'Available', target: context.view.ref, cluster, object } as const;
      if (evidence.length === 0) return isTracked(state, object) ? [] : unstarted(objects, base);
      const log = failingRuns(objects, object).map(({ pod, container }) => logOf(objects, pod, container))[0];
      return [{ ...base, fact: 'job-failed', evidence, ...log }];
    });
}

/** The observations of an object that is not available on the hub have its causes already. */
function isTracked({ works = [] }: ClusterState, job: ObjectRef): boolean {
  return works
    .flatMap(({ manifests }) => manifests)
    .some(({ object, conditions }) => objectKey(object) === objectKey(job) && findCondition(conditions, 'Available')?.status === 'False');
}

/** Why the pods of a Job are not made or do not start. A pod that starts and fails is retried by the Job itself. */
function unstarted(
  objects: readonly KubeObject[],
  base: Pick<Observation, 'scope' | 'step' | 'target' | 'cluster'> & { readonly object: ObjectRef },
): readonly Observation[] {
  const { object, cluster = '' } = base;
  const refused = workloadConditions(objects, object).filter(({ type }) => type === 'ReplicaFailure');
  const onHub = `the hub does not follow ${displayName(object)} on ${cluster}`;
  return [
    ...refused.map((condition): Observation => ({
      ...base,
      condition,
      evidence: [`on ${cluster}: ${condition.reason}: ${condition.message}`, onHub],
      words: { lasting: 'false' },
    })),
    ...workloadCauses(objects, object)
      .filter(({ fact }) => UNSTARTED.has(fact))
      .map((cause): Observation => ({ ...base, fact: cause.fact, evidence: [...cause.evidence, onHub], words: causeWords(cause) })),
  ];
}

const UNSTARTED: ReadonlySet<string> = new Set(['pod-image-invalid', 'pod-image-pull', 'pod-config-missing', 'pod-container-refused']);

function causeWords(cause: WorkloadCause): Readonly<Record<string, string>> {
  const { isLasting, missing = '', pod, container = '', words } = cause;
  return { lasting: String(isLasting), missing, pod, container, ...words };
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
    const words = causeWords(cause);
    const log = logOf(objects, cause.pod, cause.container);
    return [{ scope: 'manifest', step: 'Available', fact: cause.fact, target: context.view.ref, cluster, object, evidence, words, ...log }];
  });
}

/** A container that has run so long, in ms, has got over its last end. */
const STEADY = 120_000;

function logOf(objects: readonly KubeObject[], pod: string, container = ''): Pick<Observation, 'log'> {
  const log = logOfContainer(objects, pod, container);
  return log === undefined ? {} : { log: { pod, container, isPrevious: log.isPrevious, text: log.text } };
}
