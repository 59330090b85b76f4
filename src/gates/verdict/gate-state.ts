import type { TargetOutcome } from '../../outcome.ts';
import type { GatedPlacement, GatedRun, IdleOverride, UnjudgedObject, UnplacedObject } from '../../report.ts';
import type { GateMemory } from '../memory.ts';
import type { Removal } from '../rollout/removals.ts';
import type { RunningWorkload } from '../rollout/running-workloads.ts';

/** The result of one evaluation of the hub. */
export interface GateState {
  /** The hub's time of the evaluation. */
  readonly at: string;
  /** `waiting`: not decided yet. */
  readonly outcome: TargetOutcome;
  /** The number of milliseconds after which time alone may change a waiting outcome. */
  readonly nextTimer?: number;
  /** Every cluster of every target is decided: a later evaluation adds nothing. */
  readonly complete: boolean;
  readonly placements: readonly GatedPlacement[];
  readonly runs: readonly GatedRun[];
  /** Objects of the deploy that no followed placement selects. */
  readonly unplaced: readonly UnplacedObject[];
  /** Objects of the deploy that no verdict is about. */
  readonly unjudged: readonly UnjudgedObject[];
  /** Overrides of the deploy of which a part changes nothing that is judged. */
  readonly idleOverrides: readonly IdleOverride[];
  /** The objects that clusters must have removed; only the clusters can show that. */
  readonly removals: readonly Removal[];
  /** Available workloads whose pods only the clusters can show. */
  readonly running: readonly RunningWorkload[];
  /** One sentence: what the gate waits for now, or why it is decided. */
  readonly awaiting: string;
  readonly memory: GateMemory;
}
