/**
 * A ValidatingAdmissionPolicy of the hub, bound to Deny, refuses the object. Source: Kubernetes 1.34,
 * `k8s.io/apiserver/pkg/admission/plugin/policy/validating`; seen on a real API server (`test/hub/policies.test.ts`). KubeFleet has
 * policies of its own: `pkg/admissionpolicymanager`.
 */
import { shown } from '../../fleet/text/shown.ts';
import { objectPlural } from '../answers/policy-requests.ts';
import { denialText, hasPolicies, policyAnswers, type PolicyAnswer } from '../answers/admission-policies.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { trimEndSigns } from '../../fleet/text/trim-signs.ts';
import { defineRule } from '../world/rule.ts';

interface Refused extends PolicyAnswer {
  readonly said: string;
  /** The resource as the server names it. */
  readonly resource: string;
  readonly name: string;
}

export const refusedByPolicy = defineRule<Refused>({
  id: 'refused-by-policy',
  summary: 'A ValidatingAdmissionPolicy of the hub refuses the object',
  effect: 'rejected',
  otherwise: { advice: 'a binding only warns or audits, or the refusal is not certain yet' },
  kinds: '*',
  why: 'A hub may have ValidatingAdmissionPolicies, from KubeFleet or from its administrators. If an expression refuses an object and the binding denies it, the hub does not store it. The policies are read from the hub (`{--kubeconfig}`) or from files (`{--policies}`). A binding that only warns or audits lets the object pass. A policy among the manifests has an effect after it is applied, and that of the base until then. Conditions that cannot be known here, such as the user who applies, are listed as not checked.',
  remedy: 'Change the object so that the policy lets it pass, or ask the owner of the policy.',
  docs: 'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/',
  message({ policy, binding, said, certainty, actions }) {
    const does = actions.includes('Deny') ? 'refuses' : actions.includes('Warn') ? 'warns about' : 'notes';
    const when = {
      certain: '',
      'once applied': ' once these manifests are applied',
      'if new': ' if the hub does not have it yet',
    }[certainty];
    return `ValidatingAdmissionPolicy ${policy}, bound by ${shown(binding)}, ${does} the object${when}: ${trimEndSigns(said.trim(), '.')}.`;
  },
  serverMessageFor({ policy, binding, actions, said, resource, name }) {
    if (!actions.includes('Deny')) return undefined;
    return `${resource} "${name}" is forbidden: ValidatingAdmissionPolicy '${policy}' with binding '${binding}' denied request: ${said}`;
  },
  concerns: (_manifest, world) => hasPolicies(world),
  *check(manifest, world) {
    const { apiVersion, kind, metadata } = manifest.object;
    for (const answer of policyAnswers(manifest, world)) {
      if (answer.verdict.kind !== 'refuses') continue;
      const isCertain = answer.certainty === 'certain' && answer.actions.includes('Deny');
      const group = groupOf(apiVersion);
      const plural = objectPlural(apiVersion, kind);
      const resource = group === '' ? plural : `${plural}.${group}`;
      const data = { ...answer, said: denialText(answer.verdict.denials), resource, name: metadata.name };
      yield { at: '/metadata/name', data, ...(isCertain ? {} : { effect: 'advice' }) };
    }
  },
});
