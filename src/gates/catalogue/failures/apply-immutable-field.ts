import { WRITES } from '../api-words.ts';
import { onMember } from '../commands.ts';
import { createdAnew, STEP_FOR_ANY_OBJECT } from '../created-anew.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import { isRefusedByFormerSchema } from '../former-schema.ts';
import { overrideFirst } from '../override-first.ts';
import { selectorOfJob } from '../selector-of-job.ts';

const STEPS = [
  `See the value that {cluster} has: ${onMember('get {objectArgs} -o yaml')}`,
  'Set the field that the message names back to that value in the manifest, and deploy again.',
];

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
      message:
        // bounded: a message is cut at 32,768 characters.
        / (?:is|are) immutable|(?:may|must|can) ?not be (?:changed|updated|modified)|clusterIP can not be unset|failed rule: .*\boldSelf\b|Forbidden: (?:pod )?updates (?:to|may not)|cannot change roleRef|may not (?:be changed|change) once set/,
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
    const steps = [...STEPS, ...createdAnew(observation)];
    return {
      remedy: steps,
      ...overrideFirst(observation, steps),
      isFoundBefore: observation.definition === undefined && !/\boldSelf\b/.test(observation.condition?.message ?? ''),
      ...selectorOfJob(observation),
    };
  },
  explain:
    '{object} exists on {cluster}, and the deploy changes a field that Kubernetes does not let you change. No retry and no apply strategy helps.',
  remedy: [...STEPS, STEP_FOR_ANY_OBJECT],
  seeAlso: 'immutable-field',
});
