import { ConfigError, HubError } from '../../../errors.ts';
import type { Terms } from '../../../terms.ts';
import type { Clock } from '../../clock.ts';
import { ApiError } from './api-error.ts';
import { CredentialsRefused } from './credentials-refused.ts';
import { LoginFailed } from './login-failed.ts';
import { isConnectionError, networkFailure, NoAnswer } from './network-failure.ts';
import type { HubTiming } from './timing.ts';

export interface PersistencePorts {
  readonly clock: Clock;
  /** 0 ≤ x < 1 */
  readonly random: () => number;
  readonly timing: HubTiming;
  readonly host: string;
  readonly terms: Terms;
  /** How long to wait before a hub that refused the credentials is asked again; `undefined` if the refusal is final. */
  readonly pauseAfterRefusal?: (message: string) => number | undefined;
}

/**
 * Retries temporary failures, with full jitter and the server's own `Retry-After`, and gives up after the budget.
 * Final answers (403, 404, 410, …) and bugs are thrown at once.
 */
export class Persistence {
  readonly #ports: PersistencePorts;
  /** Whether any HTTP server ever answered. */
  #answered = false;
  /** Whether any request ever succeeded. */
  #succeeded = false;
  #trouble: string | undefined;

  constructor(ports: PersistencePorts) {
    this.#ports = ports;
  }

  /** The cause of the newest failure that is retried; `undefined` after a success. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /**
   * @param what completes "cannot …", for the message
   * @param onTrouble called before each wait
   * @throws HubError `unreachable` with the cause, if the budget is spent. A permanent failure throws at once at the start.
   */
  async run<T>(what: string, action: () => Promise<T>, signal: AbortSignal, onTrouble?: () => void): Promise<T> {
    const { clock } = this.#ports;
    let began = clock.now();
    let refusedSince: number | undefined;
    for (let attempt = 0; ; attempt++) {
      try {
        const result = await action();
        this.#answered = true;
        this.#succeeded = true;
        this.#trouble = undefined;
        return result;
      } catch (error) {
        if (signal.aborted) throw error;
        if (error instanceof ApiError || (error instanceof NoAnswer && error.hadBegun)) this.#answered = true;
        const pause = error instanceof CredentialsRefused ? this.#ports.pauseAfterRefusal?.(error.message) : undefined;
        if (pause !== undefined) {
          this.#trouble = this.#causeOf(error);
          onTrouble?.();
          await clock.sleep(pause, signal);
          began = clock.now();
          continue;
        }
        if (error instanceof CredentialsRefused) refusedSince ??= clock.now();
        if (!this.#mayHeal(error, refusedSince)) throw error;
        this.#trouble = this.#causeOf(error);
        onTrouble?.();
        const spent = clock.now() - began;
        const left = this.#budget(error) - spent;
        if (left <= 0) throw this.#givenUp(what, error, spent);
        // However long the requested wait, the hub gets one last attempt when the budget ends.
        await clock.sleep(Math.min(this.delay(attempt, error), left), signal);
      }
    }
  }

  /** How long to wait after the n-th (from 0) failure in a row. */
  delay(attempt: number, error: unknown): number {
    const { random, timing } = this.#ports;
    const cap = Math.min(timing.backoffMaxMs, timing.backoffBaseMs * 2 ** attempt);
    const jittered = cap * random();
    if (!(error instanceof ApiError) || error.retryAfterMs === undefined) return jittered;
    const asked = Math.min(error.retryAfterMs, timing.retryAfterMaxMs);
    // A random time is added to the requested wait, so that the waiting clients do not all return at one moment.
    return Math.max(jittered, asked + random() * Math.min(timing.backoffBaseMs, asked));
  }

  /** The budget is short for an answer that is not an API server's, if no other answer came before. */
  #budget(error: unknown): number {
    const { budgetMs, startBudgetMs } = this.#ports.timing;
    const strange = error instanceof ApiError && error.status < 500 && error.status !== 408 && error.status !== 429;
    return this.#succeeded || (this.#answered && !strange) ? budgetMs : startBudgetMs;
  }

  #mayHeal(error: unknown, refusedSince: number | undefined): boolean {
    const { clock, timing } = this.#ports;
    if (error instanceof ApiError) {
      if (error.status < 400 && !this.#succeeded) throw this.#noApiServer(error);
      return !error.isAnswer;
    }
    // An API server that has just started may not recognize all users yet.
    if (error instanceof CredentialsRefused && this.#succeeded && refusedSince !== undefined) {
      return clock.now() - refusedSince < timing.revokedGraceMs;
    }
    if (error instanceof LoginFailed) return this.#answered;
    if (error instanceof HubError || error instanceof ConfigError || !isConnectionError(error)) return false;
    const { text, heals } = networkFailure(error, this.#ports.host, this.#ports.terms);
    if (!heals && !this.#answered) {
      throw new HubError('unreachable', `cannot reach the hub ${this.#ports.host}: ${text}`, { cause: error });
    }
    return true;
  }

  #noApiServer(error: ApiError): HubError {
    return new HubError(
      'unreachable',
      `${this.#ports.host} is not an API server: it ${error.message} and redirects; check the server URL and proxies`,
    );
  }

  #givenUp(what: string, error: unknown, spentMs: number): HubError {
    if (error instanceof HubError) return error;
    const lead = this.#answered ? `cannot ${what}` : 'cannot reach the hub';
    const message = `${lead} at ${this.#ports.host} for ${Math.round(spentMs / 1000)} s: ${this.#causeOf(error)}`;
    return new HubError('unreachable', message, { cause: error });
  }

  #causeOf(error: unknown): string {
    if (error instanceof ApiError) return `${error.status}, ${error.message}`;
    return error instanceof HubError ? error.message : networkFailure(error, this.#ports.host, this.#ports.terms).text;
  }
}
