import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { labelSelector, labelsOf, type LabelRequirement, type Labels } from '../../fleet/kubernetes/label-selector.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { PolicyRequest, PolicySurroundings } from './policy-request.ts';

/**
 * The version in which a policy gets the object: the version of the request if a rule names it, else another served version that a rule
 * names.
 */
export function versionFor(criteria: unknown, request: PolicyRequest): string {
  const rules = listAt(criteria, 'resourceRules');
  const matches = (version: string): boolean => rules.some((rule) => ruleMatches(rule, { matchPolicy: 'Exact' }, { ...request, version }));
  return [request.version, ...request.versions].find(matches) ?? request.version;
}

/** Whether something is true. An `open` text says why that is not known. */
export type Perhaps = boolean | { readonly open: string };

/** False if one answer is false. If none is false, the first one that is not known. */
export function allHold(answers: Iterable<Perhaps>): Perhaps {
  let open: Perhaps = true;
  for (const answer of answers) {
    if (answer === false) return false;
    if (answer !== true && open === true) open = answer;
  }
  return open;
}

/**
 * Whether `matchConstraints` of a policy, or `matchResources` of a binding, match a request. Absent criteria match every request. Source:
 * apiserver, `pkg/admission/plugin/policy/matching/matching.go` and `pkg/admission/plugin/webhook/predicates`.
 */
export function matchesRequest(criteria: unknown, request: PolicyRequest, around: PolicySurroundings): Perhaps {
  if (criteria === undefined || criteria === null) return true;
  if (listAt(criteria, 'excludeResourceRules').some((rule) => ruleMatches(rule, criteria, request))) return false;
  const rules = listAt(criteria, 'resourceRules');
  const isAsked = rules.length === 0 ? true : rules.some((rule) => ruleMatches(rule, criteria, request));
  if (!isAsked) return false;
  return allHold([
    namespaceMatches(objectAt(criteria, 'namespaceSelector'), request, around),
    labelsMatch(objectAt(criteria, 'objectSelector'), request),
  ]);
}

function ruleMatches(rule: unknown, criteria: unknown, request: PolicyRequest): boolean {
  const exact = stringAt(criteria, 'matchPolicy') === 'Exact';
  const versions = exact ? [request.version] : [request.version, ...request.versions];
  const scope = stringAt(rule, 'scope') ?? '*';
  const names = listAt(rule, 'resourceNames');
  return (
    holds(listAt(rule, 'operations'), [request.operation]) &&
    holds(listAt(rule, 'apiGroups'), [request.group]) &&
    holds(listAt(rule, 'apiVersions'), versions) &&
    listAt(rule, 'resources').some((resource) => resource === '*' || resource === '*/*' || resource === request.resource) &&
    (scope === '*' || scope === (request.namespaced ? 'Namespaced' : 'Cluster')) &&
    (names.length === 0 || names.includes(request.name))
  );
}

function holds(listed: readonly unknown[], wanted: readonly string[]): boolean {
  return listed.includes('*') || wanted.some((each) => listed.includes(each));
}

/** Cluster-scoped objects always match, except Namespaces: their own labels decide. */
function namespaceMatches(selector: unknown, request: PolicyRequest, around: PolicySurroundings): Perhaps {
  const parsed = labelSelector(selector);
  if (parsed === undefined || parsed.requirements.length === 0) return true;
  if (request.group === '' && request.kind === 'Namespace')
    return labelsHold(parsed.requirements, namespaceLabels(request.object), true, request.name);
  if (!request.namespaced) return true;
  if (request.namespace === undefined) return { open: 'the manifest names no namespace' };
  const known = around.namespace(request.namespace);
  const labels = namespaceLabels(known?.object ?? { apiVersion: 'v1', kind: 'Namespace', metadata: { name: request.namespace } });
  return labelsHold(parsed.requirements, labels, known?.isWhole === true, request.namespace);
}

/** Every namespace has its name as a label. */
function namespaceLabels(namespace: KubeObject): Labels {
  return { ...labelsOf(namespace), 'kubernetes.io/metadata.name': namespace.metadata.name };
}

/** A label that is present decides. An absent label decides only if all labels are known. */
function labelsHold(requirements: readonly LabelRequirement[], labels: Labels, isWhole: boolean, namespace: string): Perhaps {
  return allHold(
    requirements.map(({ key, operator, values }): Perhaps => {
      const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
      if (value === undefined && !isWhole) return { open: `the labels of namespace ${namespace} are not known` };
      if (operator === 'Exists' || operator === 'DoesNotExist') return (value !== undefined) === (operator === 'Exists');
      const isOne = value !== undefined && values.includes(value);
      return operator === 'In' ? isOne : !isOne;
    }),
  );
}

/** Matches if the labels of the new or of the old object match. */
function labelsMatch(selector: unknown, request: PolicyRequest): Perhaps {
  const parsed = labelSelector(selector);
  if (parsed === undefined || parsed.requirements.length === 0) return true;
  const now = labelsHold(parsed.requirements, labelsOf(request.object), true, '');
  if (now === true || request.operation === 'CREATE') return now;
  if (request.old === 'unknown') return { open: 'the labels that the object has on the hub are not known' };
  return request.old === undefined ? false : labelsHold(parsed.requirements, labelsOf(request.old), true, '');
}
