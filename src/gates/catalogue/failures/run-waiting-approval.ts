import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runWaitingApproval = defineFailure({
  id: 'run-waiting-approval',
  title: 'An approval is open',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'approval-open' }],
  outcome: { kind: 'human' },
  explain: 'Stage {stage} waits for a person to approve {object}.',
  remedy: [
    'Approve it: kubectl fleet approve clusterapprovalrequest {approval}, or set its Approved condition True with observedGeneration 1.',
  ],
});
