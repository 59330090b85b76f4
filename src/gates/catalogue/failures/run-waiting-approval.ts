import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const CHECK = 'fleet-gate approve {hubFlags} {targetName} --stage {stage} --dry-run';
const APPROVE = 'fleet-gate approve {hubFlags} {targetName} --stage {stage}';

export const runWaitingApproval = defineFailure({
  id: 'run-waiting-approval',
  title: 'An approval is open',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'approval-open' }],
  outcome: 'waitingForPerson',
  details: ({ words }) => {
    if (words?.['emptyStage'] !== 'true') return {};
    return {
      title: `An approval is open, for a stage without clusters`,
      explain: 'Stage {stage} waits for a person to approve {object}. No cluster is in this stage, so that nothing is updated in it.',
    };
  },
  explain: 'Stage {stage} waits for a person to approve {object}.',
  remedy: [
    `See whether the clusters that the run has updated are good. This writes nothing: \`${CHECK}\``,
    `Approve it if they are. The run then continues with the next step at once: \`${APPROVE}\``,
    `To approve it without these checks: ${onHub('patch {objectArgs} --subresource=status --type=merge -p {approval}')}`,
  ],
});
