import { pointerKeys } from '../fleet/json/json-pointer.ts';
import type { Fix } from '../fleet/json/fix.ts';
import { field } from '../fleet/json/json.ts';

/** The API server's causes; the others are ours, for answers that come without causes (strict and typed decoding, validating webhooks). */
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

/** One reason for which the hub refuses an object. */
export interface Denial {
  /** JSON pointer into the object as written; for a missing field the place where it should stand. */
  readonly pointer: string;
  /** What to point at in the text. */
  readonly part: 'key' | 'value';
  /** The place as the API server spells it, such as `spec.resourceSelectors[0].group`. */
  readonly field: string;
  readonly reason: DenialReason;
  /** What refuses: decoding, the CRD's schema, its CEL rules, or a validating webhook. */
  readonly layer: 'decoding' | 'schema' | 'cel' | 'webhook';
  /** HTTP status of the answer. */
  readonly code: 400 | 403 | 422;
  /** What the API server prints for this cause; what is wrong with a name, label or time is in our words. */
  readonly serverMessage: string;
  /** One sentence of ours. */
  readonly message: string;
  /** What to write instead, as one sentence; absent where only the author can know. */
  readonly hint?: string;
  /** The edit that mends it, where there is one right answer. */
  readonly fix?: Fix;
  /** The hub does not get to it before everything it says first is mended. */
  readonly later?: true;
}

/** What a denial is known by, in whichever answer it comes. */
export function denialKey({ pointer, serverMessage }: Denial): string {
  return `${pointer} ${serverMessage}`;
}

/** The denials of the first answer that all the others have as well. */
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
 * True when the hub does not get to its CEL rules. A refused decoding ends it before, and so do some causes of the schema
 * (apiextensions-apiserver, `hasBlockingErr`). Bounds, patterns and labels do not.
 */
export function blocksCel(denials: readonly Denial[]): boolean {
  return denials.some(({ code, reason }) => code === 400 || BLOCKING.has(reason));
}

/** A pointer in the API server's spelling: list positions in brackets, everything else after a dot. */
export function fieldPath(object: unknown, pointer: string): string {
  return fieldNames(object, pointer).join('.');
}

/** The parts of that spelling, of which each may hold dots: `data`, `web.yaml`, `items[0]`. */
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
