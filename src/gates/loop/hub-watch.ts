import { HubError } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import type { HubReader } from '../hub/reader.ts';

/** The minimum time for an answer of the hub, even if time is nearly up: a verdict is worth these seconds. */
const ANSWER = 5000;

/** Waits for the hub, never past the gate's timeout or a cancellation. */
export class HubWatch {
  /** Reading of the monotonic clock at which the gate's time is up. */
  readonly deadline: number;
  readonly #reader: HubReader;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #timeout: number;

  constructor(input: { readonly reader: HubReader; readonly clock: Clock; readonly signal: AbortSignal; readonly timeout: number }) {
    this.#reader = input.reader;
    this.#clock = input.clock;
    this.#signal = input.signal;
    this.#timeout = input.timeout;
    this.deadline = input.clock.now() + input.timeout;
  }

  /** Waits for an answer of the hub. False if the time was up first; a cancelled wait needs no answer. */
  async answered(answer: Promise<void>): Promise<boolean> {
    const stop = new AbortController();
    const either = AbortSignal.any([stop.signal, this.#signal]);
    try {
      const late = this.#clock
        .sleep(Math.max(ANSWER, this.deadline - this.#clock.now()), either)
        .then(() => this.#signal.aborted || stop.signal.aborted);
      return await Promise.race([answer.then(() => true), late]);
    } finally {
      stop.abort();
      answer.catch(() => undefined);
    }
  }

  /** Why the hub did not answer in time. */
  noAnswer(): HubError {
    const trouble = this.#reader.trouble?.();
    const within = `within the timeout of ${Math.round(this.#timeout / 1000)} s`;
    const login = this.#reader.pendingLogin?.();
    if (login !== undefined)
      return new HubError('notAllowed', `${login} gave no credential ${within}, and without one the hub is not asked`);
    return new HubError('unreachable', `the hub did not answer ${within}${trouble === undefined ? '' : `: ${trouble}`}`);
  }

  /** Resolves shortly after a change of the hub (`together`), after `ms`, or if cancelled. */
  async change(ms: number, together: number): Promise<void> {
    const due = this.#clock.now() + ms;
    const stop = new AbortController();
    const either = AbortSignal.any([stop.signal, this.#signal]);
    try {
      const changed = this.#reader.changed(either).then(() => true);
      changed.catch(() => undefined);
      const isChanged = await Promise.race([changed, this.#clock.sleep(ms, either).then(() => false)]);
      const left = Math.min(together, due - this.#clock.now());
      if (isChanged && left > 0) await this.#clock.sleep(left, this.#signal);
    } finally {
      stop.abort();
    }
  }
}
