import type { GatedPlacement } from '../report.ts';
import type { Identified } from './identified.ts';
import type { GateMemory } from './memory.ts';

/** The judgement of one target, with what it leaves in memory. */
export interface Judged {
  readonly gated: GatedPlacement;
  /** What the target does to the gate's outcome. */
  readonly effect: 'passed' | 'failed' | 'superseded' | 'stuck' | 'human' | 'undecided';
  /** Every cluster is decided. */
  readonly complete: boolean;
  /** Milliseconds until time alone may change it. */
  readonly nextTimer?: number;
  readonly memory: Pick<GateMemory, 'firstSeen' | 'arrived' | 'uids'>;
}

/** An eviction is no part of the rollout: it fails the gate, not the placement. */
export function effectOf(found: readonly Identified[], pending: unknown): Judged['effect'] {
  const has = (effect: Identified['effect']): boolean => found.some((entry) => entry.effect === effect);
  if (has('superseded')) return 'superseded';
  if (has('fails')) return 'failed';
  if (has('stuck')) return 'stuck';
  if (pending === undefined) return 'passed';
  return has('human') ? 'human' : 'undecided';
}

/** The first diagnosis that decides, by the order in which they were found. */
export function decisive(found: readonly Identified[]): Identified['diagnosis'] | undefined {
  return found.find((entry) => ['superseded', 'fails', 'stuck', 'human'].includes(entry.effect))?.diagnosis;
}

/** When time alone may change the judgement next: a grace is over, or `more` is. */
export function nextTimer(found: readonly Identified[], more?: number): Pick<Judged, 'nextTimer'> {
  const timers = [...found.flatMap((entry) => entry.remaining ?? []), ...(more === undefined ? [] : [more])];
  return timers.length === 0 ? {} : { nextTimer: Math.min(...timers) };
}

/** Suspicions younger than this come and go with every change of the hub and are not told. */
const TOLD_AFTER = 5000;

/** Main causes first: what decides, then suspicions that have lasted, then what waits and informs. */
export function told(found: readonly Identified[], watching: boolean): GatedPlacement['diagnoses'] {
  const order = ['superseded', 'fails', 'stuck', 'human', 'suspect', 'waits', 'informs'];
  return found
    .filter((entry) => entry.effect !== 'suspect' || !watching || entry.age >= TOLD_AFTER)
    .toSorted((a, b) => order.indexOf(a.effect) - order.indexOf(b.effect))
    .map((entry) => entry.diagnosis);
}
