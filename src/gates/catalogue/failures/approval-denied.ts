import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const approvalDenied = defineFailure({
  id: 'approval-denied',
  title: 'The approval was denied',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'approval-denied' }],
  outcome: 'waitingForPerson',
  explain: 'Approved is False on {object}. KubeFleet knows no denial: the run waits on.',
  remedy: [
    'Read who denied it, and why: `kubectl get {objectArgs} -o yaml`',
    'Approve it after all: `{approve}`',
    'Or stop the run: `kubectl patch {targetArgs} --type=merge -p \'{"spec":{"state":"Stop"}}\'`',
  ],
});
