import { IMMUTABLE, invalidFields } from '../../../fleet/kubernetes/invalid-fields.ts';
import { isOfKind } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import type { Observation } from '../../observations/observation.ts';
import { WRITES } from '../api-words.ts';
import { onMember } from '../commands.ts';
import { createdAnew, STEP_FOR_ANY_OBJECT } from '../created-anew.ts';
import { DOCS } from '../docs.ts';
import { defineFailure, hasWord } from '../failure.ts';
import { isRefusedByFormerSchema } from '../former-schema.ts';
import { memberAnswer } from '../member-answer.ts';
import { overrideFirst } from '../override-first.ts';
import { selectorOfJob } from '../selector-of-job.ts';
import { SECRET } from '../../../fleet/kubernetes/read-types.ts';

const SET_BACK = 'Set the immutable field that the message names back to that value in the manifest, and deploy again.';
const STEPS = [`See the value that {cluster} has: ${onMember('get {objectArgs} -o yaml')}`, SET_BACK];
/** Of a Secret, only what is not secret. */
const STEPS_OF_SECRET = [
  `See its type on {cluster}, and whether it is immutable: ${onMember('get {objectArgs} -o custom-columns="NAME:.metadata.name,TYPE:.type,IMMUTABLE:.immutable"')}`,
  SET_BACK,
];

const EXPLAIN =
  '{object} exists on {cluster}, and the deploy changes a field that Kubernetes does not let you change. No retry and no apply strategy helps.';
const OTHERS_FIRST = 'Correct {otherFields} in the manifest, as the message says: that is refused for another reason.';

/** The fields that the API server refuses for another reason than that they are immutable. */
function otherFaults({ condition }: Observation): readonly string[] {
  const faults = invalidFields(memberAnswer(condition?.message ?? ''));
  return faults.length < 2 ? [] : [...new Set(faults.filter(({ text }) => !IMMUTABLE.test(text)).map(({ field }) => field))];
}

/**
 * KubeFleet puts the same text around each error, so only the API server's own message distinguishes the causes of ManifestApplyFailed
 * (KubeFleet pkg/controllers/workapplier/apply.go).
 */
export const applyImmutableField = defineFailure({
  id: 'apply-immutable-field',
  title: 'The deploy changes an immutable field',
  docs: DOCS.applied,
  when: [
    {
      scope: 'manifest',
      step: 'Applied',
      status: 'False',
      reasons: WRITES,
      message: IMMUTABLE,
    },
    {
      scope: 'manifest',
      step: 'Applied',
      status: 'False',
      reasons: WRITES,
      message: / is invalid: /,
      only: ({ definition }) => definition?.isTransitionRefused === true,
    },
  ],
  outcome: (observation) => (isRefusedByFormerSchema(observation) ? { kind: 'suspect', grace: 'member' } : 'failed'),
  // The rule knows only the kinds of Kubernetes itself.
  details: (observation) => {
    const others = otherFaults(observation);
    const steps = [
      ...(others.length === 0 ? [] : [OTHERS_FIRST]),
      ...(observation.object !== undefined && isOfKind(observation.object, SECRET) ? STEPS_OF_SECRET : STEPS),
      ...createdAnew(observation, others.length === 0 ? 'none' : 'some'),
    ];
    return {
      remedy: steps,
      ...overrideFirst(observation, steps),
      ...(others.length === 0
        ? {}
        : { explain: `${EXPLAIN} Its API server refuses {otherFields} too.`, words: { otherFields: listed(others, 3) } }),
      isFoundBefore: observation.definition === undefined && !/\boldSelf\b/.test(observation.condition?.message ?? ''),
      ...selectorOfJob(observation),
    };
  },
  explain: EXPLAIN,
  remedy: [...STEPS, STEP_FOR_ANY_OBJECT],
  // The former deploy must have placed it with another value.
  foundBy: [{ rule: 'immutable-field', when: hasWord('isEdited') }],
});
