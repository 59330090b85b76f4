import type { Reach } from '../../gates/reach.ts';
import type { FoundConfig } from '../settings/config-file.ts';

/** Files do not say how the clusters are reached that they are of. */
export function reachOfFiles({ config: { target } }: FoundConfig): Reach {
  return target === undefined ? {} : { isAzure: target === 'aks' };
}
