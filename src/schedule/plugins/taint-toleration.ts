import { tolerates } from '../../fleet/kubernetes/taint.ts';
import { PASSED, type Plugin } from '../framework.ts';

/**
 * Every taint of a cluster must be tolerated. The first taint that is not tolerated is the reason. Source:
 * `plugins/tainttoleration/filtering.go`.
 */
export const taintToleration: Plugin = {
  name: 'TaintToleration',
  filter({ policy }) {
    return ({ taints }) => {
      const taint = taints.find((candidate) => !policy.tolerations.some((toleration) => tolerates(toleration, candidate)));
      if (taint === undefined) return PASSED;
      const printed = `&{Key:${taint.key} Value:${taint.value} Effect:${taint.effect}}`;
      return { kind: 'filtered', reason: `taint ${printed} cannot be tolerated` };
    };
  },
};
