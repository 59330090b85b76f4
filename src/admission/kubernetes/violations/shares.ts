import { wrongValue, type Violation } from './violation.ts';

/**
 * Checks a number or percentage of Pods.
 * @param most the highest percentage, if there is a limit
 */
export function* shareViolations(value: unknown, pointer: string, most = Number.POSITIVE_INFINITY): Iterable<Violation> {
  if (typeof value === 'number' && value < 0) yield wrongValue(pointer, value, `cannot be ${value}`, 'Write 0 or more.');
  if (typeof value !== 'string') return;
  const amount = amountOf(value);
  if (amount !== undefined && amount > most) yield wrongValue(pointer, value, `cannot be ${value}`, `Write \`${most}%\` or less.`);
  if (/^\d+%$/.test(value)) return;
  const says = `cannot be ${JSON.stringify(value)}: text must be a percentage`;
  yield wrongValue(pointer, value, says, 'Write a number without quotes, or a percentage such as `50%`.');
}

/** The number of Pods or the percentage. `undefined` if the value is neither, or if Go cannot hold it. */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,18}%$/.test(value) ? Number(value.slice(0, -1)) : undefined;
}
