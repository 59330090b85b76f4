import type { GatedPlacement, GatedRun } from '../report.ts';
import type { GateMemory } from './memory.ts';

/** What one judgement makes of the hub. `undecided` says in how many milliseconds time alone may change it. */
export type Decision =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'superseded' }
  | { readonly kind: 'stuck' }
  | { readonly kind: 'waitingForPerson'; readonly nextTimer?: number }
  | { readonly kind: 'undecided'; readonly nextTimer?: number };

export interface GateState {
  readonly decision: Decision;
  /** Every cluster of every target is decided: looking longer names nothing more. */
  readonly complete: boolean;
  readonly placements: readonly GatedPlacement[];
  readonly runs: readonly GatedRun[];
  /** One sentence: what is awaited now, or why it is decided. */
  readonly awaiting: string;
  readonly memory: GateMemory;
}
