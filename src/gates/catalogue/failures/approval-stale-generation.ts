import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const approvalStaleGeneration = defineFailure({
  id: 'approval-stale-generation',
  title: 'The approval is for another generation of the request',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'approval-stale' }],
  outcome: 'waitingForPerson',
  explain:
    '{object} is approved, but the observedGeneration of the condition is not the generation of the request. KubeFleet ignores such an approval without a message.',
  remedy: [
    `See the generation of the request and the condition: ${onHub('get {objectArgs} -o jsonpath="{.metadata.generation}{.status.conditions}"')}`,
    `Write the condition again with the generation of the request, and the run continues: ${onHub('patch {objectArgs} --subresource=status --type=merge -p {approval}')}`,
  ],
});
