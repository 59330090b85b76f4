import { HubError } from '../../../errors.ts';
import type { Interest } from '../../../fleet/kubefleet/hub-state.ts';
import { ApiError } from '../http/api-error.ts';
import type { Discovery } from '../http/discovery.ts';
import { isConnectionError } from '../http/network-failure.ts';
import type { Notice } from './notices.ts';
import { rbacRuleFor, type RbacResource, resourceOf, subjectOf, wouldAllow } from './rbac-rule.ts';

/** One requested list; `refusal` is the message of the hub that refused it. */
export interface AskedList {
  readonly interest: Interest;
  readonly refusal: string | undefined;
}

/** Returns which lists of one read were refused, and the rule that allows all of them; `undefined` if none was refused. */
export async function listNotice(asked: readonly AskedList[], discovery: Pick<Discovery, 'find'>): Promise<Notice | undefined> {
  const refused = asked.filter(({ refusal }) => refusal !== undefined);
  if (refused.length === 0) return undefined;
  const [lacking, all] = await Promise.all([refused, asked].map((lists) => resourcesOf(lists, discovery)));
  const subject = refused.flatMap(({ refusal = '' }) => subjectOf(refusal) ?? [])[0];
  const names = [...new Set((lacking ?? []).map(resourceLabel))].toSorted();
  const rule = rbacRuleFor(all ?? [], subject, ['list']);
  return {
    kind: 'denied',
    message: [`the hub does not let these be listed: ${names.join(', ')}`, wouldAllow(rule), rule.yaml].join('\n'),
    rule,
  };
}

async function resourcesOf(lists: readonly AskedList[], discovery: Pick<Discovery, 'find'>): Promise<readonly RbacResource[]> {
  return (await Promise.all(lists.map(({ interest }) => resourceServed(interest, discovery)))).flat();
}

function resourceLabel({ plural, namespace }: RbacResource): string {
  return namespace === undefined ? plural : `${plural} in ${namespace}`;
}

/** Returns none if the hub does not report how the kind is served. The refusal itself is reported anyway. */
async function resourceServed(interest: Interest, discovery: Pick<Discovery, 'find'>): Promise<readonly RbacResource[]> {
  try {
    const found = await discovery.find(interest);
    return found.kind === 'notServed' ? [] : [resourceOf(interest, found.resource)];
  } catch (error) {
    if (error instanceof ApiError || error instanceof HubError || isConnectionError(error)) return [];
    throw error;
  }
}
