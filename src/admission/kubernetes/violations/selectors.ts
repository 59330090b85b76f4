import { field, isObject } from '../../../fleet/json/json.ts';
import { labelSelector, labelsOf, matchesLabels } from '../../../fleet/kubernetes/label-selector.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { wrongTogether, type Violation } from './violation.ts';

/** Checks the keys, operators and values of a label selector. Source: apimachinery `pkg/apis/meta/v1/validation`, ValidateLabelSelector. */
export function* selectorFaults(written: unknown, at: string): Iterable<Violation> {
  const selector = labelSelector(written);
  if (selector?.invalid === undefined) return;
  const remedy = 'Write valid label keys and values.';
  yield wrongTogether(`${at}${selector.invalidAt ?? ''}`, textsIn(written), 'is not a selector that API servers accept', remedy);
}

/** Checks that the selector of a workload matches the labels of its Pod template. That of a Job may be empty. */
export function* selectorViolations(object: KubeObject): Iterable<Violation> {
  const written = field(object, 'spec', 'selector');
  const selector = labelSelector(written);
  if (selector === undefined || !isObject(field(object, 'spec', 'template'))) return;
  const at = '/spec/selector';
  if (selector.invalid !== undefined) {
    yield* selectorFaults(written, at);
  } else if (selector.requirements.length === 0) {
    if (object.kind !== 'Job') yield wrongTogether(at, [], 'cannot be empty', 'Select labels that the template has.');
  } else if (!matchesLabels(selector, labelsOf(field(object, 'spec', 'template')))) {
    const labels = textsIn(field(object, 'spec', 'template', 'metadata', 'labels'));
    const says = 'selects labels that `spec.template.metadata.labels` does not have';
    yield wrongTogether(at, [...textsIn(written), ...labels], says, 'Write the same labels in both.', ['/spec/template/metadata/labels']);
  }
}

/** All texts below a value, including keys. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [key, ...textsIn(child)]);
}
