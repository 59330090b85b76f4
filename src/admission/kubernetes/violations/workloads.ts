import { field, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { withArticle } from '../../../fleet/text/with-article.ts';
import { limitViolations } from './numbers.ts';
import { rolloutViolations } from './rollouts.ts';
import { selectorViolations } from './selectors.ts';
import { wrongValue, type Violation } from './violation.ts';

/** Checks selectors, templates and strategies. Source: `pkg/apis/apps/validation` of Kubernetes. */
export function* workloadViolations(object: KubeObject, kind: string): Iterable<Violation> {
  const numbers = NUMBERS[kind];
  if (numbers === undefined) return;
  yield* limitViolations(field(object, 'spec'), '/spec', numbers);
  if (kind === 'apps/StatefulSet') yield* limitViolations(field(object, 'spec', 'ordinals'), '/spec/ordinals', ['start']);
  yield* restartedViolations(object);
  if (kind === '/ReplicationController') return;
  yield* selectorViolations(object);
  if (kind !== 'apps/ReplicaSet') yield* rolloutViolations(object, kind);
}

/** The workloads that run without an end, and their numbers that cannot be negative. */
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  '/ReplicationController': ['replicas', 'minReadySeconds'],
  'apps/DaemonSet': ['minReadySeconds', 'revisionHistoryLimit'],
  'apps/Deployment': ['replicas', 'minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds'],
  'apps/ReplicaSet': ['replicas', 'minReadySeconds'],
  'apps/StatefulSet': ['replicas', 'minReadySeconds'],
};

/** The Pods of these workloads are always restarted. */
function* restartedViolations(object: KubeObject): Iterable<Violation> {
  const at = '/spec/template/spec';
  const policy = stringAt(object, 'spec', 'template', 'spec', 'restartPolicy') ?? '';
  if (policy === 'Never' || policy === 'OnFailure')
    yield wrongValue(`${at}/restartPolicy`, policy, `cannot be ${policy} in ${withArticle(object.kind)}`, 'Remove it, or write `Always`.');
  const deadline = field(object, 'spec', 'template', 'spec', 'activeDeadlineSeconds');
  if (typeof deadline === 'number')
    yield wrongValue(`${at}/activeDeadlineSeconds`, deadline, `cannot be set in ${withArticle(object.kind)}`, 'Remove it.');
}
