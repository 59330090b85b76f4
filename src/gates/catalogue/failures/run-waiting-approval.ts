import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runWaitingApproval = defineFailure({
  id: 'run-waiting-approval',
  title: 'An approval is open',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'approval-open' }],
  outcome: 'waitingForPerson',
  explain: 'Stage {stage} waits for a person to approve {object}.',
  remedy: [
    'Look at what has been rolled out so far: `kubectl get {targetArgs} -o jsonpath="{.status.stagesStatus}"`',
    'Approve it: `{approve}`',
  ],
});
