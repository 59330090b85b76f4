import { numberAt } from '../../../fleet/json/json.ts';
import { atLeast, atMost } from '../../wording/value-hints.ts';
import { wrongValue, type Violation } from './violation.ts';

/** Of whole numbers below a limit, or above another. What no field for whole numbers can hold is of a wrong type, and passed over. */
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
