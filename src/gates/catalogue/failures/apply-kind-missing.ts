import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** DecodingErred also covers content errors; only the message tells. */
export const applyKindMissing = defineFailure({
  id: 'apply-kind-missing',
  title: 'The member does not know this kind',
  docs: DOCS.applied,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: ['DecodingErred'], message: /no matches for kind|REST mapping/ }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: '{cluster} has no API for {object}: the CRD is not installed there.',
  remedy: [
    'Check that {cluster} lacks it. There: `kubectl api-resources`',
    'Place the CRD there first, by a placement of its own; the object follows by itself.',
    'Or restrict {target} to clusters that have it.',
  ],
});
