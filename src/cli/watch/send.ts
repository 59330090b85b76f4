import { type Clock, systemClock } from '../../gates/clock.ts';
import { authorities } from '../../gates/hub/auth/certificate-authorities.ts';
import { textOf } from '../../gates/hub/http/answer-text.ts';
import { DEFAULT_TIMING } from '../../gates/hub/http/timing.ts';
import { type HubRequest, Transport } from '../../gates/hub/http/transport.ts';

/** A request without its address. */
export type Message = Pick<HubRequest, 'method' | 'headers' | 'body'>;

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
    const answer = await ask(url, message, proxy, limit).catch((error: unknown) => new SendError(reasonOf(error)));
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

/** One request with its whole answer. Node's `fetch` does not use the proxies of the environment. */
async function ask(url: string, message: Message, proxy: Sending['proxy'], signal: AbortSignal): Promise<Response> {
  const { origin, pathname, search, host, protocol } = new URL(url);
  const ca = protocol === 'https:' ? { ca: authorities(undefined, '') } : {};
  const transport = new Transport({ server: new URL(origin), insecure: false, proxy, ...ca }, systemClock, DEFAULT_TIMING);
  try {
    const answer = await transport.send({ ...message, path: `${pathname}${search}` }, { headers: {} }, signal);
    const text = await textOf(answer, { clock: systemClock, timing: DEFAULT_TIMING, what: host });
    const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    return new Response(text === '' ? null : text, { status: answer.statusCode ?? 0, headers });
  } finally {
    transport.close();
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
