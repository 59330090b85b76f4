import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { mistyped } from './mistyped.ts';

/**
 * The label that was most likely meant by one that a label selector requires and no cluster has: `env=prod`, or only `env` if any value is
 * enough; `undefined` if there is no similar one.
 */
export function labelSlip(selector: unknown, clusters: readonly MemberCluster[]): string | undefined {
  for (const [key, value] of wantedLabels(selector)) {
    const values = new Set(clusters.flatMap(({ labels }) => labels[key] ?? []));
    if (value === undefined ? values.size > 0 : values.has(value)) continue;
    const known = new Set(clusters.flatMap(({ labels }) => Object.keys(labels)));
    const nearKey = known.has(key) ? key : mistyped(key, known);
    const nearValue = value !== undefined && values.size > 0 ? mistyped(value, values) : value;
    if (nearKey !== undefined && value === undefined) return nearKey;
    if (nearKey !== undefined && nearValue !== undefined) return `${nearKey}=${nearValue}`;
  }
  return undefined;
}

function wantedLabels(selector: unknown): readonly (readonly [key: string, value: string | undefined])[] {
  const plain = Object.entries(objectAt(selector, 'matchLabels') ?? {});
  const expressed = listAt(selector, 'matchExpressions').flatMap((expression): readonly (readonly [string, unknown])[] => {
    const key = stringAt(expression, 'key') ?? '';
    const operator = stringAt(expression, 'operator');
    if (operator === 'Exists') return [[key, undefined]];
    return operator === 'In' ? listAt(expression, 'values').map((value) => [key, value]) : [];
  });
  return [...plain, ...expressed].flatMap(([key, value]) =>
    value === undefined || typeof value === 'string' ? [[key, value] as const] : [],
  );
}
