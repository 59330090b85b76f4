import { ConfigError } from '../../errors.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import type { Invocation } from '../command-line/invocation.ts';

/** The clusters whose object changes are requested. */
export interface AskedDiff {
  /** Absent for all clusters. */
  readonly cluster?: string;
}

const ALL = 'all';

/**
 * The request of `--diff`; `undefined` if it is not given. @throws {ConfigError} there is no base to compare with, or no plan to show it
 * in
 */
export function askedDiff(invocation: Invocation): AskedDiff | undefined {
  const { named } = invocation;
  const asked = invocation.value('diff');
  if (asked === undefined) return undefined;
  if ((['base', 'base-exact', 'base-dir'] as const).every((name) => invocation.value(name) === undefined))
    throw new ConfigError(
      `${named('diff')} compares what clusters get with a base: give ${named('base', 'REF')} or ${named('base-dir', 'DIR')}`,
    );
  if (invocation.command === 'lint' && !invocation.switch('plan'))
    throw new ConfigError(`${named('diff')} is a part of the plan: give ${named('plan')} as well`);
  return asked === ALL ? {} : { cluster: asked };
}

/** @param named the flag with the name, in the reader's terms */
export function noSuchCluster(named: string, cluster: string, names: readonly string[]): ConfigError {
  const meant = nearest(
    cluster,
    names.filter((name) => name !== cluster),
  );
  return new ConfigError(`${named}: there is no member cluster "${cluster}"${meant === undefined ? '' : `; did you mean ${meant}?`}`);
}

/** @throws {ConfigError} the cluster does not exist, neither before the change nor after it */
export function checkAsked({ cluster }: AskedDiff, names: readonly string[], { named }: Pick<Invocation, 'named'>): void {
  if (cluster !== undefined && !names.includes(cluster)) throw noSuchCluster(named('diff'), cluster, [...names, ALL]);
}
