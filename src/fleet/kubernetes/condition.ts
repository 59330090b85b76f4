import type { V1Condition } from '@kubernetes/client-node';
import { listAt, numberAt, stringAt } from '../json/json.ts';
import type { Path, PathIn, Unchecked } from '../json/unchecked.ts';

/**
 * A status condition after it was read. Its times are texts, as in JSON, and one without a time is accepted. `observedGeneration` is absent
 * if it is missing in the object or is not an integer.
 */
export interface Condition extends Readonly<Omit<V1Condition, 'status' | 'lastTransitionTime'>> {
  readonly status: 'True' | 'False' | 'Unknown';
  readonly lastTransitionTime?: string;
}

/** The conditions at `path`. Entries without a type or with an unknown status are dropped. */
export function conditionsAt<Value, const P extends Path>(
  value: Value,
  ...path: PathIn<Value, P, readonly unknown[]>
): readonly Condition[] {
  return listAt(value as unknown, ...(path as Path)).flatMap((entry) => toCondition(entry as Unchecked<V1Condition>) ?? []);
}

/** One condition from untrusted JSON; `undefined` if the value is not a condition. */
function toCondition(entry: Unchecked<V1Condition>): Condition | undefined {
  const type = stringAt(entry, 'type');
  const status = stringAt(entry, 'status');
  if (type === undefined || (status !== 'True' && status !== 'False' && status !== 'Unknown')) return undefined;
  const observedGeneration = numberAt(entry, 'observedGeneration');
  const lastTransitionTime = stringAt(entry, 'lastTransitionTime');
  return {
    type,
    status,
    reason: stringAt(entry, 'reason') ?? '',
    message: messageAt(entry),
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
  };
}

/**
 * The `message` of an object; empty if it has none. API servers limit messages of conditions to this length. Elsewhere the rest is cut off,
 * because patterns are matched against the message.
 */
export function messageAt(value: unknown): string {
  return (stringAt(value, 'message') ?? '').slice(0, MESSAGE_CHARACTERS);
}

/** Kubernetes apimachinery/pkg/apis/meta/v1, Condition. */
const MESSAGE_CHARACTERS = 32_768;

export function findCondition(conditions: readonly Condition[], type: string): Condition | undefined {
  return conditions.find((condition) => condition.type === type);
}
