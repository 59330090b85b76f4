import { spanText } from '../duration.ts';
import { displayName } from '../fleet/kubernetes/object.ts';
import { policyOf } from '../fleet/kubefleet/placement-policy.ts';
import { taintsAt, tolerates } from '../fleet/kubernetes/taint.ts';
import { listed } from '../fleet/text/listed.ts';
import type { MemberView } from '../gates/view/member.ts';
import type { ReadyReason } from '../report.ts';
import type { ChangedPlacement } from './changed-placement.ts';
import { aboutOf } from './former-rollouts.ts';

/** What is wrong with the clusters that a placement would go to, and which clusters it would leave out. */
export function clusterReasons(placement: ChangedPlacement, members: ReadonlyMap<string, MemberView>): readonly ReadyReason[] {
  const name = displayName(placement.ref);
  const about = aboutOf(placement);
  const going = placement.clusters.flatMap((cluster) => members.get(cluster) ?? []);
  const leaving = going.filter((member) => member.leaving || !member.joined);
  const unheard = going.filter((member) => member.silent && !leaving.includes(member));
  const ahead = unheard.filter(isAhead);
  const neverHeard = unheard.filter(({ heartbeatAge, behind }) => heartbeatAge === undefined && behind === undefined);
  const silent = unheard.filter((member) => !isAhead(member) && !neverHeard.includes(member));
  const tainted = going.filter((member) => isTainted(member, placement));
  const reason = (
    id: ReadyReason['id'],
    effect: ReadyReason['effect'],
    on: readonly MemberView[],
    what: string,
    remedy?: string,
  ): readonly ReadyReason[] => {
    if (on.length === 0) return [];
    const clusters = on.map((member) => member.name);
    const message = `${name} would go to ${listed(clusters, 5)}, ${what}.`;
    return [{ id, effect, ...about, clusters, message, ...(remedy === undefined ? {} : { remedy }) }];
  };
  return [
    ...reason('cluster-leaving', 'blocks', leaving, 'which is leaving the fleet or has not joined it'),
    ...reason('cluster-silent', 'blocks', silent, `whose agent is silent${sinceText(silent)}`, SEE_AGENT),
    ...reason('cluster-silent', 'blocks', neverHeard, 'of which the hub has no heartbeat', SEE_AGENT),
    ...reason(
      'cluster-silent',
      'blocks',
      ahead,
      `whose heartbeat is of the future${aheadText(ahead)}, so it does not show when it was sent`,
      'Correct the clock of the nodes of the cluster, or that of the hub, and check again.',
    ),
    ...reason(
      'cluster-tainted',
      'warns',
      tainted,
      'which has a taint that the placement does not tolerate; a cluster that already has the content keeps it and is updated',
    ),
    ...leftOutReasons(placement),
  ];
}

const SEE_AGENT = 'See why the member agent of the cluster sends no heartbeat, or remove the cluster from the placement.';

/** Its heartbeat is of the future. */
function isAhead({ heartbeatAge = 0 }: MemberView): boolean {
  return heartbeatAge < 0;
}

function aheadText(ahead: readonly MemberView[]): string {
  const most = Math.max(0, ...ahead.map(({ heartbeatAge = 0 }) => -heartbeatAge));
  return ` (${spanText(most)} ahead of the clock of the hub)`;
}

function sinceText(silent: readonly MemberView[]): string {
  const times = silent.map(({ silentFor }) => silentFor ?? Number.NaN);
  const shortest = Math.min(...times);
  if (!(shortest > 0) || !Number.isFinite(shortest)) return '';
  return ` (for ${Math.max(...times) > shortest ? 'at least ' : ''}${spanText(shortest)})`;
}

function isTainted({ object }: MemberView, placement: ChangedPlacement): boolean {
  const { tolerations } = policyOf(placement.object);
  return taintsAt(object, 'spec', 'taints').some((taint) => !tolerations.some((toleration) => tolerates(toleration, taint)));
}

function leftOutReasons(placement: ChangedPlacement): readonly ReadyReason[] {
  return placement.leftOut.map(({ cluster, reason }) => ({
    id: 'cluster-left-out',
    effect: 'warns',
    ...aboutOf(placement),
    clusters: [cluster],
    message: `${displayName(placement.ref)} would leave out ${cluster}: ${reason}.`,
  }));
}
