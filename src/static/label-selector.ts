import { isObject, listAt, objectAt, stringAt } from '../fleet/json.ts';

type Labels = Readonly<Record<string, string>>;

/**
 * Whether labels satisfy a Kubernetes LabelSelector; an empty one matches everything.
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go` (LabelSelectorAsSelector), `labels/selector.go`: NotIn and DoesNotExist hold where the key is missing.
 */
export function matchesLabels(selector: unknown, labels: Labels): boolean {
  return [...requirementsOf(selector)].every((requirement) => holds(requirement, labels[requirement.key]));
}

/** Whether no set of labels can satisfy both: some key would need two values at once, or to be there and not. */
export function excludeEachOther(a: unknown, b: unknown): boolean {
  const others = [...requirementsOf(b)];
  return [...requirementsOf(a)].some((one) =>
    others.some((other) => one.key === other.key && (clashes(one, other) || clashes(other, one))),
  );
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly unknown[];
}

function* requirementsOf(selector: unknown): Iterable<Requirement> {
  for (const [key, value] of Object.entries(objectAt(selector, 'matchLabels') ?? {})) yield { key, operator: 'In', values: [value] };
  for (const entry of listAt(selector, 'matchExpressions')) {
    const key = stringAt(entry, 'key');
    if (isObject(entry) && key !== undefined) yield { key, operator: stringAt(entry, 'operator') ?? '', values: listAt(entry, 'values') };
  }
}

function holds({ operator, values }: Requirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}

function clashes(one: Requirement, other: Requirement): boolean {
  if (one.operator === 'In' && other.operator === 'In') return !one.values.some((value) => other.values.includes(value));
  if (one.operator === 'In' && other.operator === 'NotIn') return one.values.every((value) => other.values.includes(value));
  return (one.operator === 'In' || one.operator === 'Exists') && other.operator === 'DoesNotExist';
}
