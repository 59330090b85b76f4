import { displayName } from '../fleet/object.ts';
import type { Expectation } from './expectation.ts';
import type { Judged } from './judge-placement.ts';
import type { GateMemory } from './memory.ts';
import type { Snapshot } from './snapshot.ts';
import { targetRef } from './target.ts';
import type { Target } from './target.ts';

/** Update runs: followed, never passed before their content is proven. */
export function judgeRun(_snapshot: Snapshot, target: Target, _expectation: Expectation, memory: GateMemory, _now: number): Judged {
  const ref = targetRef(target);
  const gated = { object: ref, verdict: 'unknown', summary: `${displayName(ref)} is at work`, freshness: 'unproven', clusters: [], diagnoses: [] } as const;
  return { gated, effect: 'undecided', complete: true, memory };
}
