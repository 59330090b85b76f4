import { wrongValue, type Violation } from './violation.ts';

/** Checks a port number. */
export function* portNumberViolations(port: unknown, pointer: string): Iterable<Violation> {
  if (typeof port !== 'number' || (port >= 1 && port <= 65535)) return;
  yield wrongValue(pointer, port, `cannot be ${port}: ports go from 1 to 65535`, 'Write a number from 1 to 65535.');
}

/** Checks a port name, if there is one. Source: apimachinery `pkg/util/validation`, IsValidPortName. */
export function* portNameViolations(name: unknown, pointer: string): Iterable<Violation> {
  if (typeof name !== 'string' || name === '') return;
  if (name.length <= 15 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && /[a-z]/.test(name)) return;
  yield wrongValue(pointer, name, `cannot be ${JSON.stringify(name)}: ${PORT_NAME}`, 'Write a shorter word, such as `http`.');
}

const PORT_NAME = "the name of a port has at most 15 lower case letters, digits and single '-', and a letter among them";
