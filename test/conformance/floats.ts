import { isObject } from '../../src/fleet/json/json.ts';
import { childPointer } from '../../src/fleet/json/json-pointer.ts';

/** Pointers of whole numbers that a JSON text writes with a fraction or an exponent. */
export function floats(text: string): readonly string[] {
  const marked: unknown = JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    Number.isInteger(value) && /[.eE]/.test(context?.source ?? '') ? MARK : value,
  );
  return [...marks(marked, '')];
}

const MARK = Symbol('float');

function* marks(value: unknown, pointer: string): Generator<string> {
  if (value === MARK) yield pointer;
  else if (Array.isArray(value)) for (const [at, entry] of value.entries()) yield* marks(entry, childPointer(pointer, at));
  else if (isObject(value)) for (const [key, child] of Object.entries(value)) yield* marks(child, childPointer(pointer, key));
}
