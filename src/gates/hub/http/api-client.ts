import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Clock } from '../../clock.ts';
import { shortTextOf, textOf, type ReadLimits } from './answer-text.ts';
import { ApiError, apiErrorOf, excerpt, startsAsJson } from './api-error.ts';
import type { CredentialSource } from './credentials.ts';
import { CredentialsRefused } from './credentials-refused.ts';
import { isFurtherPage } from './further-pages.ts';
import { RequestPace } from './request-pace.ts';
import type { ServerTime } from './server-time.ts';
import type { HubTiming } from './timing.ts';
import type { HubRequest, Transport } from './transport.ts';

export interface ApiClientPorts {
  readonly transport: Pick<Transport, 'send' | 'endpoint'>;
  readonly credentials: CredentialSource;
  readonly serverTime: ServerTime;
  readonly clock: Clock;
  readonly timing: HubTiming;
  readonly userAgent: string;
}

/** One limit for all requests that end, so that a hub with many types does not get all requests at once. */
export const REQUESTS_AT_ONCE = 8;

/** Sends one request for one answer: authenticates, reads bodies, and turns failures into ApiError. It retries only a 401, once. */
export class ApiClient {
  readonly #ports: ApiClientPorts;
  readonly #slots = new Slots(REQUESTS_AT_ONCE);
  readonly #pace: RequestPace;

  constructor(ports: ApiClientPorts) {
    this.#ports = ports;
    this.#pace = new RequestPace(ports.clock, ports.timing);
  }

  get host(): string {
    return this.#ports.transport.endpoint.server.host;
  }

  /** @throws ApiError, HubError (`notAllowed`), or the error of the connection */
  async get(path: string, signal: AbortSignal, accept = 'application/json'): Promise<unknown> {
    // Only the first page of a list waits for its turn.
    if (!isFurtherPage(path)) await this.#pace.turn(path, signal);
    return this.ask({ method: 'GET', path, headers: { Accept: accept } }, signal);
  }

  post(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    return this.ask({ method: 'POST', path, headers: { Accept: 'application/json' }, body: JSON.stringify(body) }, signal);
  }

  /** The beginning of an answer in plain text, such as the log of a container. @throws as `get` */
  async text(path: string, signal: AbortSignal): Promise<string> {
    await this.#slots.take();
    try {
      const response = await this.#authorised({ method: 'GET', path, headers: { Accept: '*/*' } }, signal);
      if (response.statusCode !== 200) throw await this.#refused(response, path);
      return await shortTextOf(response, this.#limits(path));
    } finally {
      this.#slots.give();
    }
  }

  /** The open body of a successful answer, for watches. */
  async open(path: string, signal: AbortSignal): Promise<IncomingMessage> {
    await this.#pace.turn(path, signal);
    const response = await this.#authorised({ method: 'GET', path, headers: { Accept: 'application/json' } }, signal);
    if (response.statusCode !== 200) throw await this.#refused(response, path);
    if (isJson(response) ?? true) return response;
    throw notJson(await shortTextOf(response, this.#limits(path)), response, this.host);
  }

  /** @param onAnswer receives the headers of a successful answer */
  protected async ask(request: HubRequest, signal: AbortSignal, onAnswer?: (headers: IncomingHttpHeaders) => void): Promise<unknown> {
    await this.#slots.take();
    try {
      const response = await this.#authorised(request, signal);
      const status = response.statusCode ?? 0;
      if (status < 200 || status > 299) throw await this.#refused(response, request.path);
      onAnswer?.(response.headers);
      return jsonOf(await textOf(response, this.#limits(request.path)), response, this.host);
    } finally {
      this.#slots.give();
    }
  }

  async #authorised(request: HubRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const { credentials } = this.#ports;
    const credential = await untilAborted(credentials.current(), signal);
    const first = await this.#send(request, credential, signal);
    if (first.statusCode !== 401) return first;
    await shortTextOf(first, this.#limits(request.path));
    const second = await this.#send(request, await untilAborted(credentials.renew(credential), signal), signal);
    if (second.statusCode !== 401) return second;
    const said = (await this.#refused(second, request.path)).message;
    throw new CredentialsRefused(`the hub ${this.host} refuses the credentials (401: ${said}); ${credentials.hint}`);
  }

  async #send(request: HubRequest, credential: Parameters<Transport['send']>[1], signal: AbortSignal): Promise<IncomingMessage> {
    const { transport, serverTime, clock, userAgent } = this.#ports;
    const named = { ...request, headers: { 'User-Agent': userAgent, ...request.headers } };
    const response = await transport.send(named, credential, signal);
    // The pages of a proxy carry the proxy's time.
    if (isJson(response) === true) serverTime.sample(response.headers.date, clock.now());
    return response;
  }

  #failure(response: IncomingMessage, body: string): ApiError {
    const { serverTime, clock } = this.#ports;
    return apiErrorOf(response.statusCode ?? 0, response.headers, body, serverTime.at(clock.now()));
  }

  async #refused(response: IncomingMessage, path: string): Promise<ApiError> {
    return this.#failure(response, await shortTextOf(response, this.#limits(path)));
  }

  #limits(path: string): ReadLimits {
    return { ...this.#ports, what: `${this.host}${path}` };
  }
}

function jsonOf(body: string, response: IncomingMessage, host: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch (error) {
    throw Object.assign(notJson(body, response, host), { cause: error });
  }
}

/** 502: a proxy between us and the API server answered instead of it, or cut its answer off. */
function notJson(body: string, response: IncomingMessage, host: string): ApiError {
  const { headers, statusCode = 0 } = response;
  const type = headers['content-type'] ?? 'no content type';
  const isCutOff = isJson(response) !== false && startsAsJson(body);
  const what = isCutOff ? `JSON that is cut off or damaged (${type})` : `no JSON (${type}: ${excerpt(body)})`;
  return new ApiError(502, 'NotJson', `${host} answered ${statusCode} with ${what}`);
}

/** Whether the answer is JSON by its Content-Type header; `undefined` without one. */
function isJson({ headers }: IncomingMessage): boolean | undefined {
  return headers['content-type']?.includes('json');
}

/** A login may take a minute; an aborted request does not wait for it. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    // The promise that loses the race must not end the process with an unhandled rejection.
    work.catch(() => undefined);
  }
}

class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
