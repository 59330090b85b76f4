import { spanText } from '../../../duration.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import { type ObjectRef, displayName } from '../../../fleet/kubernetes/object.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { MemberView } from '../../view/member.ts';
import type { Observation } from '../observation.ts';
import { outOfFleet, silenceText } from './member-trouble.ts';
import { isMembersTurn } from './on-cluster.ts';

/** That a member is not in the fleet or does not answer, if that holds back its content. */
export function memberObservations(context: PlacementContext, state: ClusterState): readonly Observation[] {
  const { members, view } = context;
  const member = members?.get(state.cluster);
  if (members === undefined || context.options.for === 'scheduled') return [];
  const object: ObjectRef = { apiVersion: 'cluster.kubernetes-fleet.io/v1', kind: 'MemberCluster', name: state.cluster };
  const base = { scope: 'cluster', step: state.step, target: view.ref, cluster: state.cluster, object } as const;
  const why = outOfFleet(member);
  if (why !== undefined) {
    return [{ ...base, fact: 'member-not-joined', evidence: [`${displayName(object)} ${why}`], lastedMs: member?.outFor, words: { why } }];
  }
  const asked = state.good || (state.current && isMembersTurn(state));
  if (!asked || member?.silent !== true) return [];
  const { heartbeatAge, silentFor: lastedMs, behind } = member;
  const words = {
    ...(lastedMs === undefined ? {} : { age: spanText(lastedMs) }),
    ...(areAllSilent(members) ? { all: 'true', ...shortestOf(members) } : {}),
    ...(behind === undefined ? {} : { behind: spanText(behind.ms), newest: behind.of }),
    ...(heartbeatAge === undefined
      ? { neverHeard: 'true' }
      : heartbeatAge < 0
        ? { ahead: spanText(-heartbeatAge), ...(context.hub.isTimeConcluded === true ? { concluded: 'true' } : {}) }
        : {}),
  };
  return [{ ...base, fact: 'member-silent', evidence: [silenceText(member, context.hub)], lastedMs, words }];
}

/** For how long none of the silent members has sent a heartbeat. One of the future does not show it. */
const shortestOf = oncePer((members: ReadonlyMap<string, MemberView>): Observation['words'] => {
  const times = members.values().map(({ heartbeatAge = 0, silentFor }) => (heartbeatAge < 0 ? undefined : silentFor));
  const shortest = Math.min(...times.map((time) => time ?? Number.NaN));
  return Number.isNaN(shortest) ? {} : { allAge: spanText(shortest) };
});

const areAllSilent = oncePer(
  (members: ReadonlyMap<string, MemberView>) => members.size > 1 && members.values().every(({ silent }) => silent),
);
