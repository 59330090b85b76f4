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
    message: messageAt(entry),
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
  };
}

/**
 * What an object says about itself: `message`, empty where it says nothing. An API server takes no longer ones in conditions; elsewhere the
 * rest is cut off, as patterns are held against it.
 */
export function messageAt(value: unknown): string {
  return (stringAt(value, 'message') ?? '').slice(0, MESSAGE_CHARACTERS);
}

/** Kubernetes apimachinery/pkg/apis/meta/v1, Condition. */
const MESSAGE_CHARACTERS = 32_768;

export function findCondition(conditions: readonly Condition[], type: string): Condition | undefined {
  return conditions.find((condition) => condition.type === type);
}
