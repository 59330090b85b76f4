import { isDeepStrictEqual } from 'node:util';
import type { HubState } from '../../src/fleet/kubefleet/hub-state.ts';
import type { Expectation } from '../../src/gates/deploy/expectation.ts';
import { interestsOf, KnownNeeds } from '../../src/gates/loop/needed-types.ts';
import { EMPTY_MEMORY } from '../../src/gates/memory.ts';
import type { GateState } from '../../src/gates/verdict/gate-state.ts';
import { judge } from '../../src/gates/verdict/judge.ts';
import { VerdictCache } from '../../src/gates/verdict/verdict-cache.ts';

/** Both judgements of one look of a gate, with the same memory. */
export interface JudgedTwice {
  readonly onTop: GateState;
  readonly fromScratch: GateState;
  /** The kinds that must be followed are the same from scratch. */
  readonly isNeededAlike: boolean;
  /** Verdicts that are those of the look before, and were not judged anew. */
  readonly spared: number;
}

/** A gate that judges at each look on top of what it knows, and from scratch. */
export function gateJudgedTwice(expectation: Expectation): (hub: HubState, now: number) => JudgedTwice {
  const known = new VerdictCache();
  const needed = new KnownNeeds();
  let memory = EMPTY_MEMORY;
  let before: ReadonlySet<unknown> = new Set();
  return (hub, now) => {
    const fromScratch = judge(hub, expectation, memory, now);
    const onTop = judge(hub, expectation, memory, now, undefined, known);
    const isNeededAlike = isDeepStrictEqual(interestsOf(expectation, hub, 'needed', needed), interestsOf(expectation, hub));
    const spared = onTop.placements.filter((gated) => before.has(gated)).length;
    before = new Set(onTop.placements);
    memory = onTop.memory;
    return { onTop, fromScratch, isNeededAlike, spared };
  };
}
