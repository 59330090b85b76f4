import type { Expectation } from './expectation.ts';
import type { MemberObjects } from './members/member-reader.ts';
import type { GateMemory } from './memory.ts';
import type { Snapshot } from './snapshot.ts';

/** One look at the hub, with all that is known beside it. */
export interface Look {
  readonly snapshot: Snapshot;
  readonly expectation: Expectation;
  readonly memory: GateMemory;
  /** Reading of the monotonic clock in ms; only differences to earlier readings mean anything. */
  readonly now: number;
  /** What was read on member clusters somebody gave access to. */
  readonly memberObjects: MemberObjects;
}
