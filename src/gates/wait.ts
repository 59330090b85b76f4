import { HubError } from '../errors.ts';
import type { GateOutcome, GateReport, TimelineEntry } from '../report.ts';
import type { Clock } from './clock.ts';
import type { Expectation } from './expectation.ts';
import { gateReport, hubLost, requireTargets, unservedTarget } from './gate-report.ts';
import type { HubReader, Interest } from './hub/reader.ts';
import { interestKey, interestsOf } from './interests.ts';
import { judge } from './judge.ts';
import { MemberLooks } from './members/member-looks.ts';
import type { MemberReader } from './members/member-reader.ts';
import { FRESH_MEMORY } from './memory.ts';
import type { GateMemory } from './memory.ts';
import { changesBetween } from './progress.ts';
import type { Progress } from './progress.ts';
import type { GateState } from './state.ts';

export interface WaitInput {
  readonly reader: HubReader;
  readonly clock: Clock;
  readonly expectation: Expectation;
  /** Members that may be read for the causes the hub does not know. */
  readonly members?: MemberReader;
  readonly onProgress?: (progress: Progress) => void;
  /** Told, once, that nothing can be judged yet since the hub does not serve the kind of a target; `within` is how long that is waited for, in milliseconds. */
  readonly onUnserved?: (message: string, within: number) => void;
  /** Aborting ends the wait with outcome `cancelled` and the state as it stood. */
  readonly signal?: AbortSignal;
}

/** Looks again soon after a change, so that a burst of events is judged once. */
const COALESCE = 100;

/** Looks again at least this often: heartbeats grow old and budgets free up without any event. */
const LOOK_AGAIN = 10_000;

/** A CRD may just have been installed, or be about to be; a server that has none is named soon all the same. */
const SERVED_WITHIN = 30_000;
const SERVED_LOOK = 2000;

/** What the hub gets to answer at least, also when time is nearly up: a verdict is worth these seconds. */
const ANSWER = 5000;

/** Follows the targets until they are decided, time is over or somebody cancels. Every end is an outcome; only bugs are thrown. */
export async function wait(input: WaitInput): Promise<GateReport> {
  const gate = new Gate(input);
  try {
    return await gate.run();
  } catch (error) {
    return hubLost(error, gate.state, gate.timeline);
  }
}

class Gate {
  readonly timeline: TimelineEntry[] = [];
  state: GateState | undefined;
  readonly #input: WaitInput;
  readonly #signal: AbortSignal;
  readonly #followed = new Set<string>();
  readonly #members: MemberLooks;
  #memory: GateMemory = FRESH_MEMORY;
  #deadline = Infinity;
  /** Since when the state is good, or bad, without a break. */
  #goodSince: number | undefined;
  #badSince: number | undefined;

  constructor(input: WaitInput) {
    this.#input = input;
    this.#members = new MemberLooks(input.members, input.clock);
    this.#signal = input.signal ?? new AbortController().signal;
  }

