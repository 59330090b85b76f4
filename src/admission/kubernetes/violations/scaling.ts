import { field, listAt, numberAt, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { entriesIn } from './entries.ts';
import { limitViolations } from './numbers.ts';
import { quantityAt } from './quantities.ts';
import { selectorFaults } from './selectors.ts';
import { shareViolations } from './shares.ts';
import { wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Checks autoscalers. Source: `pkg/apis/autoscaling/validation/validation.go` of Kubernetes. A minimum of 0 needs a feature gate. */
export function* autoscalerViolations(object: KubeObject): Iterable<Violation> {
  const [least, most] = [numberAt(object, 'spec', 'minReplicas') ?? 1, numberAt(object, 'spec', 'maxReplicas')];
  if (least < 0) yield wrongValue('/spec/minReplicas', least, `cannot be ${least}`, 'Write 1 or more.');
  if (most !== undefined && most < 1) yield wrongValue('/spec/maxReplicas', most, `cannot be ${most}`, 'Write 1 or more.');
  else if (most !== undefined && most < least)
    yield wrongTogether('/spec/maxReplicas', [], `is less than \`minReplicas\`, ${least}`, 'Write at least `minReplicas`.', [
      '/spec/minReplicas',
    ]);
  if (object.apiVersion !== 'autoscaling/v2') return;
  for (const { entry, pointer } of entriesIn(objectAt(object, 'spec'), '/spec', 'metrics')) yield* metricViolations(entry, pointer);
  for (const direction of ['scaleUp', 'scaleDown'])
    yield* behaviorViolations(objectAt(object, 'spec', 'behavior', direction), `/spec/behavior/${direction}`);
}

const SOURCES: Readonly<Record<string, string>> = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
};

function* metricViolations(metric: JsonObject, pointer: string): Iterable<Violation> {
  const type = stringAt(metric, 'type') ?? '';
  const source = Object.hasOwn(SOURCES, type) ? (SOURCES[type] ?? '') : '';
  if (source === '') return;
  if ((metric[source] ?? undefined) === undefined)
    yield wrongTogether(`${pointer}/${source}`, [], `is required with \`type: ${type}\``, 'Add it, or write another `type`.', [pointer]);
  const other = Object.values(SOURCES).find((name) => name !== source && (metric[name] ?? undefined) !== undefined);
  if (other !== undefined)
    yield wrongTogether(`${pointer}/${other}`, [], `cannot be set with \`type: ${type}\``, 'Split it into two metrics.', [
      `${pointer}/type`,
    ]);
  const target = objectAt(metric, source, 'target');
  const at = `${pointer}/${source}/target`;
  yield* limitViolations(target, at, ['averageUtilization'], 1);
  for (const name of ['value', 'averageValue']) {
    const amount = quantityAt(target, name);
    if (amount !== undefined && amount.quantity.mantissa <= 0n)
      yield wrongValue(`${at}/${name}`, amount.text, `cannot be ${amount.text}`, 'Write more than 0.');
  }
  if (target === undefined || !source.toLowerCase().endsWith('resource')) return;
  const [share, amount] = ['averageUtilization', 'averageValue'].map((name) => target[name] ?? undefined);
  if (share === undefined && amount === undefined)
    yield wrongTogether(`${at}/averageUtilization`, [], 'is required', 'Add it, or `averageValue`.', [at]);
  if (share !== undefined && amount !== undefined)
    yield wrongTogether(`${at}/averageValue`, [], 'cannot be set together with `averageUtilization`', 'Keep one of the two.', [at]);
}

const LONGEST_WINDOW = 3600;
const LONGEST_PERIOD = 1800;

function* behaviorViolations(rules: JsonObject | undefined, at: string): Iterable<Violation> {
  if (rules === undefined) return;
  yield* limitViolations(rules, at, ['stabilizationWindowSeconds'], 0, LONGEST_WINDOW);
  if (Array.isArray(rules['policies']) && listAt(rules, 'policies').length === 0)
    yield wrongTogether(`${at}/policies`, [], 'cannot be empty', 'List the policies, or remove the field.');
  for (const { entry, pointer } of entriesIn(rules, at, 'policies')) {
    yield* limitViolations(entry, pointer, ['value'], 1);
    yield* limitViolations(entry, pointer, ['periodSeconds'], 1, LONGEST_PERIOD);
  }
}

/** Checks disruption budgets. Source: `pkg/apis/policy/validation/validation.go` of Kubernetes. */
export function* budgetViolations(object: KubeObject): Iterable<Violation> {
  const given = ['minAvailable', 'maxUnavailable'].filter((name) => (field(object, 'spec', name) ?? undefined) !== undefined);
  if (given.length === 2)
    yield wrongTogether('/spec/maxUnavailable', [], 'cannot be set together with `minAvailable`', 'Keep one of the two.', [
      '/spec/minAvailable',
    ]);
  for (const name of given) yield* shareViolations(field(object, 'spec', name), `/spec/${name}`, 100);
  yield* selectorFaults(field(object, 'spec', 'selector'), '/spec/selector');
}
