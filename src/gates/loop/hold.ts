import { durationText } from '../../duration.ts';
import type { GateOptions } from '../options.ts';
import type { GateState } from '../verdict/gate-state.ts';

/** How long a state must last before the gate ends: a good one is held, a bad one settles until every cluster is decided. */
export class HoldAndSettle {
  readonly #options: Pick<GateOptions, 'hold' | 'settle' | 'onApproval'>;
  /** Since when the state is good, or bad, without interruption. */
  #goodSince: number | undefined;
  #badSince: number | undefined;
  /** When the last state was given. */
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(options: Pick<GateOptions, 'hold' | 'settle' | 'onApproval'>) {
    this.#options = options;
  }

  /**
   * Milliseconds until the gate may end with this state: 0 for now, `undefined` if only a change of the hub can end it.
   * @param now reading of the monotonic clock; states must be given in order
   * @param isSeen whether the hub shows this state now; if not, the time since the last state is not part of the hold
   */
  untilDecided({ outcome, nextTimer, complete }: GateState, now: number, isSeen = true): number | undefined {
    const { hold, settle, onApproval } = this.#options;
    const since = now - this.#lookedAt;
    this.#lookedAt = now;
    if (outcome === 'passed') {
      this.#badSince = undefined;
      this.#goodSince = this.#goodSince === undefined ? now : this.#goodSince + (isSeen ? 0 : since);
      return Math.max(0, this.#goodSince + hold - now);
    }
    this.#goodSince = undefined;
    if (outcome === 'waiting' || outcome === 'waitingForPerson') {
      this.#badSince = undefined;
      return outcome === 'waitingForPerson' && onApproval !== 'wait' ? 0 : nextTimer;
    }
    this.#badSince ??= now;
    return complete ? 0 : Math.max(0, this.#badSince + settle - now);
  }

  /** How long a good state was held when the gate had to end, as a sentence; `undefined` if the last state was not good. */
  heldText(now: number, why: string): string | undefined {
    if (this.#goodSince === undefined) return undefined;
    if (this.#options.hold === 0) return `all passed, and ${why} before a second look confirmed it`;
    const held = Math.min(this.#options.hold, now - this.#goodSince);
    return `all passed; held ${durationText(held)} of ${durationText(this.#options.hold)} when ${why}`;
  }
}
