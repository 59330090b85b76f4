import { compareOutcomes, isTerminal, worstOf } from '../../outcome.ts';
import type { TargetOutcome } from '../../outcome.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { GatedPlacement } from '../../report.ts';
import type { Diagnosed } from '../diagnosis/diagnosed.ts';
import type { GateMemory } from '../memory.ts';
import type { PlacementContext } from '../rollout/context.ts';
import type { Removal } from '../rollout/removals.ts';
import type { RunningWorkload } from '../rollout/running-workloads.ts';

/** The verdict on one target, with its additions to the memory. */
export interface TargetVerdict {
  readonly gated: GatedPlacement;
  readonly outcome: TargetOutcome;
  /** Every cluster is decided. */
  readonly complete: boolean;
  /** Milliseconds until time alone may change it. */
  readonly nextTimer?: number;
  readonly removals: readonly Removal[];
  readonly running: readonly RunningWorkload[];
  /** The placement itself or, for a run, the one it rolls out; absent if it does not exist. */
  readonly placement?: ObjectRef;
  /** What each cluster that is not good waits for. */
  readonly awaiting: ReadonlyMap<string, string>;
  /** The other placements that all its unfinished clusters wait for; none if one of these waits for anything else. */
  readonly supplyingPlacements?: readonly ObjectRef[];
  /** Its additions to the memory of the gate. */
  readonly memory: Pick<GateMemory, 'timers' | 'arrived' | 'uids'>;
}

/**
 * The outcome of a target. An eviction is not part of the rollout: it fails the gate, not the placement. @param pending why it may not pass
 * yet
 */
export function targetOutcome(found: readonly Diagnosed[], pending: unknown): TargetOutcome {
  const worst = worstOf(found.map(({ outcome }) => outcome));
  if (isTerminal(worst)) return worst;
  if (pending === undefined) return 'passed';
  return worst === 'waitingForPerson' ? worst : 'waiting';
}

/**
 * While a run must not go on, the target does not wait for a person. With `onApproval: pass`, only the approval itself is let through: the
 * content must be proven as that of a finished run.
 * @param hold what holds it up, as one sentence; absent if nothing does
 */
export function withoutPerson(found: readonly Diagnosed[], hold: string | undefined): readonly Diagnosed[] {
  if (hold === undefined) return found;
  return found.map((entry) =>
    entry.outcome === 'waitingForPerson' ? { ...entry, outcome: 'waiting', diagnosis: { ...entry.diagnosis, outcome: 'waiting' } } : entry,
  );
}

/** The first diagnosis that decides, in the order of the observations. */
export function decisive(found: readonly Diagnosed[]): Diagnosed['diagnosis'] | undefined {
  return found.find(({ outcome }) => isTerminal(outcome) || outcome === 'waitingForPerson')?.diagnosis;
}

/** When time alone may next change the verdict: a grace period ends, or `more` does. */
export function nextTimer(found: readonly Diagnosed[], more?: number): Pick<TargetVerdict, 'nextTimer'> {
  const timers = [...found.flatMap((entry) => entry.remaining ?? []), ...(more === undefined ? [] : [more])];
  return timers.length === 0 ? {} : { nextTimer: soonest(timers) };
}

/** The list must not be empty. It uses no spread arguments, because every cluster may have a timer. */
export function soonest(timers: readonly number[]): number {
  return timers.reduce((first, timer) => Math.min(first, timer));
}

/**
 * The worst first, suspects included: a user who watches wants to see a suspect before it becomes a failure. If the verdict is decided,
 * suspects that have only just begun are omitted.
 */
export function shownDiagnoses(found: readonly Diagnosed[]): GatedPlacement['diagnoses'] {
  const isDecided = found.some(({ outcome }) => isTerminal(outcome));
  return found
    .filter(({ isYoung }) => !isDecided || isYoung !== true)
    .toSorted((a, b) => compareOutcomes(a.outcome, b.outcome))
    .map((entry) => entry.diagnosis);
}

/** The clusters that are not good, each with what it waits for. */
export function awaitingByCluster({ clusters }: PlacementContext): TargetVerdict['awaiting'] {
  return new Map(clusters.filter(({ good }) => !good).map(({ cluster, awaiting }) => [cluster, awaiting]));
}
