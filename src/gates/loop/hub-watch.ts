import { HubError } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import type { HubReader } from '../hub/reader.ts';

/** What the hub gets to answer at least, also when time is nearly up: a verdict is worth these seconds. */
const ANSWER = 5000;

/** At least this long between two glances at what is gathered. */
const GLANCE_EVERY = 10;

/** Waits for what the hub says, never beyond the gate's timeout nor after somebody cancelled. */
export class HubWatch {
  /** Reading of the clock at which the gate's time is up. */
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

  /** An answer of the hub, or nothing when somebody cancelled. @throws {HubError} it did not come in time */
  async answered(answer: Promise<void>): Promise<void> {
    const stop = new AbortController();
    const either = AbortSignal.any([stop.signal, this.#signal]);
    try {
      const late = this.#clock
        .sleep(Math.max(ANSWER, this.deadline - this.#clock.now()), either)
        .then(() => !this.#signal.aborted && !stop.signal.aborted);
      if (await Promise.race([answer.then(() => false), late])) {
        const trouble = this.#reader.trouble?.();
        const within = `within the timeout of ${Math.round(this.#timeout / 1000)} s`;
        const login = this.#reader.awaitedLogin?.();
        if (login !== undefined)
          throw new HubError('notAllowed', `${login} gave no credential ${within}, and without one the hub is not asked`);
        throw new HubError('unreachable', `the hub did not answer ${within}${trouble === undefined ? '' : `: ${trouble}`}`);
      }
    } finally {
      stop.abort();
      answer.catch(() => undefined);
    }
  }

  /**
   * Resolves some time after a change of the hub (`together`), after `ms`, or when cancelled.
   * @param isUrgent glances at what has changed, and whether that is not to be gathered any longer
   */
  async change(ms: number, together: number, isUrgent: () => boolean = () => false): Promise<void> {
    const due = this.#clock.now() + ms;
    const stop = new AbortController();
    const either = AbortSignal.any([stop.signal, this.#signal]);
    try {
      const next = async (within: number): Promise<'changed' | 'time'> => {
        const changed = this.#reader.changed(either).then(() => 'changed' as const);
        changed.catch(() => undefined);
        return Promise.race([changed, this.#clock.sleep(within, either).then(() => 'time' as const)]);
      };
      if ((await next(ms)) === 'time') return;
      const end = Math.min(due, this.#clock.now() + together);
      const left = (): number => end - this.#clock.now();
      while (left() > 0 && !this.#signal.aborted && !isUrgent()) {
        await this.#clock.sleep(Math.min(left(), GLANCE_EVERY), this.#signal);
        if (left() <= 0 || (await next(left())) === 'time') return;
      }
    } finally {
      stop.abort();
    }
  }
}
