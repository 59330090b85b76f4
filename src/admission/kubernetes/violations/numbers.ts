import { numberAt } from '../../../fleet/json/json.ts';
import { atLeast, atMost } from '../../wording/value-hints.ts';
import { wrongValue, type Violation } from './violation.ts';

/** Checks that whole numbers are within limits. A value that no whole-number field can hold has a wrong type and is ignored. */
export function* limitViolations(
  holder: unknown,
  at: string,
  names: readonly string[],
  least = 0,
  most = Number.POSITIVE_INFINITY,
): Iterable<Violation> {
  for (const name of names) {
    const value = numberAt(holder, name);
    if (value === undefined || !Number.isInteger(value) || Math.abs(value) >= 2 ** 31) continue;
    if (value < least) yield wrongValue(`${at}/${name}`, value, `cannot be ${value}`, atLeast(least));
    else if (value > most) yield wrongValue(`${at}/${name}`, value, `cannot be ${value}`, atMost(most));
  }
}
