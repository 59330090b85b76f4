import { PASSED, type Plugin } from '../framework.ts';

/** Refuses clusters that left, never joined, stopped sending heartbeats or have been unhealthy for too long. */
export const clusterEligibility: Plugin = {
  name: 'ClusterEligibility',
  filter({ fleet: { ineligible } }) {
    return ({ name }) => {
      const reason = ineligible.get(name);
      return reason === undefined ? PASSED : { kind: 'filtered', reason };
    };
  },
};
