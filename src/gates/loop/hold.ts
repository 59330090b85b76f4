import type { GateOptions } from '../options.ts';
import type { GateState } from '../verdict/gate-state.ts';

/** How long a state must stand before it counts: a good one is held, a bad one settles until every cluster is decided. */
export class HoldAndSettle {
  readonly #options: Pick<GateOptions, 'hold' | 'settle' | 'onApproval'>;
  /** Since when the state is good, or bad, without a break. */
  #goodSince: number | undefined;
  #badSince: number | undefined;

  constructor(options: Pick<GateOptions, 'hold' | 'settle' | 'onApproval'>) {
    this.#options = options;
  }

  /**
   * Milliseconds until this state may count: 0 now, `undefined` when only a change of the hub can bring it about.
   * @param now reading of the monotonic clock; states are to be given in their order
   */
  untilDecided({ outcome, nextTimer, complete }: GateState, now: number): number | undefined {
    const { hold, settle, onApproval } = this.#options;
    if (outcome === 'passed') {
      this.#badSince = undefined;
      this.#goodSince ??= now;
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
}
