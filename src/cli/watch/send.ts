import type { Clock } from '../../gates/clock.ts';
import { type Message, webAnswer } from '../../gates/hub/web-answer.ts';

export interface Sending {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The proxy of the server, as `proxyFor` returns it. */
  readonly proxy: Readonly<Record<string, string>>;
  /** Milliseconds before each repetition. */
  readonly pauses: readonly number[];
}

/** The longest `Retry-After` that is obeyed at once, in milliseconds. */
const LONGEST_PAUSE = 60_000;
const REQUEST_MS = 15_000;

/**
 * Sends a request, and again if the server is not reachable, is overloaded or limits the rate. Redirects are not followed.
 * @throws {SendError} without the address, which may hold a credential
 */
export async function send(url: string, message: Message, { clock, signal, proxy, pauses }: Sending): Promise<Response> {
  for (let tried = 0; ; tried++) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]);
    const answer = await webAnswer(url, message, { proxy, signal: limit }).catch((error: unknown) => new SendError(reasonOf(error)));
    if (!(answer instanceof SendError) && answer.ok) return answer;
    const pause = pauses[tried];
    if (pause === undefined || signal.aborted || !isTemporary(answer)) {
      if (answer instanceof SendError) throw answer;
      throw new SendError(`answered ${answer.status}`, answer);
    }
    const asked = answer instanceof SendError ? undefined : retryAfter(answer);
    if (asked !== undefined && asked > LONGEST_PAUSE)
      throw new SendError(`allows the next request in ${Math.ceil(asked / 1000)} s`, answer as Response);
    await clock.sleep(Math.max(pause, asked ?? 0), signal);
  }
}

export class SendError extends Error {
  override readonly name = 'SendError';
  /** Absent if there was no answer. */
  readonly answer: Response | undefined;

  constructor(message: string, answer?: Response) {
    super(message);
    this.answer = answer;
  }
}

function isTemporary(answer: Response | SendError): boolean {
  return (
    answer instanceof SendError ||
    answer.status === 429 ||
    answer.status >= 500 ||
    (answer.status === 403 && retryAfter(answer) !== undefined)
  );
}

/** Milliseconds, from `Retry-After` in seconds, or from the end of GitHub's rate limit. */
function retryAfter({ headers }: Response): number | undefined {
  const seconds = headers.get('retry-after');
  if (seconds !== null && /^\d{1,6}$/.test(seconds)) return Number(seconds) * 1000;
  const reset = headers.get('x-ratelimit-reset');
  if (headers.get('x-ratelimit-remaining') !== '0' || reset === null || !/^\d{1,12}$/.test(reset)) return undefined;
  return Math.max(1000, Number(reset) * 1000 - Date.now());
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return `cannot be reached (${code ?? (error instanceof Error ? error.name : 'unknown')})`;
}
