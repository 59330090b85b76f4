import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** DecodingErred also covers content errors; only the message distinguishes them. */
export const applyKindMissing = defineFailure({
  id: 'apply-kind-missing',
  title: 'The member does not serve this kind',
  docs: DOCS.applied,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: ['DecodingErred'], message: /no matches for kind|REST mapping/ }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: '{cluster} does not serve the kind of {object}: its CustomResourceDefinition is not installed there.',
  remedy: [
    `Check which kinds of that group {cluster} serves: ${onMember('api-resources --api-group={group}')}`,
    'Place the CustomResourceDefinition there first, with a placement of its own. KubeFleet then applies {object} by itself.',
    'Or restrict {target} to clusters that serve it.',
  ],
});
