import type { GateReport } from '../../report.ts';
import type { Expectation } from '../deploy/expectation.ts';
import { outcomeOf } from './gate-outcome.ts';
import { gateReport, hubLost, requireAllowed, requireTargets } from './gate-report.ts';
import type { AccessGrace } from '../hub/access/access-grace.ts';
import type { HubReader } from '../hub/reader.ts';
import { interestsOf } from './needed-types.ts';
import { judge } from '../verdict/judge.ts';
import type { GateState } from '../verdict/gate-state.ts';
import { MemberReads } from './member-reads.ts';
import type { MemberReader } from '../hub/member-reader.ts';
import { JUDGED_ONCE } from '../memory.ts';
import { unlessAborted } from '../unless-aborted.ts';

export interface DiagnoseInput {
  readonly reader: HubReader;
  readonly expectation: Expectation;
  /** Members that may be read for the causes the hub does not know. */
  readonly members?: MemberReader;
  /** How long a hub that refuses is asked again; without it the first refusal counts. */
  readonly access?: AccessGrace;
  /** Aborting ends it with outcome `cancelled` and what the hub has told so far. */
  readonly signal?: AbortSignal;
}

/** The judgement once, now. Outcome `waiting` when it is not decided; a hub that cannot be seen is an outcome too. */
export async function diagnose(input: DiagnoseInput): Promise<GateReport> {
  const { reader, expectation, members, signal = new AbortController().signal } = input;
  try {
    const isRead = await unlessAborted(readNeeded(input), signal);
    if (isRead === undefined) return cancelled(input, 'cancelled before everything was read; the report is about what was read');
    requireTargets(reader.state(), expectation);
  } catch (error) {
    return hubLost(error, undefined, []);
  }
  const hub = reader.state();
  const seen = judge(hub, expectation, JUDGED_ONCE, 0);
  const looks = new MemberReads(members, { now: () => 0 }, signal);
  const state = (await looks.look(seen)) ? judge(hub, expectation, JUDGED_ONCE, 0, looks.objects) : seen;
  if (signal.aborted) return gateReport('cancelled', state, [], 'cancelled before the members were read');
  return gateReport(outcomeOf(state, expectation), state, []);
}

async function readNeeded({ reader, expectation, access }: DiagnoseInput): Promise<true> {
  await reader.follow(interestsOf(expectation));
  await access?.retry(() => requireAllowed(reader.state(), expectation), { again: () => reader.refresh() });
  await reader.follow(interestsOf(expectation, reader.state()));
  return true;
}

/** What was not read counts as unread, so that nothing passes by what is missing. */
function cancelled({ reader, expectation }: DiagnoseInput, message: string): GateReport {
  let state: GateState | undefined;
  try {
    requireTargets(reader.state(), expectation);
    state = judge(reader.state(), expectation, JUDGED_ONCE, 0);
  } catch (error) {
    hubLost(error, undefined, []);
  }
  return gateReport('cancelled', state, [], message);
}
