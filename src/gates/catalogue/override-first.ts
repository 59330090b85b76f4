import type { Observation } from '../observations/observation.ts';
import type { Details } from './failure.ts';

/**
 * The steps of a failure, preceded by a check of the overrides if some change the object: they may be the cause instead of the deployed
 * object.
 */
export function overrideFirst({ overrides = [] }: Observation, remedy: readonly string[]): Pick<Details, 'remedy'> {
  return overrides.length === 0 ? {} : { remedy: [LOOK_AT_THEM, ...remedy] };
}

const LOOK_AT_THEM =
  'Check whether it comes from {overrides}, which changes {object} on {cluster}: {showOverrides}. If so, correct it there.';
