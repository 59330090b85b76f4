import { ConfigError } from '../../errors.ts';
import type { Invocation } from '../command-line/invocation.ts';

/** The commit to compare with: the one where a branch began (as in a pull request), or exactly the one named. */
export interface BaseCommit {
  readonly ref: string;
  readonly is: 'merge base' | 'exact';
}

/** The requested commit; `undefined` if none is requested. */
export function baseCommit(invocation: Pick<Invocation, 'value'>): BaseCommit | undefined {
  const [ref, exact] = [invocation.value('base'), invocation.value('base-exact')];
  if (exact !== undefined) return { ref: exact, is: 'exact' };
  return ref === undefined ? undefined : { ref, is: 'merge base' };
}

/** @throws {ConfigError} more than one base is requested */
export function checkBase(invocation: Invocation): void {
  const given = (['base', 'base-exact', 'base-dir'] as const).filter((name) => invocation.value(name) !== undefined);
  const [first, second] = given;
  if (first !== undefined && second !== undefined)
    throw new ConfigError(`${invocation.named(first)} and ${invocation.named(second)} exclude each other; give one`);
}

/** Whether a base is requested. */
export function hasBase(invocation: Pick<Invocation, 'value'>): boolean {
  return baseCommit(invocation) !== undefined || invocation.value('base-dir') !== undefined;
}
