import { TOO_LARGE, WRITES } from '../api-words.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import { isRefusedByFormerSchema } from '../former-schema.ts';
import { overrideFirst } from '../override-first.ts';

const STEPS = [
  'Correct the field of {object} that the message names, and deploy again.',
  'Where it says too large, split {object}, or keep the bulk of it elsewhere: an object may have about 1.5 MB on a cluster.',
  'On {cluster}, try it without a deploy: `kubectl apply --dry-run=server -f <file>`',
];

/** The chain around the text is always the same; only the API server's own words tell the causes of ManifestApplyFailed apart (KubeFleet pkg/controllers/workapplier/apply.go). */
export const applyRejectedInvalid = defineFailure({
  id: 'apply-rejected-invalid',
  title: 'The member refuses the object as invalid',
  docs: DOCS.applied,
  when: [
    {
      scope: 'manifest',
      step: 'Applied',
      status: 'False',
      reasons: WRITES,
      message: /is invalid:|Invalid value|unknown field|strict decoding|cannot be handled as an?|Required value|Unsupported value/,
    },
    // What ServerSideApply alone refuses: a key twice in a list, a field that the schema does not know.
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: /failed to create typed patch object/ },
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: TOO_LARGE },
  ],
  outcome: (observation) => (isRefusedByFormerSchema(observation) ? { kind: 'suspect', grace: 'member' } : 'failed'),
  details: (observation) => overrideFirst(observation, STEPS),
  explain:
    'The API server of {cluster} refuses {object}. It would refuse it every time, unless the definition of its kind changes, which may be on its way where this deploy holds it.',
  remedy: STEPS,
});
