import { degradedDetails, isDegraded } from '../degraded-mode.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const EXPLAIN = '{object} already exists on {cluster} with other content, and whenToTakeOver is IfNoDiff.';
const READ = 'Read the differences: `kubectl get {targetArgs} -o jsonpath="{.status.placementStatuses[*].diffedPlacements}"`';

/** The most general of the takeover failures. */
export const takeoverDiffers = defineFailure({
  id: 'takeover-differs',
  title: 'The member already has this object, with other content',
  docs: DOCS.takeover,
  when: [
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: ['FailedToTakeOver'], message: /configuration differences are found/ },
  ],
  outcome: 'failed',
  details: (observation) => (isDegraded(observation) ? degradedDetails(READ, EXPLAIN) : {}),
  explain: EXPLAIN,
  remedy: [
    READ,
    'Align the object on {cluster}: `kubectl edit {objectArgs}`',
    'Or overwrite it: spec.strategy.applyStrategy.whenToTakeOver Always.',
  ],
});
