import { objectKey } from '../../fleet/kubernetes/object.ts';
import { ROLLOUT_STEPS } from '../../fleet/kubefleet/rollout-step.ts';
import type { GateMemory, Timer, TimerKey, Timers, TimerScope } from '../memory.ts';
import type { Observation } from '../observations/observation.ts';
import { progressOf } from '../rollout/cluster-state.ts';
import type { ClusterState } from '../rollout/cluster-state.ts';

/** The identity of an observation's grace period. */
export function timerKey(scope: TimerScope, observation: Observation): TimerKey {
  return {
    ...scope,
    scope: observation.scope,
    fact: observation.fact ?? '',
    cluster: observation.cluster ?? '',
    object: observation.object === undefined ? '' : objectKey(observation.object),
    behind: observation.behind === true,
    step: observation.step,
  };
}

/** Timers by the identity of their key; if two have one key, the later one is kept. */
export function timersOf(timers: Iterable<Timer>): Timers {
  return new Map([...timers].map((timer) => [identityOf(timer.key), timer]));
}

/** When the failure of this key was first seen; `undefined` for a new one. */
export function startOf(key: TimerKey, { timers }: GateMemory): number | undefined {
  return timers.get(identityOf(key))?.since;
}

/**
 * Timers of a scope that continue although their failure is not seen now. A cluster's timer ends after the cluster has passed the step, not
 * while the hub is silent.
 */
export function survivingTimers(
  clusters: readonly ClusterState[],
  { timers }: GateMemory,
  { target, uid, content }: TimerScope,
): readonly Timer[] {
  return [...timers.values()].filter(({ key }) => {
    if (key.target !== target || key.uid !== uid || key.content !== content) return false;
    if (key.scope === 'placement' || key.fact !== '') return false;
    const state = clusters.find((found) => found.cluster === key.cluster);
    return state !== undefined && progressOf(state) <= ROLLOUT_STEPS.indexOf(key.step);
  });
}

function identityOf({ target, uid, content, scope, fact, cluster, object, behind, step }: TimerKey): string {
  return JSON.stringify([target, uid, content, scope, fact, cluster, object, behind, step]);
}
