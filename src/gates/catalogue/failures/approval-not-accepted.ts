import { HUB_PODS, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const approvalNotAccepted = defineFailure({
  id: 'approval-not-accepted',
  title: 'The run has not picked up the approval',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'approval-unanswered' }],
  outcome: { kind: 'suspect', grace: 'run' },
  explain: '{object} is approved, and the run has not accepted the approval.',
  remedy: [
    `Check that the run is not stopped: ${onHub('get {targetArgs} -o jsonpath="{.spec.state}"')}`,
    `Check that the hub agent runs: ${HUB_PODS}`,
  ],
});
