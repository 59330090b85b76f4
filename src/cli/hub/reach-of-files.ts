import type { Reach } from '../../gates/reach.ts';
import type { FoundConfig } from '../settings/config-file.ts';

/** Files do not contain how to reach their clusters. */
export function reachOfFiles({ config: { target } }: FoundConfig): Reach {
  return target === undefined ? {} : { isAzure: target === 'aks' };
}
