import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../fleet/json/json.ts';
import { type CelContext, type Outcome, UnknownValue, UnreadableValue } from './cel-engine.ts';

/**
 * A CEL rule of KubeFleet as JavaScript, from `npm run gen`. It calls only the operators of this file, which answer as the engine does.
 * @throws {UnreadableValue} the rule ends in an error @throws {UnknownValue} the engine cannot evaluate it for this value either
 */
export type CompiledRule = (context: CelContext) => boolean;

/** @param context may throw too: an `UnreadableValue` of the whole value */
export function outcomeOf(rule: CompiledRule, context: () => CelContext): Outcome {
  try {
    return rule(context());
  } catch (error) {
    if (error instanceof UnreadableValue) return { error: error.message };
    if (error instanceof UnknownValue) return { unjudged: error.message };
    throw error;
  }
}

export function field(value: unknown, name: string): unknown {
  if (hasField(value, name)) return value[name];
  throw new UnreadableValue(`no such key: ${name}`);
}

/** `has(value.name)`, which reads the field. */
export function hasField(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Object.hasOwn(value, name) && value[name] !== undefined;
}

export const equal = isDeepStrictEqual;

/** The characters of a text, the entries of a list, or the keys of a map. */
export function size(value: unknown): bigint {
  return BigInt(typeof value === 'string' ? Array.from(value).length : entriesOf(value).length);
}

/** Whether one side holds. An error of the other side does not count then. */
export function either(left: () => boolean, right: () => boolean): boolean {
  return firstDecisive([left, right], true);
}

/** Whether both sides hold. If one side does not, an error of the other does not count. */
export function both(left: () => boolean, right: () => boolean): boolean {
  return firstDecisive([left, right], false);
}

export function all(values: unknown, test: (value: unknown) => boolean): boolean {
  return firstDecisive(tests(values, test), false);
}

export function exists(values: unknown, test: (value: unknown) => boolean): boolean {
  return firstDecisive(tests(values, test), true);
}

export function filter(values: unknown, test: (value: unknown) => boolean): readonly unknown[] {
  return entriesOf(values).filter(test);
}

/** @throws the first error if no answer is `decisive`, as the API server's engine does (cel-go, `interpreter/interpretable.go`) */
function firstDecisive(answers: readonly (() => boolean)[], decisive: boolean): boolean {
  let failure: { readonly error: unknown } | undefined;
  for (const answer of answers) {
    try {
      if (answer() === decisive) return decisive;
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure !== undefined) throw failure.error;
  return !decisive;
}

function tests(values: unknown, test: (value: unknown) => boolean): readonly (() => boolean)[] {
  return entriesOf(values).map((value) => () => test(value));
}

function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isObject(value)) return Object.keys(value);
  throw new UnknownValue('a value has no entries');
}
