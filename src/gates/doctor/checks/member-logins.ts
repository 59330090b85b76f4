import { failureOf } from '../failure-of.ts';
import { preflight } from '../../hub/access/preflight.ts';
import { type MemberLogin, MEMBER_KINDS } from '../../hub/live-members.ts';
import { failed, type Found, ok, type Check, warning } from '../check.ts';
import { StepwiseHub } from '../stepwise-hub.ts';

const REMEDY = 'Correct the login of that member. Nothing but causes on members depends on it.';

/** This check is made only if logins are given. */
export const memberLogins: Check = {
  id: 'member-logins',
  title: 'member logins',
  asks: 'Can the member clusters be read with the logins that were given?',
  needs: [],
  remedy: [REMEDY],
  run: async (way) => {
    const names = await memberNames(way);
    const tried = await Promise.all([...way.needs.members].map(([cluster, login]) => tryLogin(cluster, login, way)));
    const strangers = [...way.needs.members.keys()].filter((cluster) => names !== undefined && !names.has(cluster));
    const evidence = [
      ...tried.flatMap((found) => found.evidence),
      ...strangers.map((cluster) => `${cluster}: the hub has no member cluster of this name`),
    ];
    const worst = tried.find(({ outcome }) => outcome === 'failed');
    if (worst?.outcome === 'failed') return failed(worst.as, evidence, REMEDY);
    const isDoubtful = strangers.length > 0 || tried.some(({ outcome }) => outcome === 'warning');
    return isDoubtful ? warning(evidence, REMEDY) : ok(...evidence);
  },
};

/** The names of the members on the hub; `undefined` if they cannot be read. */
async function memberNames(way: StepwiseHub): Promise<ReadonlySet<string> | undefined> {
  try {
    const objects = await way.members();
    return objects === undefined ? undefined : new Set(objects.map(({ metadata }) => metadata.name));
  } catch {
    // The checks of the hub report the reason.
    return undefined;
  }
}

/**
 * An unusable login is an error in the configuration. A member that does not answer or refuses is only a warning, because a gate works
 * without it.
 */
async function tryLogin(cluster: string, login: MemberLogin, { options, needs }: StepwiseHub): Promise<Found> {
  const { server: _server, tlsServerName: _name, namespace: _namespace, context: _context, ...rest } = options;
  const member = new StepwiseHub({ ...rest, ...login, role: 'member' }, needs);
  const named = (text: string): string => `${cluster}: ${text}`;
  try {
    await member.credential();
    const { denied } = await preflight(MEMBER_KINDS, { discovery: member.discovery(), post: member.post });
    const kinds = [...new Set(denied.map(({ interest }) => interest.kind))];
    if (kinds.length === 0) return ok(named('may be read'));
    return warning([named(`may not be read in all namespaces: ${kinds.join(', ')}`)]);
  } catch (error) {
    const found = failureOf(error, member, []);
    const evidence = found.evidence.map(named);
    return found.outcome === 'failed' && found.as === 'usage' ? failed('usage', evidence) : warning(evidence);
  } finally {
    member.close();
  }
}
