import type { GateReport } from '../../report.ts';
import type { Expectation } from '../deploy/expectation.ts';
import { outcomeOf } from './gate-outcome.ts';
import { gateReport, hubLost, requireAllowed, requireTargets } from './gate-report.ts';
import type { AccessGrace } from '../hub/access/access-grace.ts';
import type { HubReader } from '../hub/reader.ts';
import { interestsOf } from './needed-types.ts';
import { judge } from '../verdict/judge.ts';
import { MemberReads } from './member-reads.ts';
import type { MemberReader } from '../hub/member-reader.ts';
import { JUDGED_ONCE } from '../memory.ts';

/** The judgement once, now. Outcome `waiting` when it is not decided; a hub that cannot be seen is an outcome too. */
export async function diagnose({
  reader,
  expectation,
  members,
  access,
}: {
  readonly reader: HubReader;
  readonly expectation: Expectation;
  /** Members that may be read for the causes the hub does not know. */
  readonly members?: MemberReader;
  /** How long a hub that refuses is asked again; without it the first refusal counts. */
  readonly access?: AccessGrace;
}): Promise<GateReport> {
  try {
    await reader.follow(interestsOf(expectation));
    await access?.retry(() => requireAllowed(reader.state(), expectation), { again: () => reader.refresh() });
    await reader.follow(interestsOf(expectation, reader.state()));
  } catch (error) {
    return hubLost(error, undefined, []);
  }
  const hub = reader.state();
  try {
    requireTargets(hub, expectation);
  } catch (error) {
    return hubLost(error, undefined, []);
  }
  const seen = judge(hub, expectation, JUDGED_ONCE, 0);
  const looks = new MemberReads(members, { now: () => 0 });
  const state = (await looks.look(seen)) ? judge(hub, expectation, JUDGED_ONCE, 0, looks.objects) : seen;
  return gateReport(outcomeOf(state, expectation), state, []);
}
