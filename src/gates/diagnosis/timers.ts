import { objectKey } from '../../fleet/kubernetes/object.ts';
import { ROLLOUT_STEPS } from '../../fleet/kubefleet/rollout-step.ts';
import type { GateMemory, Timer, TimerKey, Timers, TimerScope } from '../memory.ts';
import type { Observation } from '../observations/observation.ts';
import { progressOf } from '../rollout/cluster-state.ts';
import type { ClusterState } from '../rollout/cluster-state.ts';

/** What the grace of an observation belongs to. */
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

/** Timers by the identity of their key; of two with one key the later one stays. */
export function timersOf(timers: Iterable<Timer>): Timers {
  return new Map([...timers].map((timer) => [identityOf(timer.key), timer]));
}

/** Since when the failure of this key has been seen; `undefined` for a new one. */
export function startOf(key: TimerKey, { timers }: GateMemory): number | undefined {
  return timers.get(identityOf(key))?.since;
}

/**
 * Timers of a scope that go on although nothing of their failure is seen now. A cluster's timer ends when the cluster got past the step,
 * not when the hub is silent.
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
