import { HubError } from '../../../errors.ts';
import type { Clock } from '../../clock.ts';

/** Milliseconds between two requests to a hub that refuses. */
const ASK_AGAIN_MS = 10_000;

export interface AccessGraceInput {
  /** Milliseconds from the start. If it is 0, the first refusal is final. */
  readonly ms: number;
  readonly clock: Clock;
  /** Called once, with the first refusal and with how long the hub will be asked again. */
  readonly onRefused?: (message: string, within: number) => void;
  /** Milliseconds between two requests. */
  readonly askAgainMs?: number;
}

/** How long after the start a hub that refuses (401, 403) is asked again: a new role assignment of Azure takes minutes to arrive. */
export class AccessGrace {
  readonly #input: AccessGraceInput;
  readonly #until: number;
  #isReported = false;

  constructor(input: AccessGraceInput) {
    this.#input = input;
    this.#until = input.clock.now() + input.ms;
  }

  /** How long to wait before the hub is asked again; `undefined` if its refusal is final. */
  pauseAfter(refusal: string): number | undefined {
    const { clock, onRefused, askAgainMs = ASK_AGAIN_MS } = this.#input;
    const left = this.#until - clock.now();
    if (left <= 0) return undefined;
    if (!this.#isReported) onRefused?.(refusal, Math.ceil(left / 1000) * 1000);
    this.#isReported = true;
    return Math.min(left, askAgainMs);
  }

  /**
   * Returns the result of the action as soon as the hub allows it.
   * @throws HubError `notAllowed` if the time is over; any other error of the action, at once
   */
  async retry<T>(action: () => T | Promise<T>, { again, signal }: RetryOptions): Promise<T> {
    for (;;) {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof HubError) || error.kind !== 'notAllowed' || signal?.aborted === true) throw error;
        const pause = this.pauseAfter(error.message);
        if (pause === undefined) throw error;
        await this.#input.clock.sleep(pause, signal);
        await again();
      }
    }
  }
}

interface RetryOptions {
  /** Asks the hub once more, before the action is tried again. */
  readonly again: () => Promise<void>;
  /** Ends the waiting. The action is tried a last time. */
  readonly signal?: AbortSignal;
}
