import type { Fix } from '../../fleet/json/fix.ts';
import { fieldPath, type Denial } from '../denial.ts';

/** One error of a validating webhook. */
export interface Refusal {
  readonly pointer: string;
  /** The webhook's sentence. A whole value that Go prints is shortened to `{…}`. */
  readonly serverMessage: string;
  readonly message: string;
  readonly hint?: string;
  /** The same if the hub has the value and `kubectl apply` does not delete it, because the manifest that was applied last lacks it. */
  readonly hintIfKept?: string;
  /** The edit that corrects it, if there is exactly one right answer. */
  readonly fix?: Fix;
}

/** A webhook answers 403 with all its sentences in one message, without fields. */
export function forbidden(object: unknown, refusals: Iterable<Refusal>): readonly Denial[] {
  return [...refusals].map((refusal) => ({
    part: 'value',
    field: fieldPath(object, refusal.pointer),
    reason: 'Forbidden',
    layer: 'webhook',
    code: 403,
    ...refusal,
  }));
}
