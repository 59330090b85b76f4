import { field, numberAt } from '../../../fleet/json.ts';
import type { KubeObject } from '../../../fleet/object.ts';
import { shareViolations } from './shares.ts';
import { wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Of autoscalers. Source: `pkg/apis/autoscaling/validation/validation.go` of Kubernetes. A minimum of 0 is behind a feature gate. */
export function* autoscalerViolations(object: KubeObject): Iterable<Violation> {
  const [least, most] = [numberAt(object, 'spec', 'minReplicas') ?? 1, numberAt(object, 'spec', 'maxReplicas')];
  if (least < 0) yield wrongValue('/spec/minReplicas', least, `cannot be ${least}`, 'Write 1 or more.');
  if (most === undefined) return;
  if (most < 1) yield wrongValue('/spec/maxReplicas', most, `cannot be ${most}`, 'Write 1 or more.');
  else if (most < least)
    yield wrongTogether('/spec/maxReplicas', [], `is less than \`minReplicas\`, ${least}`, 'Write as much as `minReplicas` at least.', [
      '/spec/minReplicas',
    ]);
}

/** Of disruption budgets. Source: `pkg/apis/policy/validation/validation.go` of Kubernetes. */
export function* budgetViolations(object: KubeObject): Iterable<Violation> {
  const given = ['minAvailable', 'maxUnavailable'].filter((name) => (field(object, 'spec', name) ?? undefined) !== undefined);
  if (given.length === 2)
    yield wrongTogether('/spec/maxUnavailable', [], 'cannot stand beside `minAvailable`', 'Keep one of the two.', ['/spec/minAvailable']);
  for (const name of given) yield* shareViolations(field(object, 'spec', name), `/spec/${name}`);
}
