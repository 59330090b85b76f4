import { MEMBERS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import { LACKS_NAMESPACE } from '../lacks-namespace.ts';

const LOWER = [`See the members: ${MEMBERS}`, 'Lower numberOfClusters to {most} or less, or join clusters.'];
const PARTIAL = 'If fewer are acceptable, add {--allow-partial}.';

export const scheduledTooFewClusters = defineFailure({
  id: 'scheduled-too-few-clusters',
  title: 'Fewer clusters than asked for',
  docs: DOCS.scheduled,
  when: [{ scope: 'placement', step: 'Scheduled', status: 'False', reasons: ['SchedulingPolicyUnfulfilled'] }],
  // With --allow-partial, some clusters are enough, but not none.
  outcome: ({ words }, { allowPartial, allowEmpty }) =>
    allowPartial && (allowEmpty || words?.['found'] !== '0') ? 'info' : { kind: 'suspect', grace: 'scheduling' },
  details: ({ words }) => {
    if (words?.['lacksNamespace'] === 'true') return { ...LACKS_NAMESPACE, remedy: [...(LACKS_NAMESPACE.remedy ?? []), PARTIAL] };
    return words?.['most'] === undefined ? {} : { remedy: [...LOWER, PARTIAL] };
  },
  explain:
    '{target} asks for {asked}, and fewer match its policy. The clusters that were found get the content; the rest waits until the fleet changes.',
  remedy: [`Compare the policy with the members: ${MEMBERS}`, 'Label, untaint or join clusters, or lower numberOfClusters.', PARTIAL],
  foundBy: [{ rule: 'pickn-too-few-clusters' }],
});
