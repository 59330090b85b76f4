import { HubError } from '../../errors.ts';
import type { GateOutcome, GateReport } from '../../report.ts';
import type { Clock } from '../clock.ts';
import type { Expectation } from '../deploy/expectation.ts';
import { outcomeAtTimeout, outcomeOf } from './gate-outcome.ts';
import { gateReport, hubLost, requireAllowed, requireTargets, unservedTarget } from './gate-report.ts';
import type { AccessGrace } from '../hub/access/access-grace.ts';
import type { HubState, Interest } from '../../fleet/kubefleet/hub-state.ts';
import type { HubReader } from '../hub/reader.ts';
import { HubWatch } from './hub-watch.ts';
import { interestKey } from '../hub/interest.ts';
import { interestsOf, KnownNeeds } from './needed-types.ts';
import { judge } from '../verdict/judge.ts';
import { VerdictCache } from '../verdict/verdict-cache.ts';
import { JudgingPace } from './judging-pace.ts';
import { MemberReads } from './member-reads.ts';
import type { MemberReader } from '../hub/member-reader.ts';
import { rfc3339 } from '../../fleet/kubernetes/rfc3339.ts';
import { EMPTY_MEMORY } from '../memory.ts';
import type { GateMemory } from '../memory.ts';
import { HoldAndSettle } from './hold.ts';
import { Restores } from './restores.ts';
import type { Progress } from './progress.ts';
import { Timeline } from './timeline.ts';
import type { GateState } from '../verdict/gate-state.ts';
import { withRollback } from './with-rollback.ts';

export interface WaitInput {
  readonly reader: HubReader;
  readonly clock: Clock;
  readonly expectation: Expectation;
  /** Members that may be read for causes that the hub does not know. */
  readonly members?: MemberReader;
  /** Called after every evaluation, with the hub state that was judged: a newer state from the reader would mark later changes as seen. */
  readonly onProgress?: (progress: Progress, hub: HubState) => void;
  /**
   * Called once if nothing can be judged yet because the hub does not serve a target's kind. `within` is how long the gate waits for that,
   * in milliseconds.
   */
  readonly onUnserved?: (message: string, within: number) => void;
  /** How long a hub that refuses at the start is asked again; without it, the first refusal is final. */
  readonly access?: AccessGrace;
  /** Aborting ends the wait with outcome `cancelled` and the present state. */
  readonly signal?: AbortSignal;
}

/** A CRD may have just been installed, or be about to be. A server without it is still reported soon. */
const SERVED_WITHIN = 30_000;
const SERVED_RECHECK = 2000;
/** After a change everything is read again, but not more often than this. */
const SERVED_REST = 100;

/** Follows the targets until they are decided, time is up or the wait is cancelled. Every end is an outcome; only bugs are thrown. */
export async function wait(input: WaitInput): Promise<GateReport> {
  const gate = new Gate(input);
  try {
    return await gate.run();
  } catch (error) {
    const report = hubLost(error, gate.state, gate.timeline.newest());
    // A cancellation during a refusal is a cancellation.
    return input.signal?.aborted === true ? { ...report, outcome: 'cancelled' } : report;
  }
}

class Gate {
  readonly timeline = new Timeline();
  state: GateState | undefined;
  readonly #input: WaitInput;
  readonly #signal: AbortSignal;
  readonly #followed = new Set<string>();
  readonly #members: MemberReads;
  readonly #hub: HubWatch;
  readonly #restores = new Restores();
  readonly #needed = new KnownNeeds();
  #holdAndSettle: HoldAndSettle;
  readonly #pace = new JudgingPace();
  #memory: GateMemory = EMPTY_MEMORY;
  #known = new VerdictCache();
  /** The time was up before the hub answered. */
  #isOver = false;

  constructor(input: WaitInput) {
    this.#input = input;
    this.#signal = input.signal ?? new AbortController().signal;
    this.#members = new MemberReads(input.members, input.clock, this.#signal);
    this.#hub = new HubWatch({ ...input, signal: this.#signal, timeout: input.expectation.options.timeout });
    this.#holdAndSettle = new HoldAndSettle(input.expectation.options);
  }

