import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const approvalDenied = defineFailure({
  id: 'approval-denied',
  title: 'The approval was denied',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'approval-denied' }],
  outcome: 'waitingForPerson',
  details: ({ words }) => (words?.['denial'] === undefined ? {} : { title: `The approval was denied: ${words['denial']}` }),
  explain: 'Approved is False on {object}. KubeFleet has no "denied" state, so the run keeps waiting.',
  remedy: [
    `See who denied it: ${onHub('get {objectArgs} -o jsonpath="{.metadata.managedFields}"')}`,
    `If the denial is right, stop the run. Clusters that it has updated keep the new content: ${onHub('patch {targetArgs} --type=merge -p \'{"spec":{"state":"Stop"}}\'')}`,
    `If the denial was a mistake, approve it: ${onHub('patch {objectArgs} --subresource=status --type=merge -p {approval}')}`,
  ],
});
