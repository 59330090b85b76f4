import { ConfigError, HubError } from '../../errors.ts';
import { displayName, objectKey } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { ApiError } from '../../gates/hub/http/api-error.ts';
import { connectDryRunMember } from '../../gates/hub/dry-run/dry-run-member.ts';
import { memberConnectOptions } from '../../gates/hub/live-members.ts';
import type { ChangedPlacement } from '../../ready/changed-placement.ts';
import { dryRunReasons, type ClusterShortage, type DryRunResult } from '../../ready/dry-run/dry-run-results.ts';
import type { DryRuns } from '../../ready/ready.ts';
import type { NotChecked } from '../../report.ts';
import type { RenderedPlacement } from '../../schedule/render-cluster.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { memberLogins } from '../hub/member-logins.ts';
import { connectOptions } from '../hub/open-hub.ts';
import type { Io } from '../process/io.ts';
import { dryRunCluster } from './dry-run-cluster.ts';
import { guardFault, notGuarded } from './dry-run-guard.ts';

/** What each cluster gets, and for which placements. */
interface Delivered {
  readonly placements: readonly ChangedPlacement[];
  onCluster(name: string): readonly RenderedPlacement[] | undefined;
}

/**
 * Tries what each cluster would get, on the members that the user gave access to.
 * @throws {ConfigError} without a member, or if a login may write and that is not allowed explicitly
 */
export async function dryRunMembers(plan: Delivered, invocation: Invocation, io: Io): Promise<DryRuns> {
  const { named } = invocation;
  // Most content of the others is only on the hub, where the values of Secrets are hidden.
  const placements = plan.placements.filter(({ onlyOnHub }) => onlyOnHub !== true);
  const onHub = plan.placements.filter(({ onlyOnHub }) => onlyOnHub === true).map(({ ref }) => displayName(ref));
  const keys = new Set(placements.map(({ ref }) => objectKey(ref)));
  const logins = memberLogins(invocation, io);
  if (logins.size === 0)
    throw new ConfigError(`${named('dry-run-members')} needs access to members: give ${named('member', 'CLUSTER=CONTEXT')}`);
  const results: DryRunResult[] = [];
  const shortages: ClusterShortage[] = [];
  const unguarded: string[] = [];
  const tried: string[] = [];
  const lost: NotChecked[] = [];
  for (const [cluster, login] of logins) {
    const delivered = (plan.onCluster(cluster) ?? []).filter(
      ({ placement, objects }) => objects.length > 0 && keys.has(objectKey(placement)),
    );
    if (delivered.length === 0) continue;
    const member = await connectDryRunMember(memberConnectOptions(login, connectOptions(invocation, io)));
    try {
      const objects = delivered.flatMap((each) => each.objects);
      const risk = await guardFault(member, cluster);
      if (risk !== undefined) {
        if (!invocation.switch('dry-run-unguarded')) throw await notGuarded(risk, cluster, member, objects, invocation, io);
        unguarded.push(cluster);
      }
      tried.push(cluster);
      const found = await dryRunCluster(cluster, member, delivered, placements);
      results.push(...found.results);
      shortages.push(...found.shortages);
      lost.push(...found.notChecked);
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof HubError)) throw error;
      // The user asked for it, so a verdict without it is not what was asked.
      lost.push({ message: `Nothing was tried on ${cluster}: ${error.message}.`, decides: true });
    } finally {
      await member.close();
    }
  }
  const open = placements.flatMap(({ clusters }) => clusters).filter((cluster) => !logins.has(cluster));
  const part = dryRunReasons(results, shortages);
  const notTried = results.filter(({ outcome }) => outcome.kind === 'notTried').length;
  const withoutAccess = [...new Set(open)].map((cluster) => ({ message: `Nothing was tried on ${cluster}: there is no login for it.` }));
  return {
    reasons: part.reasons,
    notChecked: [
      ...lost,
      ...part.notChecked,
      ...withoutAccess,
      ...(onHub.length === 0 ? [] : [{ message: `Nothing was tried of ${listed(onHub, 5)}: not in these files, only on the hub.` }]),
    ],
    part: {
      clusters: tried,
      tried: results.length - notTried,
      notTried,
      ...(unguarded.length === 0 ? {} : { unguarded }),
    },
  };
}
