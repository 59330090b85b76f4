import { ConfigError } from '../../errors.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { DryRunMember } from '../../gates/hub/dry-run/dry-run-member.ts';
import { dryRunRole, FORBIDDEN_RIGHTS, GUARD_PROBE, guardPolicy, isGuarded } from '../../ready/dry-run/guard.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';

/** Why the login could do more than dry runs, as a clause; `undefined` if a policy demonstrably limits it. Sends dry runs and reviews. */
export async function guardFault(member: DryRunMember, cluster: string): Promise<string | undefined> {
  for (const right of FORBIDDEN_RIGHTS)
    if (await member.may(right.verb, right))
      return `its login may ${right.verb} ${right.resource} on ${cluster}, so no policy can limit it`;
  const resource = { apiVersion: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };
  const place = { namespace: 'default', name: GUARD_PROBE };
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: GUARD_PROBE, namespace: 'default' } };
  const answer = await member.dryRun(resource, 'v1', place, { method: 'POST', contentType: 'application/json', body, force: false });
  if (isGuarded(answer)) return undefined;
  const said =
    answer.kind === 'accepted' ? 'the dry run that it must deny was accepted' : answer.kind === 'none' ? answer.why : answer.message;
  return `no policy limits its login on ${cluster} to dry runs (${said})`;
}

/** Prints the policy and the role, ready to apply, and returns the error to throw. @param risk of `guardFault` */
export async function notGuarded(
  risk: string,
  cluster: string,
  member: DryRunMember,
  objects: readonly KubeObject[],
  { named }: Invocation,
  io: Io,
): Promise<ConfigError> {
  const user = (await member.user()) ?? 'USER';
  io.stderr.write(
    `# The least rights on ${cluster}, and the policy that limits them to dry runs:\n${dryRunRole(objects, user)}\n---\n${guardPolicy(user)}\n`,
  );
  return new ConfigError(
    `${named('dry-run-members')}: ${risk}; apply the role and the policy that are printed above to ${cluster} and use a login with these rights alone, or accept the risk with ${named('dry-run-unguarded')}`,
  );
}
