import { listAt, objectAt, stringAt } from '../../fleet/json.ts';

/** Whether a metav1.LabelSelector matches; an empty one matches everything, an unknown operator nothing. */
export function matchesLabels(selector: unknown, labels: Readonly<Record<string, string>>): boolean {
  for (const [key, value] of Object.entries(objectAt(selector, 'matchLabels') ?? {})) {
    if (labels[key] !== value) return false;
  }
  return listAt(selector, 'matchExpressions').every((expression) => matchesExpression(expression, labels));
}

function matchesExpression(expression: unknown, labels: Readonly<Record<string, string>>): boolean {
  const label = labels[stringAt(expression, 'key') ?? ''];
  const values = listAt(expression, 'values');
  const operator = stringAt(expression, 'operator');
  if (operator === 'In') return label !== undefined && values.includes(label);
  if (operator === 'NotIn') return label === undefined || !values.includes(label);
  if (operator === 'Exists') return label !== undefined;
  return operator === 'DoesNotExist' && label === undefined;
}
