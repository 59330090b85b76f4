import type { GateReport } from '../report.ts';
import type { Expectation } from './expectation.ts';
import { outcomeOf } from './gate-outcome.ts';
import { gateReport, hubLost, requireTargets } from './gate-report.ts';
import type { HubReader } from './hub/reader.ts';
import { interestsOf } from './interests.ts';
import { judge } from './judge.ts';
import { MemberLooks } from './members/member-looks.ts';
import type { MemberReader } from './members/member-reader.ts';
import { ONE_LOOK } from './memory.ts';

/** The judgement once, now. Outcome `waiting` when it is not decided; a hub that cannot be seen is an outcome too. */
export async function diagnose({
  reader,
  expectation,
  members,
}: {
  readonly reader: HubReader;
  readonly expectation: Expectation;
  /** Members that may be read for the causes the hub does not know. */
  readonly members?: MemberReader;
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
  const seen = judge(snapshot, expectation, ONE_LOOK, 0);
  const looks = new MemberLooks(members, { now: () => 0 });
  const state = (await looks.look(seen)) ? judge(snapshot, expectation, ONE_LOOK, 0, looks.objects) : seen;
  return gateReport(outcomeOf(state, expectation), state, []);
}
