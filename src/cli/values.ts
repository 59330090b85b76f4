import { parseDuration } from '../duration.ts';
import { ConfigError } from '../errors.ts';
import { nearest } from '../fleet/nearest.ts';
import type { Invocation } from './parse.ts';

/** Milliseconds of a duration flag, `undefined` when it was not given. @throws {ConfigError} */
export function durationFlag(invocation: Invocation, name: string): number | undefined {
  const text = invocation.value(name);
  if (text === undefined) return undefined;
  const parsed = parseDuration(text);
  if (parsed === undefined) throw new ConfigError(`--${name} must be a duration such as 30s, 15m or 1h30m, not "${text}"`);
  return parsed;
}

/** One of the allowed words, `undefined` when the flag was not given. @throws {ConfigError} */
export function choiceFlag<Choice extends string>(invocation: Invocation, name: string, choices: readonly Choice[]): Choice | undefined {
  const text = invocation.value(name);
  if (text === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  const hint = nearest(text, choices);
  throw new ConfigError(
    `--${name} must be one of ${choices.join(', ')}, not "${text}"${hint === undefined ? '' : `; did you mean ${hint}?`}`,
  );
}

/** A switch that only says something when it was given, so that the configuration file can speak otherwise. */
export function switchFlag(invocation: Invocation, name: string): true | undefined {
  return invocation.switch(name) ? true : undefined;
}

/** An RFC 3339 time, `undefined` when the flag was not given. @throws {ConfigError} */
export function timeFlag(invocation: Invocation, name: string): Date | undefined {
  const text = invocation.value(name);
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) || Number.isNaN(time.getTime())) {
    throw new ConfigError(`--${name} must be an RFC 3339 time such as 2027-01-31T12:00:00Z, not "${text}"`);
  }
  return time;
}
