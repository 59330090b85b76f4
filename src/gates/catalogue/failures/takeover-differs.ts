import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The most general of the takeover failures. */
export const takeoverDiffers = defineFailure({
  id: 'takeover-differs',
  title: 'The member already has this object, with other content',
  docs: DOCS.takeover,
  when: [
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: ['FailedToTakeOver'], message: /configuration differences are found/ },
  ],
  outcome: 'failed',
  explain: '{object} already exists on {cluster} with other content, and whenToTakeOver is IfNoDiff.',
  remedy: [
    'Read the differences: `kubectl get {targetArgs} -o jsonpath="{.status.placementStatuses[*].diffedPlacements}"`',
    'Align the object on {cluster}: `kubectl edit {objectArgs}`',
    'Or overwrite it: spec.strategy.applyStrategy.whenToTakeOver Always.',
  ],
});
