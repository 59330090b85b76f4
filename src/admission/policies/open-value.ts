import { childPointer, isUnder } from '../../fleet/json/json-pointer.ts';
import { isObject } from '../../fleet/json/json.ts';
import { UnknownValue } from '../cel/cel-engine.ts';

/** Which parts of a value are not known, and the callback for an expression that reads one of them. */
export interface Openness {
  /**
   * Whether the hub may have a field that the value does not have.
   * @param pointer pointer to the object that would hold the field
   */
  readonly mayHave: (pointer: string, field: string) => boolean;
  /** Pointers whose value differs from what the hub has. */
  readonly unresolved: readonly string[];
  /** Whether the policy may get a number as another type. */
  readonly isNumberOpen?: (pointer: string) => boolean;
  /** The name of the value in sentences. */
  readonly name: string;
  /** Called with each unknown value that an expression reads. */
  readonly asked: (what: string) => void;
}

/**
 * A JSON value as expressions of admission policies see it: whole numbers are ints, all others doubles. An expression that reads an unknown
 * value ends with an error. Source: apiserver, `pkg/admission/plugin/cel/condition.go`. Objects of custom resources have no declared types.
 */
export function openValue(value: unknown, openness: Openness, pointer = ''): unknown {
  if (openness.unresolved.some((open) => isUnder(pointer, open))) unknown(openness, pointer);
  if (typeof value === 'number') {
    if (openness.isNumberOpen?.(pointer) === true) unknown(openness, pointer);
    return Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  if (Array.isArray(value)) return openList(value, openness, pointer);
  return isObject(value) ? openObject(value, openness, pointer) : value;
}

/** An object about which nothing is known. Every access to it ends the expression. */
export function unknownObject(name: string, asked: Openness['asked']): unknown {
  return openObject({}, { name, asked, unresolved: [], mayHave: () => true }, '');
}

function unknown({ name, asked }: Openness, pointer: string): never {
  const what = `\`${name}${pointer.replaceAll('/', '.')}\``;
  asked(what);
  throw new UnknownValue(`${what} is not known here`);
}

function openList(list: readonly unknown[], openness: Openness, pointer: string): readonly unknown[] {
  const values: unknown[] = [];
  for (const [at, entry] of list.entries()) {
    const place = childPointer(pointer, at);
    const isKnown = typeof entry === 'object' ? !isOpenBelow(openness, place) : false;
    if (isKnown) values.push(openValue(entry, openness, place));
    else Object.defineProperty(values, at, { enumerable: true, configurable: true, get: () => openValue(entry, openness, place) });
  }
  return values;
}

function isOpenBelow({ unresolved }: Openness, pointer: string): boolean {
  return unresolved.some((open) => isUnder(pointer, open));
}

function openObject(value: Readonly<Record<string, unknown>>, openness: Openness, pointer: string): object {
  const fields: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) {
    if (child === undefined || (child === null && openness.mayHave(pointer, key))) continue;
    const at = childPointer(pointer, key);
    let read: { readonly value: unknown } | undefined;
    const get = (): unknown => (read ??= { value: openValue(child, openness, at) }).value;
    Object.defineProperty(fields, key, { enumerable: true, configurable: true, get });
  }
  const refuse = (key: string | symbol): void => {
    if (typeof key === 'string' && !Object.hasOwn(fields, key) && openness.mayHave(pointer, key))
      unknown(openness, childPointer(pointer, key));
  };
  return new Proxy(fields, {
    getOwnPropertyDescriptor(target, key) {
      refuse(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    has(target, key) {
      refuse(key);
      return Reflect.has(target, key);
    },
    ownKeys(target) {
      if (openness.mayHave(pointer, '')) unknown(openness, pointer);
      return Reflect.ownKeys(target);
    },
  });
}
