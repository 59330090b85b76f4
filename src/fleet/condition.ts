import { listAt, numberAt, stringAt } from './json.ts';

/** A status condition. `observedGeneration` is absent where the writer left it out or wrote something that is no integer. */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime?: string;
}

/** The conditions listed at `path`; entries without a type or with an unknown status are dropped. */
export function conditionsAt(value: unknown, ...path: readonly (string | number)[]): readonly Condition[] {
  return listAt(value, ...path).flatMap((entry) => toCondition(entry) ?? []);
}

/** One condition out of untrusted JSON, or `undefined` when it is none. */
function toCondition(entry: unknown): Condition | undefined {
  const type = stringAt(entry, 'type');
  const status = stringAt(entry, 'status');
  if (type === undefined || (status !== 'True' && status !== 'False' && status !== 'Unknown')) return undefined;
  const observedGeneration = numberAt(entry, 'observedGeneration');
  const lastTransitionTime = stringAt(entry, 'lastTransitionTime');
  return {
    type,
    status,
    reason: stringAt(entry, 'reason') ?? '',
    message: stringAt(entry, 'message') ?? '',
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
  };
}

export function findCondition(conditions: readonly Condition[], type: string): Condition | undefined {
  return conditions.find((condition) => condition.type === type);
}
