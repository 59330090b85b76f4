import { spanText } from '../../../duration.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { memberCluster } from '../../../fleet/kubefleet/member-cluster.ts';
import { ApiError } from '../../hub/http/api-error.ts';
import { snapshotOf } from '../../hub/hub-state-of.ts';
import { JUDGED_ONCE } from '../../memory.ts';
import { type MemberView, viewMembers } from '../../view/member.ts';
import { kubectlOfMember, type Reach } from '../../reach.ts';
import { type Found, ok, type Check, warning } from '../check.ts';

export const members: Check = {
  id: 'members',
  title: 'member clusters',
  asks: 'Which member clusters are there, have they joined, and are they heard from?',
  needs: ['kinds'],
  remedy: [],
  run: async (way) => {
    try {
      const objects = await way.members();
      if (objects === undefined) return warning(['the hub does not serve MemberCluster'], 'Install or upgrade the hub agent of KubeFleet.');
      const state = snapshotOf(objects, new Date(await way.time()), () => ({ kind: 'seen' }));
      return memberFindings([...(viewMembers(state, JUDGED_ONCE, 0)?.values() ?? [])], way.needs.reach);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      return warning([error.message], 'See "rights": if member clusters cannot be read, a silent one is not recognized.');
    }
  },
};

/** The number of names in one line. */
const SHOWN = 10;

function memberFindings(all: readonly MemberView[], reach: Reach): Found {
  if (all.length === 0)
    return warning(['there is no member cluster: nothing can be placed'], 'Join a cluster. On Azure: `az fleet member create`.');
  const agents = all.map((member) => ({ member, agent: memberCluster(member.object).agent }));
  const named = (wanted: (entry: (typeof agents)[number]) => boolean): string =>
    listed(
      agents.filter(wanted).map(({ member }) => member.name),
      SHOWN,
    );
  const leaving = named(({ member }) => member.leaving);
  const unjoined = named(({ member, agent }) => !member.leaving && agent?.joined?.status !== 'True');
  const unwell = named(({ agent }) => agent !== undefined && agent.healthy?.status !== 'True');
  const unheard = named(({ member }) => member.heartbeatAge === undefined);
  const overdue = all.filter(({ silent, heartbeatAge }) => silent && heartbeatAge !== undefined);
  const joined = agents.filter(({ agent }) => agent?.joined?.status === 'True').length;
  const oldest = Math.max(...all.flatMap(({ heartbeatAge }) => heartbeatAge ?? []));
  const heard = Number.isFinite(oldest) ? `, the oldest heartbeat ${spanText(Math.max(0, oldest))} ago` : '';
  const counts = `${all.length === 1 ? '1 member cluster' : `${all.length} member clusters`}, ${joined} joined${heard}`;
  const faults = [
    ...(unjoined === '' ? [] : [`not joined: ${unjoined}`]),
    ...(leaving === '' ? [] : [`about to leave: ${leaving}`]),
    ...(unwell === '' ? [] : [`not healthy: ${unwell}`]),
    ...(unheard === '' ? [] : [`never heard from: ${unheard}`]),
    ...(overdue.length === 0 ? [] : [`silent: ${listed(overdue.map(silenceOf), SHOWN)}`]),
  ];
  if (faults.length === 0) return ok(counts);
  const first = agents.find(
    ({ member, agent }) => member.leaving || member.silent || agent?.joined?.status !== 'True' || agent.healthy?.status !== 'True',
  );
  const command = `${kubectlOfMember(reach, first?.member.name)} get pods -n fleet-system`;
  return warning([counts, ...faults], `Check the member agent on each of these clusters: \`${command}\``);
}

function silenceOf({ name, heartbeatAge = 0 }: MemberView): string {
  return `${name} (for ${spanText(heartbeatAge)})`;
}
