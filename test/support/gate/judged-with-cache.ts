import { isDeepStrictEqual } from 'node:util';
import type { HubState } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { Expectation } from '../../../src/gates/deploy/expectation.ts';
import { interestsOf, KnownNeeds } from '../../../src/gates/loop/needed-types.ts';
import { EMPTY_MEMORY } from '../../../src/gates/memory.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { judge } from '../../../src/gates/verdict/judge.ts';
import { VerdictCache } from '../../../src/gates/verdict/verdict-cache.ts';

/** The results of both checks of one step of a gate, which start from the same memory. */
export interface JudgedTwice {
  readonly onTop: GateState;
  readonly fromScratch: GateState;
  /** Whether both checks need the same kinds to be followed. */
  readonly isNeededAlike: boolean;
  /** How many verdicts were reused from the previous check. */
  readonly spared: number;
}

/** A gate that checks the hub twice at each step: with its cache of verdicts, and from scratch. */
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
