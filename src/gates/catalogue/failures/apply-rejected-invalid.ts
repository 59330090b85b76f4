import { invalidFields } from '../../../fleet/kubernetes/invalid-fields.ts';
import { TOO_LARGE, WRITES } from '../api-words.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import { isRefusedByFormerSchema } from '../former-schema.ts';
import { memberAnswer } from '../member-answer.ts';
import { overrideFirst } from '../override-first.ts';
import { takenByService } from '../taken-by-service.ts';

const STEPS = [
  'Correct the field of {object} that the message names, and deploy again.',
  'If it is too large, split {object}, or store most of its data elsewhere: a cluster accepts objects of up to about 1.5 MB.',
  `Try the manifest on {cluster} without a change there: ${onMember('apply --dry-run=server -f FILE')}`,
];

const OTHERS = 'Correct the other fields that the message names, too.';

/**
 * KubeFleet puts the same text around each error, so only the API server's own message distinguishes the causes of ManifestApplyFailed
 * (KubeFleet pkg/controllers/workapplier/apply.go).
 */
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
    // Only ServerSideApply refuses these: a key twice in a list, a field that the schema does not have.
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: /failed to create typed patch object/ },
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: TOO_LARGE },
  ],
  outcome: (observation) => (isRefusedByFormerSchema(observation) ? { kind: 'suspect', grace: 'member' } : 'failed'),
  details: (observation) => {
    const message = observation.condition?.message ?? '';
    const taken = takenByService(message);
    if (taken === undefined) return overrideFirst(observation, STEPS);
    const isOnlyFault = invalidFields(memberAnswer(message)).length < 2;
    const steps = isOnlyFault ? taken.remedy : [...taken.remedy, OTHERS];
    return { ...taken, remedy: steps, ...overrideFirst(observation, steps) };
  },
  explain:
    'The API server of {cluster} refuses {object}. It refuses it every time, unless the definition of its kind changes; this deploy may bring that change if it contains the definition.',
  remedy: STEPS,
});
