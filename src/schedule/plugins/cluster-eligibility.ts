import { PASSED, type Plugin } from '../framework.ts';

/** Clusters that left, never joined, fell silent or have been unhealthy for long. */
export const clusterEligibility: Plugin = {
  name: 'ClusterEligibility',
  filter({ fleet: { ineligible } }) {
    return ({ name }) => {
      const reason = ineligible.get(name);
      return reason === undefined ? PASSED : { kind: 'filtered', reason };
    };
  },
};
