import type { TargetOutcome } from '../../outcome.ts';
import type { GatedPlacement, GatedRun, UnplacedObject } from '../../report.ts';
import type { GateMemory } from '../memory.ts';
import type { Removal } from '../rollout/removals.ts';

/** What one judgement makes of the hub. */
export interface GateState {
  /** The hub's time of the look. */
  readonly at: string;
  /** `waiting`: not decided yet. */
  readonly outcome: TargetOutcome;
  /** In how many milliseconds time alone may change an outcome that waits. */
  readonly nextTimer?: number;
  /** Every cluster of every target is decided: judging again names nothing more. */
  readonly complete: boolean;
  readonly placements: readonly GatedPlacement[];
  readonly runs: readonly GatedRun[];
  /** Objects of the deploy that no followed placement selects. */
  readonly unplaced: readonly UnplacedObject[];
  /** What clusters must have let go of; only they can say that they have. */
  readonly removals: readonly Removal[];
  /** One sentence: what is awaited now, or why it is decided. */
  readonly awaiting: string;
  readonly memory: GateMemory;
}
