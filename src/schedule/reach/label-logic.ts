import type { LabelRequirement } from '../../fleet/kubernetes/label-selector.ts';
import type { ClusterSelectorTerm } from '../../fleet/kubefleet/placement-policy.ts';

/** Whether no set of labels satisfies both terms: a key has no value that both allow, or must both exist and not exist. */
export function excludeEachOther(a: ClusterSelectorTerm, b: ClusterSelectorTerm): boolean {
  if (a.labels?.invalid !== undefined || b.labels?.invalid !== undefined) return false;
  const requirements = [...(a.labels?.requirements ?? []), ...(b.labels?.requirements ?? [])];
  return Map.groupBy(requirements, ({ key }) => key)
    .values()
    .some((ofKey) => isImpossible(ofKey));
}

/**
 * Whether every cluster that matches `a` matches `b`: each requirement of `b` follows from one of `a`, and each property expression of `b`
 * is one of `a`.
 */
export function implies(a: ClusterSelectorTerm, b: ClusterSelectorTerm): boolean {
  if (a.labels?.invalid !== undefined || b.labels?.invalid !== undefined) return false;
  const given = a.labels?.requirements ?? [];
  const labelsFollow = (b.labels?.requirements ?? []).every((wanted) => given.some((known) => follows(wanted, known)));
  const expressions = new Set(a.properties.map((expression) => JSON.stringify(expression)));
  return labelsFollow && b.properties.every((expression) => expressions.has(JSON.stringify(expression)));
}

function isImpossible(requirements: readonly LabelRequirement[]): boolean {
  const absent = requirements.some(({ operator }) => operator === 'DoesNotExist');
  if (absent) return requirements.some(({ operator }) => operator === 'In' || operator === 'Exists');
  const [first, ...others] = requirements.filter(({ operator }) => operator === 'In').map(({ values }) => values);
  if (first === undefined) return false;
  const denied = new Set(requirements.filter(({ operator }) => operator === 'NotIn').flatMap(({ values }) => values));
  return !first.some((value) => others.every((values) => values.includes(value)) && !denied.has(value));
}

function follows(wanted: LabelRequirement, known: LabelRequirement): boolean {
  if (wanted.key !== known.key) return false;
  const values = known.operator === 'In' ? known.values : undefined;
  if (wanted.operator === 'In') return values !== undefined && values.every((value) => wanted.values.includes(value));
  if (wanted.operator === 'Exists') return values !== undefined || known.operator === 'Exists';
  if (known.operator === 'DoesNotExist') return true;
  if (wanted.operator === 'DoesNotExist') return false;
  if (values !== undefined) return !values.some((value) => wanted.values.includes(value));
  return known.operator === 'NotIn' && wanted.values.every((value) => known.values.includes(value));
}
