import { wrongValue, type Violation } from './violation.ts';

/** Of a number or percentage of Pods. */
export function* shareViolations(value: unknown, pointer: string): Iterable<Violation> {
  if (typeof value === 'number' && value < 0) yield wrongValue(pointer, value, `cannot be ${value}`, 'Write 0 or more.');
  if (typeof value !== 'string' || /^\d+%$/.test(value)) return;
  const says = `cannot be ${JSON.stringify(value)}: a text is a percentage`;
  yield wrongValue(pointer, value, says, 'Write a number without quotes, or a percentage such as `50%`.');
}
