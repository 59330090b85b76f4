import { field } from '../../../fleet/json/json.ts';
import { compareQuantities, parseQuantity, type Quantity } from '../../../fleet/kubernetes/quantity.ts';

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
