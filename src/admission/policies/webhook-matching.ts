import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import type { ApiResource } from '../../fleet/kubefleet/api-resource.ts';
import { versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { matchesRequest } from './policy-matching.ts';
import type { PolicyRequest, PolicySurroundings } from './policy-request.ts';

/** The creation of an object, as webhooks receive it. */
export function ruleRequest(object: KubeObject, namespace: string | undefined, api: ApiResource): PolicyRequest {
  const { group, kind, plural, namespaced, versions } = api;
  const { apiVersion, metadata } = object;
  const version = versionOf(apiVersion);
  return {
    operation: 'CREATE',
    group,
    kind,
    namespaced,
    version,
    resource: plural,
    versions: versions ?? [version],
    name: metadata.name,
    namespace: namespaced ? namespace : undefined,
    object,
    old: undefined,
    unresolved: [],
    isWhole: true,
    isPlain: true,
  };
}

/**
 * Whether an API server certainly calls a webhook for the creation of an object, or for its update. `matchConditions` are not evaluated.
 * Webhook configurations themselves are never sent to webhooks.
 * @param namespace the labels of a namespace; see `PolicySurroundings`
 */
export function webhookMatches(webhook: unknown, request: PolicyRequest, namespace: PolicySurroundings['namespace']): boolean {
  if (request.group === 'admissionregistration.k8s.io') return false;
  const criteria = {
    resourceRules: listAt(webhook, 'rules'),
    matchPolicy: stringAt(webhook, 'matchPolicy'),
    namespaceSelector: field(webhook, 'namespaceSelector'),
    objectSelector: field(webhook, 'objectSelector'),
  };
  if (criteria.resourceRules.length === 0) return false;
  const around: PolicySurroundings = { namespace, params: () => undefined, comingParams: () => [], isNamespaced: () => undefined };
  const update: PolicyRequest = { ...request, operation: 'UPDATE', old: request.object };
  return [request, update].some((each) => matchesRequest(criteria, each, around) === true);
}
