import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { podSpecOf } from '../../fleet/kubernetes/pod-template.ts';

/** The name of the policy, and of its binding. */
const GUARD_POLICY = 'fleet-gate-dry-run-only';
/** The policy denies even a dry run of a ConfigMap of this name: its answer proves that the policy applies to this login. */
export const GUARD_PROBE = 'fleet-gate-guard-probe';
const GUARD_MESSAGE = 'fleet-gate: only dry runs are allowed';

/** Rights that a guarded login must not have: they would let it remove the policy, or act as another user. */
export const FORBIDDEN_RIGHTS: readonly { readonly verb: string; readonly group: string; readonly resource: string }[] = [
  ...['validatingadmissionpolicies', 'validatingadmissionpolicybindings'].flatMap((resource) =>
    ['create', 'update', 'patch', 'delete', 'deletecollection'].map((verb) => ({ verb, group: 'admissionregistration.k8s.io', resource })),
  ),
  ...['users', 'groups', 'serviceaccounts'].map((resource) => ({ verb: 'impersonate', group: '', resource })),
];

/** Whether the answer to the dry run of the probe proves the policy. */
export function isGuarded(answer: { readonly kind: string; readonly message?: string }): boolean {
  return answer.kind === 'refused' && answer.message?.includes(GUARD_POLICY) === true && answer.message.includes(GUARD_MESSAGE);
}

/** The policy that lets this user only dry-run. It does not cover policies and their bindings themselves: the role must not name them. */
export function guardPolicy(user: string): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: ${GUARD_POLICY}
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules:
      - apiGroups: ["*"]
        apiVersions: ["*"]
        operations: ["*"]
        resources: ["*/*"]
  matchConditions:
    - name: fleet-gate
      expression: request.userInfo.username == ${celText(user)}
  validations:
    - expression: has(request.dryRun) && request.dryRun && request.name != "${GUARD_PROBE}"
      message: "${GUARD_MESSAGE}"
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: ${GUARD_POLICY}
spec:
  policyName: ${GUARD_POLICY}
  validationActions: [Deny]`;
}

/** The least rights to dry-run these objects: real write rights, so only beside the policy. */
export function dryRunRole(objects: readonly KubeObject[], user: string): string {
  const byGroup = Map.groupBy(
    objects.flatMap(
      ({ apiVersion, kind }) =>
        BUILT_IN_APIS.find(groupOf(apiVersion), kind) ?? { group: groupOf(apiVersion), plural: `${kind.toLowerCase()}s` },
    ),
    ({ group }) => group,
  );
  const withPods = objects.some((object) => podSpecOf(object) !== undefined);
  const rules = [...byGroup]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, found]) => {
      const plurals = [...new Set(found.map(({ plural }) => plural))].toSorted();
      const rbac = group === 'rbac.authorization.k8s.io' ? ', bind, escalate' : '';
      return rule(group, plurals, `get, create, patch${rbac}`);
    });
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: fleet-gate-dry-run
rules:
${[
  ...rules,
  rule('', ['configmaps', ...(withPods ? ['pods'] : [])], 'create'),
  rule('', ['namespaces'], 'get'),
  rule('', ['resourcequotas'], 'list'),
  rule(PLACEMENT_GROUP, ['appliedworks'], 'get'),
].join('\n')}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: fleet-gate-dry-run
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: fleet-gate-dry-run
subjects:
  - kind: User
    name: ${JSON.stringify(user)}
    apiGroup: rbac.authorization.k8s.io`;
}

function rule(group: string, plurals: readonly string[], verbs: string): string {
  return `  - apiGroups: ["${group}"]\n    resources: [${plurals.join(', ')}]\n    verbs: [${verbs}]`;
}

/** A CEL string, as a YAML plain scalar: a JSON string is both. */
function celText(user: string): string {
  return JSON.stringify(user);
}
