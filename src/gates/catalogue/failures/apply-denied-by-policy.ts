import { FORBIDDEN_BY_PLUGIN, WRITES } from '../api-words.ts';
import { absentObject } from '../absent-object.ts';
import { builtInAdmission } from '../built-in-admission.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import { overrideFirst } from '../override-first.ts';
import { deniedBy, policyName, policySentence, policyWords, showPolicy } from '../policy-sentence.ts';

/**
 * KubeFleet puts the same text around each error, so only the API server's own message distinguishes the causes of ManifestApplyFailed
 * (KubeFleet pkg/controllers/workapplier/apply.go).
 */
export const applyDeniedByPolicy = defineFailure({
  id: 'apply-denied-by-policy',
  title: 'A policy on the member denies the object',
  docs: DOCS.applied,
  when: [
    {
      scope: 'manifest',
      step: 'Applied',
      status: 'False',
      reasons: WRITES,
      // bounded: a message is cut at 32,768 characters.
      message: /ValidatingAdmissionPolicy|admission webhook "[^"]*" denied|denied the request|violates PodSecurity/,
    },
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: FORBIDDEN_BY_PLUGIN },
  ],
  details: (observation) => {
    const message = observation.condition?.message ?? '';
    const builtIn = absentObject(message, 'object', observation.cluster ?? 'the member') ?? builtInAdmission(message, 'object');
    if (builtIn?.remedy !== undefined) return { ...builtIn, ...overrideFirst(observation, builtIn.remedy) };
    const title = policySentence(message);
    const words = { policy: policyName(message) ?? 'the policy or webhook', ...policyWords(message) };
    const remedy = stepsFor(message);
    return { remedy, ...overrideFirst(observation, remedy), evidence: deniedBy(message), words, ...(title === undefined ? {} : { title }) };
  },
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'On {cluster}, {policy} refuses {object}.',
  remedy: stepsFor(''),
});

function stepsFor(message: string): readonly string[] {
  return [
    'Change {object} so that {policy} on {cluster} accepts it, and deploy again.',
    'Or keep it off {cluster}: by the policy of {target}, or by an override that deletes it there.',
    `Or ask the owners of the policy to change it. See it: ${showPolicy(message)}`,
  ];
}
