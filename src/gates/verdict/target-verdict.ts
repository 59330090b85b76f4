import { compareOutcomes, isTerminal, worstOf } from '../../outcome.ts';
import type { TargetOutcome } from '../../outcome.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { GatedPlacement } from '../../report.ts';
import type { Diagnosed } from '../diagnosis/diagnosed.ts';
import type { GateMemory } from '../memory.ts';
import type { PlacementContext } from '../rollout/context.ts';
import type { Removal } from '../rollout/removals.ts';

/** The judgement of one target, with what it leaves in memory. */
export interface TargetVerdict {
  readonly gated: GatedPlacement;
  readonly outcome: TargetOutcome;
  /** Every cluster is decided. */
  readonly complete: boolean;
  /** Milliseconds until time alone may change it. */
  readonly nextTimer?: number;
  readonly removals: readonly Removal[];
  /** The placement it is, or, of a run, the one it rolls out; absent where that is not there. */
  readonly placement?: ObjectRef;
  /** What each cluster that is not good waits for. */
  readonly awaiting: ReadonlyMap<string, string>;
  /** The other placements that all its unfinished clusters wait for; none where one of these waits for anything else. */
  readonly bringers?: readonly ObjectRef[];
  /** What it adds to the memory of all. */
  readonly memory: Pick<GateMemory, 'timers' | 'arrived' | 'uids'>;
}

/** What a target comes to. An eviction is no part of the rollout: it fails the gate, not the placement. @param pending what keeps it from passing */
export function targetOutcome(found: readonly Diagnosed[], pending: unknown): TargetOutcome {
  const worst = worstOf(found.map(({ outcome }) => outcome));
  if (isTerminal(worst)) return worst;
  if (pending === undefined) return 'passed';
  return worst === 'waitingForPerson' ? worst : 'waiting';
}

/** While something finished is broken, no person is what is waited for. @param broken what is; absent where nothing is */
export function withoutPerson(found: readonly Diagnosed[], broken: unknown): readonly Diagnosed[] {
  if (broken === undefined) return found;
  return found.map((entry) =>
    entry.outcome === 'waitingForPerson' ? { ...entry, outcome: 'waiting', diagnosis: { ...entry.diagnosis, outcome: 'waiting' } } : entry,
  );
}

/** The first diagnosis that decides, by the order in which they were found. */
export function decisive(found: readonly Diagnosed[]): Diagnosed['diagnosis'] | undefined {
  return found.find(({ outcome }) => isTerminal(outcome) || outcome === 'waitingForPerson')?.diagnosis;
}

/** When time alone may change the judgement next: a grace is over, or `more` is. */
export function nextTimer(found: readonly Diagnosed[], more?: number): Pick<TargetVerdict, 'nextTimer'> {
  const timers = [...found.flatMap((entry) => entry.remaining ?? []), ...(more === undefined ? [] : [more])];
  return timers.length === 0 ? {} : { nextTimer: soonest(timers) };
}

/** Of at least one; so many clusters may have a timer each that they are too many for arguments of a call. */
export function soonest(timers: readonly number[]): number {
  return timers.reduce((first, timer) => Math.min(first, timer));
}

/**
 * The worst first, suspects included: whoever watches wants to know what is suspected before it counts. Beside what has decided, suspicions
 * that have only just begun are left out.
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
