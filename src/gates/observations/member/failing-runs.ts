import { listAt, numberAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import { cutAtWord } from '../../../fleet/text/cut-at-word.ts';
import type { KubeObject, ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { ContainerRun } from '../../container-run.ts';
import { LOG_VERSION, type ContainerLog, type Pod } from '../../view/member-objects.ts';
import { workloadCauses } from './workload-causes.ts';
import { allPodsOf } from './workload-pods.ts';

/** The runs of containers whose last lines can show why a workload fails: those that ended or fail a probe. Each container once. */
export function failingRuns(objects: readonly KubeObject[], workload: ObjectRef): readonly ContainerRun[] {
  const pods = allPodsOf(objects, workload);
  const causes = workloadCauses(objects, workload).filter(({ fact }) => WROTE.has(fact));
  const found = causes.flatMap(({ fact, pod, container }): readonly ContainerRun[] => {
    const own = pods.find(({ metadata }) => metadata.name === pod);
    return own === undefined || container === undefined ? [] : [runOf(own, container, fact === 'pod-crash-loop')];
  });
  return [...found, ...(workload.kind === 'Job' ? pods.flatMap(endedRuns).slice(-1) : [])];
}

/** What was read of a run, as an object among the others of its namespace. */
export function containerLog({ namespace, pod, container, isPrevious }: ContainerRun, text: string): ContainerLog {
  return {
    apiVersion: LOG_VERSION,
    kind: 'ContainerLog',
    metadata: { namespace, name: pod },
    container,
    isPrevious,
    text: withoutKeyEnd(text.trimEnd())
      .split(/\r?\n/)
      .map((line) => cutAtWord(line, LONGEST_LINE))
      .join('\n'),
  };
}

const WROTE: ReadonlySet<string> = new Set(['pod-crash-loop', 'pod-probe']);

function runOf(pod: Pod, container: string, hasEnded: boolean): ContainerRun {
  const status = statusesOf(pod).find((each) => stringAt(each, 'name') === container);
  const hasRunBefore = objectAt(status, 'lastState', 'terminated') !== undefined;
  const isEnded = objectAt(status, 'state', 'terminated') !== undefined;
  return { namespace: pod.metadata.namespace ?? '', pod: pod.metadata.name, container, isPrevious: hasEnded && hasRunBefore && !isEnded };
}

/** A Job leaves its pods behind as they ended. */
function endedRuns(pod: Pod): readonly ContainerRun[] {
  const ended = statusesOf(pod).filter((status) => (numberAt(status, 'state', 'terminated', 'exitCode') ?? 0) !== 0);
  return ended.flatMap((status) => {
    const container = stringAt(status, 'name');
    return container === undefined ? [] : [runOf(pod, container, true)];
  });
}

function statusesOf(pod: Pod): ReturnType<typeof listAt<Pod, readonly ['status', 'containerStatuses']>> {
  return [...listAt(pod, 'status', 'initContainerStatuses'), ...listAt(pod, 'status', 'containerStatuses')];
}

const LONGEST_LINE = 500;

/** The last lines may begin within a private key, which then shows by its end alone. */
function withoutKeyEnd(text: string): string {
  const end = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/.exec(text);
  const begin = text.indexOf('-----BEGIN ');
  if (end === null || (begin !== -1 && begin < end.index)) return text;
  return `***${text.slice(end.index + end[0].length)}`;
}
