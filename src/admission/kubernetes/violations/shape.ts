import { isObject, type JsonObject } from '../../../fleet/json/json.ts';
import type { NameFault } from '../../name-format.ts';
import { atLeast, atMost } from '../../wording/value-hints.ts';
import { portNameViolations, portNumberViolations } from './ports.ts';
import { misnamed, mistyped, wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Checks the value at a pointer. Values of a wrong type are ignored. */
export type Check = (value: unknown, at: string) => Iterable<Violation>;

/** The checks of an object or a list: `$` for itself, `*` for each entry of a list, other names for fields. */
export interface Shape {
  readonly [name: string]: Check | Shape;
}

/** Checks a value and the values below it. Only what the object has is visited. */
export function shapeViolations(shape: Shape, value: unknown, at: string): readonly Violation[] {
  const found: Violation[] = [];
  visit(shape, value, at, found);
  return found;
}

/** Not a generator: thousands of Pods have about twenty values each. */
function visit(shape: Check | Shape, value: unknown, at: string, found: Violation[]): void {
  if (typeof shape === 'function') {
    for (const each of shape(value, at)) found.push(each);
    return;
  }
  const { $: own, '*': each } = shape;
  if (own !== undefined) visit(own, value, at, found);
  if (Array.isArray(value)) {
    if (each !== undefined) for (const [index, entry] of value.entries()) visit(each, entry, `${at}/${index}`, found);
    return;
  }
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    const child = name !== '$' && name !== '*' && Object.hasOwn(shape, name) ? shape[name] : undefined;
    const below = child && value[name];
    if (child !== undefined && below !== undefined && below !== null) visit(child, below, `${at}/${name}`, found);
  }
}

/** A check of an object as a whole. */
export function ofObject(check: (object: JsonObject, at: string) => Iterable<Violation>): Check {
  return (value, at) => (isObject(value) ? check(value, at) : []);
}

/** A whole number between two numbers. A value that no int32 can hold has a wrong type. */
export function between(least: number, most = Number.POSITIVE_INFINITY): Check {
  return (value, at) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) >= 2 ** 31) return [];
    if (value >= least && value <= most) return [];
    return [wrongValue(at, value, `cannot be ${value}`, value < least ? atLeast(least) : atMost(most))];
  };
}

export function named(faultOf: (text: string) => NameFault | undefined): Check {
  return (value, at) => misnamed(at, value, faultOf);
}

/** One of these words. Another word is reported only if it is a misspelling, because a later version may know more. */
export function word(...known: readonly string[]): Check {
  return (value, at) => mistyped(at, value, known);
}

/** At most so many entries. */
export function fewerThan(limit: number): Check {
  return function* check(value, at) {
    if (Array.isArray(value) && value.length >= limit)
      yield wrongTogether(at, [], `has more than ${limit - 1} entries`, `Keep ${limit - 1} at most.`);
  };
}

/** At most one of these fields. */
export function oneAtMost(...names: readonly string[]): Check {
  return ofObject((object, at) => {
    const [first, second] = names.filter((name) => (object[name] ?? '') !== '');
    if (first === undefined || second === undefined) return [];
    return [wrongTogether(`${at}/${second}`, [], `cannot be set together with \`${first}\``, 'Keep one of the two.', [`${at}/${first}`])];
  });
}

/** The number or the name of a port. */
export const port: Check = function* check(value, at) {
  if (typeof value === 'string' && /^\d+$/.test(value))
    yield wrongValue(at, value, 'cannot be a number in quotes', 'Write it without quotes.');
  else yield* portNameViolations(value, at);
  yield* portNumberViolations(value, at);
};

/** A path without steps upwards. */
export const withoutSteps: Check = function* check(value, at) {
  if (typeof value === 'string' && value.split('/').includes('..'))
    yield wrongValue(at, value, `cannot be ${JSON.stringify(value)}: it contains \`..\``, 'Write the path without `..`.');
};

/** A path below a folder. */
export const relative: Check = function* check(value, at) {
  if (typeof value === 'string' && value.startsWith('/'))
    yield wrongValue(at, value, `cannot be ${JSON.stringify(value)}: it must be a relative path`, 'Write it without the slash in front.');
  else yield* withoutSteps(value, at);
};
