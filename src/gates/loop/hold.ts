import { durationText } from '../../duration.ts';
import type { GateOptions } from '../options.ts';
import type { GateState } from '../verdict/gate-state.ts';

/** How long a state must stand before it counts: a good one is held, a bad one settles until every cluster is decided. */
export class HoldAndSettle {
  readonly #options: Pick<GateOptions, 'hold' | 'settle' | 'onApproval'>;
  /** Since when the state is good, or bad, without a break. */
  #goodSince: number | undefined;
  #badSince: number | undefined;
  /** When a state was given last. */
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(options: Pick<GateOptions, 'hold' | 'settle' | 'onApproval'>) {
    this.#options = options;
  }

  /**
   * Milliseconds until this state may count: 0 now, `undefined` when only a change of the hub can bring it about.
   * @param now reading of the monotonic clock; states are to be given in their order
   * @param isSeen whether the hub shows this state now; nobody knows what it was like since the last one where it does not
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

  /** How far a good state was held that the gate had to leave, as a sentence; `undefined` where the last one was not good. */
  heldText(now: number, why: string): string | undefined {
    if (this.#goodSince === undefined) return undefined;
    if (this.#options.hold === 0) return `all passed, and ${why} before a second look confirmed it`;
    const held = Math.min(this.#options.hold, now - this.#goodSince);
    return `all passed; held ${durationText(held)} of ${durationText(this.#options.hold)} when ${why}`;
  }
}
