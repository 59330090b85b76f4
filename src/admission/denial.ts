import { pointerKeys } from '../fleet/json/json-pointer.ts';
import type { Fix } from '../fleet/json/fix.ts';
import { field } from '../fleet/json/json.ts';

/** The API server's causes, and our own for answers without causes (strict and typed decoding, validating webhooks). */
type DenialReason =
  | 'FieldDuplicate'
  | 'FieldUndecodable'
  | 'FieldUnknown'
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueRequired'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'Forbidden';

/** One reason why the hub refuses an object. */
export interface Denial {
  /** JSON pointer into the object as written. For a missing field it is the place where the field belongs. */
  readonly pointer: string;
  /** What to point at in the text. */
  readonly part: 'key' | 'value';
  /** The place as the API server writes it, such as `spec.resourceSelectors[0].group`. */
  readonly field: string;
  readonly reason: DenialReason;
  /** What refuses the object: decoding, the CRD's schema, its CEL rules, or a validating webhook. */
  readonly layer: 'decoding' | 'schema' | 'cel' | 'webhook';
  /** HTTP status of the answer. */
  readonly code: 400 | 403 | 422;
  /** The API server's text for this cause. Errors in names, labels and times are in our words. */
  readonly serverMessage: string;
  /** One sentence of ours. */
  readonly message: string;
  /** What to write instead, as one sentence. Absent if only the author can know. */
  readonly hint?: string;
  /** The same if the hub has the value and `kubectl apply` does not delete it, because the manifest that was applied last lacks it. */
  readonly hintIfKept?: string;
  /** The edit that corrects it, if there is exactly one right answer. */
  readonly fix?: Fix;
  /** The hub reports it only after all of its earlier errors are corrected. */
  readonly later?: true;
}

/** Identifies a denial across answers. */
export function denialKey({ pointer, serverMessage }: Denial): string {
  return `${pointer} ${serverMessage}`;
}

/** The denials of the first answer that all other answers have too. */
export function commonDenials([first = [], ...others]: readonly (readonly Denial[])[]): readonly Denial[] {
  const sets = others.map((denials) => new Set(denials.map(denialKey)));
  return first.filter((denial) => sets.every((set) => set.has(denialKey(denial))));
}

const BLOCKING: ReadonlySet<DenialReason> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

/**
 * True if the hub does not evaluate its CEL rules. It stops after a decoding error and after some errors of the schema
 * (apiextensions-apiserver, `hasBlockingErr`). Bounds, patterns and labels do not stop it.
 */
export function blocksCel(denials: readonly Denial[]): boolean {
  return denials.some(({ code, reason }) => code === 400 || BLOCKING.has(reason));
}

/** A pointer in the API server's notation: list positions in brackets, everything else after a dot. */
export function fieldPath(object: unknown, pointer: string): string {
  return fieldNames(object, pointer).join('.');
}

/** The parts of that notation. A part may contain dots: `data`, `web.yaml`, `items[0]`. */
export function fieldNames(object: unknown, pointer: string): readonly string[] {
  const names: string[] = [];
  let at = object;
  for (const key of pointerKeys(pointer)) {
    if (Array.isArray(at)) names.push(`${names.pop() ?? ''}[${key}]`);
    else names.push(key);
    at = field(at, key);
  }
  return names;
}

export function valueAt(object: unknown, pointer: string): unknown {
  return field(object, ...pointerKeys(pointer));
}
