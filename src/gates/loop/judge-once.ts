import type { GateReport } from '../../report.ts';
import type { Expectation } from '../deploy/expectation.ts';
import { outcomeOf } from './gate-outcome.ts';
import { gateReport, hubLost, requireAllowed, requireTargets } from './gate-report.ts';
import type { AccessGrace } from '../hub/access/access-grace.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { interestKey } from '../hub/interest.ts';
import type { HubReader } from '../hub/reader.ts';
import { interestsOf, KnownNeeds } from './needed-types.ts';
import { judge } from '../verdict/judge.ts';
import type { GateState } from '../verdict/gate-state.ts';
import { MemberReads } from './member-reads.ts';
import type { MemberReader } from '../hub/member-reader.ts';
import { JUDGED_ONCE } from '../memory.ts';
import { withRollback } from './with-rollback.ts';
import { unlessAborted } from '../unless-aborted.ts';

export interface DiagnoseInput {
  readonly reader: HubReader;
  readonly expectation: Expectation;
  /** Members that may be read for causes that the hub does not know. */
  readonly members?: MemberReader;
  /** How long a hub that refuses is asked again; without it, the first refusal is final. */
  readonly access?: AccessGrace;
  /** Aborting ends it with outcome `cancelled` and the state read until then. */
  readonly signal?: AbortSignal;
}

/** Judges once, now. The outcome is `waiting` if it is not decided; an unreadable hub is an outcome too. */
export async function diagnose(input: DiagnoseInput): Promise<GateReport> {
  const { expectation, members, signal = new AbortController().signal } = input;
  let hub: HubState | undefined;
  try {
    hub = await unlessAborted(readNeeded(input), signal);
    if (hub === undefined) return cancelled(input, 'cancelled before everything was read; the report is about what was read');
    requireTargets(hub, expectation);
  } catch (error) {
    return hubLost(error, undefined);
  }
  const seen = judge(hub, expectation, JUDGED_ONCE, 0);
  const looks = new MemberReads(members, { now: () => 0 }, signal);
  const state = (await looks.readMore(seen)) ? judge(hub, expectation, JUDGED_ONCE, 0, looks.objects) : seen;
  if (signal.aborted) return gateReport('cancelled', state, undefined, 'cancelled before the members were read');
  return withRollback(gateReport(outcomeOf(state, expectation), state), hub, expectation);
}

/** A state in which all required types are followed. Otherwise a part would be judged as the whole. */
async function readNeeded({ reader, expectation, access }: DiagnoseInput): Promise<HubState> {
  await reader.follow(interestsOf(expectation));
  await access?.retry(() => requireAllowed(reader.state(), expectation), { again: () => reader.refresh() });
  const followed = new Set(interestsOf(expectation).map(interestKey));
  const known = new KnownNeeds();
  for (;;) {
    const hub = reader.state();
    const added = interestsOf(expectation, hub, 'needed', known).filter((interest) => !followed.has(interestKey(interest)));
    if (added.length === 0) return hub;
    for (const interest of added) followed.add(interestKey(interest));
    await reader.follow(added);
  }
}

/** Types that were not read are unread in the state, so that nothing passes because of missing objects. */
function cancelled({ reader, expectation }: DiagnoseInput, message: string): GateReport {
  let state: GateState | undefined;
  try {
    requireTargets(reader.state(), expectation);
    state = judge(reader.state(), expectation, JUDGED_ONCE, 0);
  } catch (error) {
    hubLost(error, undefined);
  }
  return gateReport('cancelled', state, undefined, message);
}
