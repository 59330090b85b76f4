import { field, isObject, listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { withArticle } from '../../../fleet/text/with-article.ts';
import { subdomainFault } from '../../name-format.ts';
import { oneOf } from '../../wording/value-hints.ts';
import { misnamed, wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Checks roles and their bindings. Source: `pkg/apis/rbac/validation/validation.go` of Kubernetes. */
export function* accessViolations(object: KubeObject): Iterable<Violation> {
  if (object.kind === 'Role' || object.kind === 'ClusterRole') yield* ruleViolations(object);
  else yield* bindingViolations(object);
}

function* ruleViolations(role: KubeObject): Iterable<Violation> {
  if (
    role.kind === 'ClusterRole' &&
    objectAt(role, 'aggregationRule') !== undefined &&
    isEmptyList(field(role, 'aggregationRule', 'clusterRoleSelectors'))
  )
    yield wrongTogether('/aggregationRule/clusterRoleSelectors', [], 'is required', 'Add a selector, or remove `aggregationRule`.');
  for (const [index, rule] of listAt(role, 'rules').entries()) {
    if (!isObject(rule)) continue;
    const at = `/rules/${index}`;
    const given = (name: string): boolean => listAt(rule, name).length > 0;
    if (!given('verbs')) yield wrongTogether(`${at}/verbs`, [], 'is required', 'List the verbs.');
    if (given('nonResourceURLs')) {
      if (role.kind === 'Role') yield wrongTogether(`${at}/nonResourceURLs`, [], 'cannot be set in a Role', 'Put it into a ClusterRole.');
      else if (given('apiGroups') || given('resources') || given('resourceNames'))
        yield wrongTogether(`${at}/nonResourceURLs`, [], 'cannot be set together with resources', 'Split it into two rules.');
      continue;
    }
    if (!given('apiGroups'))
      yield wrongTogether(`${at}/apiGroups`, [], 'is required', 'List the groups; `""` is that of Pods and ConfigMaps.');
    if (!given('resources')) yield wrongTogether(`${at}/resources`, [], 'is required', 'List the resources.');
  }
}

function isEmptyList(value: unknown): boolean {
  return (value ?? undefined) === undefined || (Array.isArray(value) && value.length === 0);
}

const SUBJECTS = ['ServiceAccount', 'User', 'Group'];

function* bindingViolations(binding: KubeObject): Iterable<Violation> {
  const role = stringAt(binding, 'roleRef', 'kind') ?? '';
  const roles = binding.kind === 'RoleBinding' ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  if (role !== '' && !roles.includes(role)) yield wrongValue('/roleRef/kind', role, `cannot be ${JSON.stringify(role)}`, oneOf(roles));
  for (const [index, subject] of listAt(binding, 'subjects').entries()) {
    yield* subjectViolations(subject, `/subjects/${index}`, binding.kind === 'RoleBinding');
  }
  const group = field(binding, 'roleRef', 'apiGroup') ?? '';
  if (typeof group === 'string' && group !== '' && group !== RBAC)
    yield wrongValue('/roleRef/apiGroup', group, `cannot be ${JSON.stringify(group)}`, `Write \`${RBAC}\`.`);
}

/**
 * Checks a subject of a binding, which has a kind and a name.
 * @param at pointer to the subject
 * @param isNamespaced whether it is of a RoleBinding
 */
export function* subjectViolations(subject: unknown, at: string, isNamespaced: boolean): Iterable<Violation> {
  const kind = stringAt(subject, 'kind') ?? '';
  if (kind !== '' && !SUBJECTS.includes(kind)) yield wrongValue(`${at}/kind`, kind, `cannot be ${JSON.stringify(kind)}`, oneOf(SUBJECTS));
  if (kind === 'ServiceAccount') yield* misnamed(`${at}/name`, field(subject, 'name'), subdomainFault);
  const group = stringAt(subject, 'apiGroup') ?? '';
  if (kind === 'ServiceAccount' && !isNamespaced && (field(subject, 'namespace') ?? '') === '')
    yield wrongTogether(`${at}/namespace`, [], 'is required for a ServiceAccount', 'Write its namespace.', ['/subjects']);
  if (kind === 'ServiceAccount' && group !== '')
    yield wrongTogether(`${at}/apiGroup`, [group], 'has to be empty for a ServiceAccount', 'Remove it.');
  if ((kind === 'User' || kind === 'Group') && group !== '' && group !== RBAC)
    yield wrongTogether(`${at}/apiGroup`, [group], `has to be ${RBAC} for ${withArticle(kind)}`, 'Remove it.');
}

const RBAC = 'rbac.authorization.k8s.io';
