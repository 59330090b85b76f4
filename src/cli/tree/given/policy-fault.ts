import { faultyExpression } from '../../../admission/policies/faulty-expression.ts';
import { listAt } from '../../../fleet/json/json.ts';
import { ADMISSION_POLICY, ADMISSION_POLICY_BINDING } from '../../../fleet/kubernetes/admission-policy.ts';
import { displayName, groupOf, isOfKind, type KubeObject, refOf, versionOf } from '../../../fleet/kubernetes/object.ts';

/**
 * Why no API server accepts a policy or a binding, as the end of a sentence; `undefined` if there is no such reason, and for other objects.
 * A function that is not similar to a known one may be one of a later version, so the policy is not evaluated. Await `loadCel` first. Source: Kubernetes,
 * `pkg/apis/admissionregistration/validation/validation.go`.
 */
export function policyFault(object: KubeObject): string | undefined {
  const name = displayName(refOf(object));
  const isOfPolicies = isOfKind(object, ADMISSION_POLICY) || isOfKind(object, ADMISSION_POLICY_BINDING);
  if (isOfPolicies && !VERSIONS.has(versionOf(object.apiVersion)))
    return `${name} is of ${object.apiVersion}, and Kubernetes has no such version; use ${groupOf(object.apiVersion)}/v1`;
  const fault = isOfKind(object, ADMISSION_POLICY)
    ? faultOfPolicy(object)
    : isOfKind(object, ADMISSION_POLICY_BINDING)
      ? faultOfBinding(object)
      : undefined;
  return fault === undefined ? undefined : `${name} ${fault}`;
}

function faultOfPolicy(policy: KubeObject): string | undefined {
  const validations = listAt(policy, 'spec', 'validations');
  if (validations.length === 0 && listAt(policy, 'spec', 'auditAnnotations').length === 0) return 'has no `validations`';
  if (listAt(policy, 'spec', 'matchConstraints', 'resourceRules').length === 0) return 'has no `matchConstraints.resourceRules`';
  const faulty = faultyExpression(policy);
  if (faulty === undefined || faulty.mayBeNew === true) return undefined;
  return `has the expression ${faulty.expression}, which ${faulty.says}`;
}

function faultOfBinding(binding: KubeObject): string | undefined {
  const actions = listAt(binding, 'spec', 'validationActions');
  if (actions.length === 0) return 'has no `validationActions`';
  const unknown = actions.find((action) => typeof action !== 'string' || !ACTIONS.has(action));
  return unknown === undefined ? undefined : `has the action ${JSON.stringify(unknown)}; an action is Deny, Warn or Audit`;
}

/** Of the policies; those of webhooks are others. */
const VERSIONS: ReadonlySet<string> = new Set(['v1', 'v1beta1', 'v1alpha1']);

const ACTIONS: ReadonlySet<string> = new Set(['Deny', 'Warn', 'Audit']);
