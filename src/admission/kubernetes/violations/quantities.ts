import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { field, type JsonObject } from '../../../fleet/json/json.ts';
import { compareQuantities, parseQuantity, type Quantity } from '../../../fleet/kubernetes/quantity.ts';
import { wrongValue, type Violation } from './violation.ts';

/** A quantity and its text in the manifest. */
export interface WrittenQuantity {
  readonly text: string;
  readonly quantity: Quantity;
}

/** `undefined` if there is no quantity or it cannot be parsed. */
export function quantityAt(holder: unknown, ...path: readonly string[]): WrittenQuantity | undefined {
  const value = field(holder, ...path);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  const quantity = parseQuantity(text);
  return quantity === undefined ? undefined : { text, quantity };
}

export function isMore(one: WrittenQuantity | undefined, other: WrittenQuantity | undefined): boolean {
  return one !== undefined && other !== undefined && compareQuantities(one.quantity, other.quantity) > 0;
}

/** Checks that an amount is not negative. */
export function* negativeViolations(holder: JsonObject, name: string, at: string): Iterable<Violation> {
  // Few amounts are, and only these are read.
  const amount = String(holder[name]).trim().startsWith('-') ? quantityAt(holder, name) : undefined;
  if (amount !== undefined && amount.quantity.mantissa < 0n)
    yield wrongValue(childPointer(at, name), amount.text, `cannot be ${amount.text}`, 'Write 0 or more.');
}
