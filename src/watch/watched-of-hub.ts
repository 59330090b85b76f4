import { conditionsAt, findCondition } from '../fleet/kubernetes/condition.ts';
import { stringAt } from '../fleet/json/json.ts';
import { refOf } from '../fleet/kubernetes/object.ts';
import type { HubState } from '../fleet/kubefleet/hub-state.ts';
import { rfc3339 } from '../fleet/kubernetes/rfc3339.ts';
import { spanText } from '../duration.ts';
import { JUDGED_ONCE } from '../gates/memory.ts';
import { type MemberView, viewMembers } from '../gates/view/member.ts';
import { isActiveRun } from '../gates/view/runs-of.ts';
import { seenObjects, typeOf } from '../gates/view/seen.ts';
import type { Target } from '../gates/deploy/target.ts';
import type { Eviction, Watched } from './watched.ts';

/** The member clusters; empty if they cannot be read. @param grace milliseconds that a member may be silent */
export function watchedMembers(hub: HubState, grace: number): readonly Watched[] {
  return [...(viewMembers(hub, JUDGED_ONCE, 0)?.values() ?? [])].map((member) => watchedMember(member, hub, grace));
}

function watchedMember(member: MemberView, hub: HubState, grace: number): Watched {
  const { object, leaving, joined, silent, silentFor, heartbeatAge } = member;
  const heartbeat = heartbeatAge === undefined ? {} : { heartbeat: Math.round((hub.now.getTime() - heartbeatAge) / 1000) };
  const base = { object: refOf(object), suspicions: [], ...heartbeat } as const;
  if (silent && !leaving) {
    const isOver = silentFor === undefined || silentFor >= grace;
    const cause =
      heartbeatAge === undefined
        ? 'has never sent a heartbeat'
        : heartbeatAge < 0
          ? 'has a heartbeat that is ahead of the clock of the hub'
          : // The text stays the same while it lasts.
            `has sent no heartbeat for ${isOver ? `at least ${spanText(grace)}` : 'a while'}`;
    const since = silentFor === undefined ? {} : { since: rfc3339(hub.now.getTime() - silentFor) };
    return { ...base, state: isOver ? 'bad' : 'open', cause, failure: 'member-silent', ...since };
  }
  if (leaving || !joined) return { ...base, state: 'open', cause: leaving ? 'is leaving the fleet' : 'has not joined the fleet' };
  return { ...base, state: 'good', cause: '' };
}

/** Evictions that removed a cluster from a placement. */
export function executedEvictions(hub: HubState): readonly Eviction[] {
  return (seenObjects(hub, EVICTION) ?? []).flatMap((eviction) => {
    const executed = findCondition(conditionsAt(eviction, 'status', 'conditions'), 'Executed');
    const name = stringAt(eviction, 'spec', 'placementName');
    const cluster = stringAt(eviction, 'spec', 'clusterName');
    if (executed?.status !== 'True' || name === undefined || cluster === undefined) return [];
    const placement = { apiVersion: eviction.apiVersion, kind: 'ClusterResourcePlacement', name };
    return [{ name: eviction.metadata.name, placement, cluster, at: executed.lastTransitionTime ?? '' }];
  });
}

export const EVICTION = 'ClusterResourcePlacementEviction';

/**
 * The targets without ended update runs that a newer run of the same placement replaced: they show how the fleet was, not how it is.
 */
export function withoutPastRuns(targets: readonly Target[], hub: HubState): readonly Target[] {
  const runs = targets
    .flatMap(({ kind, namespace, name }) => hub.get(typeOf(kind), namespace, name) ?? [])
    .filter(({ kind }) => kind.endsWith('UpdateRun'));
  const newest = new Map<string, number>();
  const placementOf = (run: (typeof runs)[number]): string =>
    [run.kind, run.metadata.namespace, stringAt(run, 'spec', 'placementName')].join('/');
  const madeAt = (run: (typeof runs)[number]): number => Date.parse(run.metadata.creationTimestamp ?? '');
  for (const run of runs) newest.set(placementOf(run), Math.max(newest.get(placementOf(run)) ?? 0, madeAt(run)));
  const past = new Set(runs.filter((run) => !isActiveRun(run) && madeAt(run) < (newest.get(placementOf(run)) ?? 0)).map(nameOfRun));
  return targets.filter((target) => !past.has([target.kind, target.namespace, target.name].join('/')));
}

function nameOfRun({ kind, metadata: { namespace, name } }: { kind: string; metadata: { namespace?: string; name: string } }): string {
  return [kind, namespace, name].join('/');
}
