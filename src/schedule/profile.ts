import type { Plugin } from './framework.ts';
import { clusterAffinity } from './plugins/cluster-affinity.ts';
import { clusterEligibility } from './plugins/cluster-eligibility.ts';
import { namespaceAffinity } from './plugins/namespace-affinity.ts';
import { samePlacementAntiAffinity } from './plugins/same-placement-anti-affinity.ts';
import { taintToleration } from './plugins/taint-toleration.ts';
import { topologySpreadConstraints } from './plugins/topology-spread-constraints.ts';

/**
 * The order of the plugins at each stage, defined only here. The first filter that refuses a cluster gives the reason. Source:
 * `pkg/scheduler/profile/profile.go`.
 */
export const PROFILE: Readonly<Record<'filter' | 'score' | 'postBatch', readonly Plugin[]>> = {
  filter: [clusterAffinity, clusterEligibility, namespaceAffinity, taintToleration, samePlacementAntiAffinity, topologySpreadConstraints],
  score: [clusterAffinity, samePlacementAntiAffinity, topologySpreadConstraints],
  postBatch: [topologySpreadConstraints],
};
