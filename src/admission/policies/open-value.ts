import { childPointer, isUnder } from '../../fleet/json/json-pointer.ts';
import { isObject } from '../../fleet/json/json.ts';
import { UnknownValue } from '../cel/cel-engine.ts';

/** What of a value nobody knows, and where it is told when an expression asks for it. */
export interface Openness {
  /** Whether a field that the value leaves out may be there on the hub. @param pointer that of the object it would stand in */
  readonly mayHave: (pointer: string, field: string) => boolean;
  /** Pointers whose value is not what the hub sees. */
  readonly unresolved: readonly string[];
  /** Whether a number may arrive as something else. */
  readonly isNumberOpen?: (pointer: string) => boolean;
  /** What sentences call the value. */
  readonly name: string;
  /** Told of each unknown that was asked for. */
  readonly asked: (what: string) => void;
}

/**
 * A JSON value as expressions of admission policies see it: whole numbers are ints, all others doubles, and whatever is not known ends the
 * expression that asks for it. Source: apiserver, `pkg/admission/plugin/cel/condition.go`: objects of custom resources have no declared types.
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

/** Something nothing is known of: every question about it ends the expression. */
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
