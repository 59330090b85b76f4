import { field, stringAt } from '../../fleet/json.ts';
import type { Discovery } from './discovery.ts';
import type { RbacResource } from './rbac-rule.ts';
import { rbacRuleFor } from './rbac-rule.ts';
import type { Interest } from './reader.ts';

export interface Preflight {
  readonly denied: readonly { readonly interest: Interest; readonly verb: 'list' | 'watch'; readonly reason: string }[];
  /** Kinds that the hub does not serve at all. */
  readonly notServed: readonly Interest[];
  /** A ClusterRole that would allow what is denied; absent when nothing is. */
  readonly rule?: string;
}

export interface PreflightPorts {
  readonly discovery: Discovery;
  readonly post: (path: string, body: unknown) => Promise<unknown>;
}

/**
 * Asks by SelfSubjectAccessReview (open to every authenticated user) whether each interest may be listed and watched.
 * Only a forecast: the answer to the list itself is what counts. Throws ApiError where reviews are not allowed.
 */
export async function preflight(interests: readonly Interest[], ports: PreflightPorts): Promise<Preflight> {
  const denied: { interest: Interest; verb: 'list' | 'watch'; reason: string }[] = [];
  const notServed: Interest[] = [];
  const missing: RbacResource[] = [];
  const one = async (interest: Interest): Promise<void> => {
    const found = await ports.discovery.find(interest);
    if (found.kind === 'notServed') {
      notServed.push(interest);
      return;
    }
    const { plural, namespaced } = found.resource;
    for (const verb of ['list', 'watch'] as const) {
      const namespace = namespaced ? interest.namespace : undefined;
      const answer = await ports.post(REVIEWS, review(verb, interest.group, plural, namespace));
      if (field(answer, 'status', 'allowed') === true) continue;
      denied.push({ interest, verb, reason: stringAt(answer, 'status', 'reason') ?? '' });
      missing.push({ group: interest.group, plural });
    }
  };
  await Promise.all(interests.map(one));
  return missing.length === 0 ? { denied, notServed } : { denied, notServed, rule: rbacRuleFor(missing) };
}

const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

function review(verb: string, group: string, resource: string, namespace: string | undefined): unknown {
  const resourceAttributes = { verb, group, resource, ...(namespace === undefined ? {} : { namespace }) };
  return { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: { resourceAttributes } };
}
