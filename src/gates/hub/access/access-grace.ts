import { HubError } from '../../../errors.ts';
import type { Clock } from '../../clock.ts';

/** Between two questions to a hub that refuses. */
const ASK_AGAIN_MS = 10_000;

export interface AccessGraceInput {
  /** Milliseconds from the start; 0 takes the first refusal for the last word. */
  readonly ms: number;
  readonly clock: Clock;
  /** Called once, with the first refusal and for how long the hub is asked again. */
  readonly onRefused?: (message: string, within: number) => void;
  /** Milliseconds between two questions. */
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

  /** How long to wait before the hub is asked again; `undefined` when its refusal counts. */
  pauseAfter(refusal: string): number | undefined {
    const { clock, onRefused, askAgainMs = ASK_AGAIN_MS } = this.#input;
    const left = this.#until - clock.now();
    if (left <= 0) return undefined;
    if (!this.#isReported) onRefused?.(refusal, Math.ceil(left / 1000) * 1000);
    this.#isReported = true;
    return Math.min(left, askAgainMs);
  }

  /**
   * What the action comes to once the hub lets it.
   * @throws HubError `notAllowed` when the time is over; whatever else the action throws, at once
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
