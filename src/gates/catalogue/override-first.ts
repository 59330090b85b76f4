import type { Observation } from '../observations/observation.ts';
import type { Details } from './failure.ts';

/** The steps of a failure, after a look at the overrides where some change the object: they, and not what was deployed, may be at fault. */
export function overrideFirst({ overrides = [] }: Observation, remedy: readonly string[]): Pick<Details, 'remedy'> {
  return overrides.length === 0 ? {} : { remedy: [LOOK_AT_THEM, ...remedy] };
}

const LOOK_AT_THEM =
  'Check whether it comes from {overrides}, which changes {object} on {cluster}: {showOverrides}. If so, correct it there.';
