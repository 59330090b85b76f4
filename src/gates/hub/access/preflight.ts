import type { V1SelfSubjectAccessReview } from '@kubernetes/client-node';
import { field, stringAt } from '../../../fleet/json/json.ts';
import { ApiError } from '../http/api-error.ts';
import type { Discovery } from '../http/discovery.ts';
import type { Interest } from '../../../fleet/kubefleet/hub-state.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import { whoAmI } from './who-am-i.ts';

export interface Preflight {
  readonly denied: readonly { readonly interest: Interest; readonly verb: 'list' | 'watch'; readonly reason: string }[];
  /** The identity that the hub reports. It is requested only if something is denied, and is absent if the hub does not report it. */
  readonly user?: string;
}

export interface PreflightPorts {
  readonly discovery: Discovery;
  readonly post: (path: string, body: unknown) => Promise<unknown>;
}

/**
 * Asks with SelfSubjectAccessReview (allowed for every authenticated user) whether each interest may be listed and watched. It leaves out
 * kinds that are not served. The result is only a forecast: the answer to the list itself decides. Throws ApiError if reviews are not
 * allowed.
 */
export async function preflight(interests: readonly Interest[], ports: PreflightPorts): Promise<Preflight> {
  const answers = await Promise.all(
    interests.flatMap((interest) => (['list', 'watch'] as const).map((verb) => review(interest, verb, ports))),
  );
  const denied = answers.flat();
  if (denied.length === 0) return { denied };
  const user = await userOf(ports);
  return user === undefined ? { denied } : { denied, user };
}

async function review(interest: Interest, verb: 'list' | 'watch', { discovery, post }: PreflightPorts): Promise<Preflight['denied']> {
  const found = await discovery.find(interest);
  if (found.kind === 'notServed') return [];
  const { plural, namespaced } = found.resource;
  const namespace = namespaced ? interest.namespace : undefined;
  const answer = (await post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { verb, group: interest.group, resource: plural, ...(namespace === undefined ? {} : { namespace }) } },
  })) as Unchecked<V1SelfSubjectAccessReview>;
  if (field(answer, 'status', 'allowed') === true) return [];
  return [{ interest, verb, reason: stringAt(answer, 'status', 'reason') ?? '' }];
}

async function userOf({ post }: PreflightPorts): Promise<string | undefined> {
  try {
    return (await whoAmI(post))?.user;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
