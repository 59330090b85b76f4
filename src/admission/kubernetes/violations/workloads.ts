import { field, isObject, objectAt, stringAt } from '../../../fleet/json.ts';
import { labelSelector, labelsOf, matchesLabels } from '../../../fleet/label-selector.ts';
import type { KubeObject } from '../../../fleet/object.ts';
import { shareViolations } from './shares.ts';
import { wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Of selectors, templates and strategies. Source: `pkg/apis/apps/validation` and `pkg/apis/batch/validation` of Kubernetes. */
export function* workloadViolations(object: KubeObject, kind: string): Iterable<Violation> {
  if (SELECTING.has(kind)) yield* selectorViolations(object);
  if (SELECTING.has(kind) || kind === '/ReplicationController') yield* restartedViolations(object);
  if (kind === 'apps/Deployment') yield* strategyViolations(object);
  if (kind === 'batch/Job') yield* jobViolations(objectAt(object, 'spec'), '/spec');
  if (kind === 'batch/CronJob') yield* jobViolations(objectAt(object, 'spec', 'jobTemplate', 'spec'), '/spec/jobTemplate/spec');
}

const SELECTING: ReadonlySet<string> = new Set(['apps/Deployment', 'apps/StatefulSet', 'apps/DaemonSet', 'apps/ReplicaSet']);

function* selectorViolations(object: KubeObject): Iterable<Violation> {
  const written = field(object, 'spec', 'selector');
  const selector = labelSelector(written);
  if (selector === undefined || !isObject(field(object, 'spec', 'template'))) return;
  const at = '/spec/selector';
  if (selector.invalid !== undefined) {
    const remedy = 'Write keys and values as labels are written.';
    yield wrongTogether(`${at}${selector.invalidAt ?? ''}`, textsIn(written), 'is no selector an API server takes', remedy);
  } else if (selector.requirements.length === 0) {
    yield wrongTogether(at, [], 'cannot be empty', 'Ask for labels that the template has.');
  } else if (!matchesLabels(selector, labelsOf(field(object, 'spec', 'template')))) {
    const labels = textsIn(field(object, 'spec', 'template', 'metadata', 'labels'));
    const says = 'asks for labels that `spec.template.metadata.labels` does not have';
    yield wrongTogether(at, [...textsIn(written), ...labels], says, 'Write the same labels in both.', ['/spec/template/metadata/labels']);
  }
}

function* strategyViolations(object: KubeObject): Iterable<Violation> {
  const [type, rollingUpdate] = [stringAt(object, 'spec', 'strategy', 'type'), objectAt(object, 'spec', 'strategy', 'rollingUpdate')];
  if (rollingUpdate === undefined) return;
  const at = '/spec/strategy/rollingUpdate';
  if (type === 'Recreate')
    yield wrongTogether(at, [type], 'cannot stand beside `type: Recreate`', 'Remove it, or write `type: RollingUpdate`.', [
      '/spec/strategy/type',
    ]);
  const [unavailable, surge] = [field(rollingUpdate, 'maxUnavailable'), field(rollingUpdate, 'maxSurge')];
  if (type !== 'Recreate' && isNone(unavailable) && isNone(surge))
    yield wrongTogether(`${at}/maxUnavailable`, [], 'cannot be 0 where `maxSurge` is 0', 'Write 1 for one of the two, for example.', [at]);
  for (const name of ['maxUnavailable', 'maxSurge']) yield* shareViolations(field(rollingUpdate, name), `${at}/${name}`);
}

function isNone(value: unknown): boolean {
  return value === 0 || (typeof value === 'string' && /^0+%$/.test(value));
}

/** Their Pods are always started again. */
function* restartedViolations(object: KubeObject): Iterable<Violation> {
  const policy = stringAt(object, 'spec', 'template', 'spec', 'restartPolicy') ?? '';
  if (policy !== 'Never' && policy !== 'OnFailure') return;
  yield wrongValue('/spec/template/spec/restartPolicy', policy, `cannot be ${policy} in a ${object.kind}`, 'Remove it, or write `Always`.');
}

function* jobViolations(job: unknown, at: string): Iterable<Violation> {
  const pod = objectAt(job, 'template', 'spec');
  if (pod === undefined) return;
  const policy = stringAt(pod, 'restartPolicy') ?? '';
  const pointer = `${at}/template/spec/restartPolicy`;
  const remedy = 'Write `OnFailure` or `Never`.';
  if (policy === 'Always') yield wrongValue(pointer, policy, 'cannot be Always in a Job', remedy);
  else if (policy === '' && (field(pod, 'restartPolicy') ?? '') === '') yield wrongTogether(pointer, [], 'is required in a Job', remedy);
}

/** All texts below a value, keys as well. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [key, ...textsIn(child)]);
}