  async run(): Promise<GateReport> {
    const { clock, expectation, reader } = this.#input;
    await this.#follow(interestsOf(expectation));
    await this.#allowed();
    /** Whether an evaluation that had to confirm this good or bad state read a member. */
    let hasAskedLate = false;
    let isLastLook = false;
    for (;;) {
      await this.#served();
      if (this.#signal.aborted) return this.#ended('cancelled', this.state, 'it was cancelled');
      const state = await this.#judgeNow();
      if (this.#isOver && this.state !== undefined) return this.#timedOut(this.state);
      if (state === undefined) continue;
      const sleep = this.#untilDecided(state);
      if (sleep === 0) {
        const restores = this.#restores.count;
        const followed = this.#followed.size;
        const { asks } = this.#members;
        await this.#answered(reader.refresh());
        if (this.#stops) continue;
        const confirmed = await this.#judgeNow();
        // If an evaluation found that the hub went back, part of its input is from before that. If it had to list a new kind first, it may
        // be long after the read.
        if (confirmed === undefined || this.#restores.count !== restores || this.#followed.size !== followed) continue;
        // The same is true for the end of an evaluation that read a member. If a hub takes longer to read than members may stay unread,
        // this would repeat without end.
        if (this.#members.asks > asks && !hasAskedLate) {
          hasAskedLate = true;
          continue;
        }
        if (confirmed.outcome === state.outcome && this.#untilDecided(confirmed) === 0)
          return withRollback(
            gateReport(outcomeOf(confirmed, expectation), confirmed, this.timeline.newest()),
            reader.state(),
            expectation,
          );
        continue;
      }
      hasAskedLate = false;
      const left = this.#hub.deadline - clock.now();
      if (left <= 0) {
        const report = this.#timedOut(state);
        if (isLastLook || !(await this.#listedAgain())) return report;
        isLastLook = true;
        continue;
      }
      if (isNearlyDecided(state)) reader.expectRefresh?.();
      const due = Math.max(sleep ?? left, this.#pace.rest(clock.now()));
      await this.#hub.change(Math.min(left, due, this.#pace.recheck), this.#pace.together(clock.now()));
    }
  }

  #untilDecided(state: GateState): number | undefined {
    return this.#holdAndSettle.untilDecided(state, this.#input.clock.now(), this.#input.reader.unseenSince?.() === undefined);
  }

  /**
   * Resolves when the hub has answered. If the time is up first, the gate ends with the state until then: a slow answer does not make it
   * invalid.
   * @throws {HubError} if the hub has shown nothing yet, or cannot be read any more
   */
  async #answered(answer: Promise<void>): Promise<void> {
    if (await this.#hub.answered(answer)) return;
    if (this.state === undefined || this.#input.reader.unseenSince?.() !== undefined) throw this.#hub.noAnswer();
    this.#isOver = true;
  }

  /** Lists the hub once more when time is up: a watch may stay open and deliver nothing. False if the hub does not answer that soon. */
  async #listedAgain(): Promise<boolean> {
    try {
      return await this.#hub.answered(this.#input.reader.refresh());
    } catch (error) {
      if (error instanceof HubError) return false;
      throw error;
    }
  }

  get #stops(): boolean {
    return this.#isOver || this.#signal.aborted;
  }

  /** Resolves when the hub allows the targets to be read. */
  async #allowed(): Promise<void> {
    const { access, reader, expectation } = this.#input;
    const again = (): Promise<void> => this.#answered(reader.refresh());
    await access?.retry(() => requireAllowed(reader.state(), expectation), { again, signal: this.#signal });
  }

  /** Resolves when the kinds of all targets are served, or after too long a wait. */
  async #served(): Promise<void> {
    const { clock, expectation, reader, onUnserved } = this.#input;
    const until = Math.min(this.#hub.deadline, clock.now() + SERVED_WITHIN);
    let isReported = false;
    for (;;) {
      const unserved = unservedTarget(reader.state(), expectation);
      const left = until - clock.now();
      if (unserved === undefined || left <= 0 || this.#stops) return;
      if (!isReported) onUnserved?.(unserved, Math.ceil(left / 1000) * 1000);
      isReported = true;
      await this.#hub.change(Math.min(left, SERVED_RECHECK), SERVED_REST);
      await this.#answered(reader.refresh());
    }
  }

  /**
   * Judges the newest state of the hub and reports the changes. `undefined` if cancelled or the time is up, because required types may be
   * unread.
   */
  async #judgeNow(): Promise<GateState | undefined> {
    const { clock, expectation, reader, onProgress } = this.#input;
    const hub = await this.#wholeState();
    if (hub === undefined) return undefined;
    if (this.#restores.happened(reader)) this.#beginAnew();
    requireTargets(hub, expectation);
    let began = clock.now();
    const seen = judge(hub, expectation, this.#memory, began, this.#members.objects, this.#known);
    const judging = clock.now() - began;
    const more = await this.#members.readMore(seen);
    if (this.#signal.aborted) return undefined;
    began = clock.now();
    const judged = more ? judge(hub, expectation, this.#memory, clock.now(), this.#members.objects, this.#known) : seen;
    const state = this.#restores.checked(judged, hub);
    const changes = this.timeline.moved(this.state, state, hub.now);
    this.state = state;
    this.#memory = state.memory;
    onProgress?.({ at: hub.now, state, changes, awaiting: state.awaiting }, hub);
    const now = clock.now();
    this.#pace.took(judging + now - began, now);
    return state;
  }

  /**
   * The newest state in which all required types are followed; otherwise a part would be judged as the whole. `undefined` if cancelled or
   * the time is up.
   */
  async #wholeState(): Promise<HubState | undefined> {
    const { expectation, reader } = this.#input;
    for (;;) {
      const hub = reader.state();
      const followed = this.#followed.size;
      await this.#follow(interestsOf(expectation, hub, 'needed', this.#needed));
      if (this.#followed.size === followed) return hub;
      if (this.#stops) return undefined;
    }
  }

  /** Earlier observations of the hub are no longer true: no grace period has started, nothing has arrived, nothing was held. */
  #beginAnew(): void {
    this.#memory = EMPTY_MEMORY;
    this.#known = new VerdictCache();
    this.#holdAndSettle = new HoldAndSettle(this.#input.expectation.options);
  }

  async #follow(interests: readonly Interest[]): Promise<void> {
    const added = interests.filter((interest) => !this.#followed.has(interestKey(interest)));
    if (added.length === 0) return;
    for (const interest of added) this.#followed.add(interestKey(interest));
    await this.#answered(this.#input.reader.follow(added));
  }

  /** The end of a wait before a verdict: if a state was good until then, the report must not say that nothing was judged. */
  #ended(outcome: GateOutcome, state: GateState | undefined, why: string): GateReport {
    const held = this.#holdAndSettle.heldText(this.#input.clock.now(), why);
    return gateReport(outcome, state, this.timeline.newest(), held);
  }

  /** Time is up. If the hub could not be read until the end, there is no present verdict. */
  #timedOut(state: GateState): GateReport {
    const since = this.#input.reader.unseenSince?.();
    if (since === undefined) return this.#ended(outcomeAtTimeout(state), state, 'the time was over');
    const login = this.#input.reader.pendingLogin?.();
    if (login !== undefined)
      throw new HubError('notAllowed', `${login} has given no credential since ${rfc3339(since.getTime())}; what is known is as of then`);
    const trouble = this.#input.reader.trouble?.();
    const cause = trouble === undefined ? '' : ` (${trouble})`;
    throw new HubError('unreachable', `no answer from the hub since ${rfc3339(since.getTime())}${cause}; what is known is as of then`);
  }
}

/** The number of targets that may still be open if all may soon be decided. */
const FEW = 3;

function isNearlyDecided({ placements, runs }: GateState): boolean {
  return [...placements, ...runs].filter(({ verdict }) => verdict === 'waiting').length <= FEW;
}
