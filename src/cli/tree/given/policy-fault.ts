import { celEngine } from '../../../admission/cel/load-cel.ts';
import { listAt, stringAt } from '../../../fleet/json/json.ts';
import { ADMISSION_POLICY, ADMISSION_POLICY_BINDING } from '../../../fleet/kubernetes/admission-policy.ts';
import { displayName, isOfKind, type KubeObject, refOf } from '../../../fleet/kubernetes/object.ts';

/**
 * Why no API server accepts a policy or a binding, as the end of a sentence; `undefined` if there is no such reason, and for other objects.
 * A function that is not known here may be one of Kubernetes. Await `loadCel` first. Source: Kubernetes,
 * `pkg/apis/admissionregistration/validation/validation.go`.
 */
export function policyFault(object: KubeObject): string | undefined {
  const name = displayName(refOf(object));
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
  const evaluated = [...validations, ...listAt(policy, 'spec', 'matchConditions'), ...listAt(policy, 'spec', 'variables')];
  for (const each of evaluated) {
    const expression = stringAt(each, 'expression') ?? '';
    const fault = celEngine().syntaxFault(expression);
    if (fault !== undefined) return `has the expression \`${expression}\`, which is not valid CEL: ${fault}`;
  }
  return undefined;
}

function faultOfBinding(binding: KubeObject): string | undefined {
  const actions = listAt(binding, 'spec', 'validationActions');
  if (actions.length === 0) return 'has no `validationActions`';
  const unknown = actions.find((action) => typeof action !== 'string' || !ACTIONS.has(action));
  return unknown === undefined ? undefined : `has the action ${JSON.stringify(unknown)}; an action is Deny, Warn or Audit`;
}

const ACTIONS: ReadonlySet<string> = new Set(['Deny', 'Warn', 'Audit']);
