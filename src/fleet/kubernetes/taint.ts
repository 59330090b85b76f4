import { listAt, stringAt } from '../json/json.ts';

/** A taint of a MemberCluster. `NoSchedule` is the only effect in KubeFleet. */
export interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

/** A toleration of a placement's policy. The default of `operator` is `Equal`; an empty `effect` means every effect. */
export interface Toleration {
  readonly key: string;
  readonly operator: string;
  readonly value: string;
  readonly effect: string;
}

export function taintsAt(value: unknown, ...path: readonly string[]): readonly Taint[] {
  return listAt(value, ...path).map((entry) => ({ key: text(entry, 'key'), value: text(entry, 'value'), effect: text(entry, 'effect') }));
}

export function tolerationsAt(value: unknown, ...path: readonly string[]): readonly Toleration[] {
  return listAt(value, ...path).map((entry) => ({
    key: text(entry, 'key'),
    operator: stringAt(entry, 'operator') ?? 'Equal',
    value: text(entry, 'value'),
    effect: text(entry, 'effect'),
  }));
}

/** `Exists` without a key tolerates every taint; an unknown operator tolerates none. Source: KubeFleet's plugin `tainttoleration`. */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  if (toleration.effect !== '' && toleration.effect !== taint.effect) return false;
  switch (toleration.operator) {
    case 'Exists':
      return toleration.key === '' || toleration.key === taint.key;
    case 'Equal':
      return toleration.key === taint.key && toleration.value === taint.value;
    default:
      return false;
  }
}

function text(entry: unknown, key: string): string {
  return stringAt(entry, key) ?? '';
}
