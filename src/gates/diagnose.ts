import type { GateReport } from '../report.ts';
import type { Expectation } from './expectation.ts';
import { gateReport, hubLost, requireTargets } from './gate-report.ts';
import type { HubReader } from './hub/reader.ts';
import { interestsOf } from './interests.ts';
import { judge } from './judge.ts';
import { ONE_LOOK } from './memory.ts';

/** The judgement once, now. Outcome `waiting` when it is not decided; a hub that cannot be seen is an outcome too. */
export async function diagnose({
  reader,
  expectation,
}: {
  readonly reader: HubReader;
  readonly expectation: Expectation;
}): Promise<GateReport> {
  try {
    await reader.follow(interestsOf(expectation));
    await reader.follow(interestsOf(expectation, reader.snapshot()));
  } catch (error) {
    return hubLost(error, undefined, []);
  }
  const snapshot = reader.snapshot();
  try {
    requireTargets(snapshot, expectation);
  } catch (error) {
    return hubLost(error, undefined, []);
  }
  const state = judge(snapshot, expectation, ONE_LOOK, 0);
  return gateReport(state.decision.kind === 'undecided' ? 'waiting' : state.decision.kind, state, []);
}
