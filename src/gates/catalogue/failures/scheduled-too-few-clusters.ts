import { MEMBERS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const LOWER = `Lower numberOfClusters to {most} or less, or join clusters. What there is: ${MEMBERS}`;
const PARTIAL = 'If fewer are acceptable, say so with {--allow-partial}.';

export const scheduledTooFewClusters = defineFailure({
  id: 'scheduled-too-few-clusters',
  title: 'Fewer clusters than asked for',
  docs: DOCS.scheduled,
  when: [{ scope: 'placement', step: 'Scheduled', status: 'False', reasons: ['SchedulingPolicyUnfulfilled'] }],
  // Some will do, none will not.
  outcome: ({ words }, { allowPartial, allowEmpty }) =>
    allowPartial && (allowEmpty || words?.['found'] !== '0') ? 'info' : { kind: 'suspect', grace: 'scheduling' },
  details: ({ words }) => (words?.['most'] === undefined ? {} : { remedy: [LOWER, PARTIAL] }),
  explain:
    '{target} asks for {asked}, and fewer match its policy. The clusters that were found are rolled out all the same; the rest waits for the fleet to change.',
  remedy: [`Label, untaint or join clusters, or lower numberOfClusters. What there is: ${MEMBERS}`, PARTIAL],
  seeAlso: 'pickn-too-few-clusters',
});