  async run(): Promise<GateReport> {
    const { clock, expectation, reader } = this.#input;
    this.#deadline = clock.now() + expectation.options.timeout;
    await this.#follow(interestsOf(expectation));
    for (;;) {
      await this.#served();
      if (this.#signal.aborted) return gateReport('cancelled', this.state, this.timeline);
      const state = await this.#look();
      const sleep = this.#untilDecided(state);
      if (sleep === 0) {
        await this.#answered(reader.refresh());
        if (this.#signal.aborted) continue;
        const confirmed = await this.#look();
        if (confirmed.decision.kind === state.decision.kind && this.#untilDecided(confirmed) === 0)
          return gateReport(outcomeOf(confirmed, expectation), confirmed, this.timeline);
        continue;
      }
      const left = this.#deadline - clock.now();
      if (left <= 0) return this.#timedOut(state);
      await this.#change(Math.min(left, sleep ?? left, LOOK_AGAIN));
    }
  }

  /** Resolves when the kinds of all targets are served, or have not been for too long. */
  async #served(): Promise<void> {
    const { clock, expectation, reader, onUnserved } = this.#input;
    const until = Math.min(this.#deadline, clock.now() + SERVED_WITHIN);
    let told = false;
    for (;;) {
      const unserved = unservedTarget(reader.snapshot(), expectation);
      const left = until - clock.now();
      if (unserved === undefined || left <= 0 || this.#signal.aborted) return;
      if (!told) onUnserved?.(unserved, left);
      told = true;
      await this.#change(Math.min(left, SERVED_LOOK));
      await this.#answered(reader.refresh());
    }
  }

  /** Judges the newest snapshot and tells what moved. */
  async #look(): Promise<GateState> {
    const { clock, expectation, reader, onProgress } = this.#input;
    await this.#follow(interestsOf(expectation, reader.snapshot()));
    const snapshot = reader.snapshot();
    requireTargets(snapshot, expectation);
    const seen = judge(snapshot, expectation, this.#memory, clock.now(), this.#members.objects);
    const more = await this.#members.look(seen);
    const state = more ? judge(snapshot, expectation, this.#memory, clock.now(), this.#members.objects) : seen;
    const changes = changesBetween(this.state, state, snapshot.now);
    this.timeline.push(...changes);
    this.state = state;
    this.#memory = state.memory;
    onProgress?.({ at: snapshot.now, state, changes, awaiting: state.awaiting });
    return state;
  }

  /** Milliseconds until this state may count: 0 now, `undefined` when only a change of the hub can bring it about. */
  #untilDecided(state: GateState): number | undefined {
    const { clock, expectation } = this.#input;
    const { options } = expectation;
    const now = clock.now();
    const { decision } = state;
    if (decision.kind === 'passed') {
      this.#badSince = undefined;
      this.#goodSince ??= now;
      return Math.max(0, this.#goodSince + options.hold - now);
    }
    this.#goodSince = undefined;
    if (decision.kind === 'undecided' || decision.kind === 'waitingForPerson') {
      this.#badSince = undefined;
      if (decision.kind === 'waitingForPerson' && options.onApproval !== 'wait') return 0;
      return decision.nextTimer;
    }
    this.#badSince ??= now;
    return state.complete ? 0 : Math.max(0, this.#badSince + options.settle - now);
  }

  async #follow(interests: readonly Interest[]): Promise<void> {
    const added = interests.filter((interest) => !this.#followed.has(interestKey(interest)));
    if (added.length === 0) return;
    for (const interest of added) this.#followed.add(interestKey(interest));
    await this.#answered(this.#input.reader.follow(added));
  }

  /** Time is up. Whoever could not see the hub to the end has no verdict of now. */
  #timedOut(state: GateState): GateReport {
    const since = this.#input.reader.unseenSince?.();
    if (since === undefined) return gateReport(outcomeAtTimeout(state), state, this.timeline);
    throw new HubError('unreachable', `no answer from the hub since ${rfc3339(since)}; what is known is as of then`);
  }

  /** An answer of the hub, but not beyond the timeout, nor after somebody cancelled. @throws {HubError} it did not come in time */
  async #answered(answer: Promise<void>): Promise<void> {
    const { clock, expectation } = this.#input;
    const stop = new AbortController();
    const either = AbortSignal.any([stop.signal, this.#signal]);
    try {
      const late = clock
        .sleep(Math.max(ANSWER, this.#deadline - clock.now()), either)
        .then(() => !this.#signal.aborted && !stop.signal.aborted);
      if (await Promise.race([answer.then(() => false), late])) {
        const seconds = Math.round(expectation.options.timeout / 1000);
        throw new HubError('unreachable', `the hub did not answer within the timeout of ${seconds} s`);
      }
    } finally {
      stop.abort();
      answer.catch(() => undefined);
    }
  }

  /** Resolves on a change of the hub, after `ms`, or when cancelled. */
  async #change(ms: number): Promise<void> {
    const { clock, reader } = this.#input;
    const stop = new AbortController();
    const either = AbortSignal.any([stop.signal, this.#signal]);
    try {
      const changed = reader.changed(either).then(() => 'changed' as const);
      changed.catch(() => undefined);
      const woken = await Promise.race([changed, clock.sleep(ms, either).then(() => 'time' as const)]);
      if (woken === 'changed') await clock.sleep(Math.min(ms, COALESCE), this.#signal);
    } finally {
      stop.abort();
    }
  }
}

function outcomeOf(state: GateState, expectation: Expectation): GateOutcome {
  const { decision } = state;
  if (decision.kind === 'undecided') return 'waiting';
  if (decision.kind === 'waitingForPerson' && expectation.options.onApproval === 'pass') return 'passed';
  return decision.kind;
}

/** Without fractions of seconds. */
function rfc3339(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** What is bad already stays bad when time is up; what was to be held good was not. */
function outcomeAtTimeout(state: GateState): GateOutcome {
  const { kind } = state.decision;
  return kind === 'undecided' || kind === 'passed' ? 'timedOut' : kind;
}
