import { FORBIDDEN_BY_PLUGIN, WRITES } from '../api-words.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import { overrideFirst } from '../override-first.ts';
import { deniedBy, policyName, policySentence } from '../policy-sentence.ts';

const STEPS = [
  'Change {object} so that {policy} on {cluster} accepts it, and deploy again.',
  'Or keep it off {cluster}: by the policy of {target}, or by an override that leaves it out there.',
  'Or change the policy on {cluster}: `kubectl get validatingadmissionpolicies,validatingwebhookconfigurations,mutatingwebhookconfigurations`',
];

/** The chain around the text is always the same; only the API server's own words tell the causes of ManifestApplyFailed apart (KubeFleet pkg/controllers/workapplier/apply.go). */
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
    const title = policySentence(message);
    const words = { policy: policyName(message) ?? 'the policy or webhook' };
    return { ...overrideFirst(observation, STEPS), evidence: deniedBy(message), words, ...(title === undefined ? {} : { title }) };
  },
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'On {cluster}, {policy} refuses {object}.',
  remedy: STEPS,
});
