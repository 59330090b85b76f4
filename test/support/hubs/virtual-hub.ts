import type http from 'node:http';
import { Readable } from 'node:stream';
import type { LiveHub } from '../../../src/gates/hub/connect-hub.ts';
import { type CredentialSource, fixedCredential } from '../../../src/gates/hub/http/credentials.ts';
import { NoticeBoard } from '../../../src/gates/hub/access/notices.ts';
import { DEFAULT_TIMING } from '../../../src/gates/hub/http/timing.ts';
import type { HubTiming } from '../../../src/gates/hub/http/timing.ts';
import type { WebRequest } from '../../../src/gates/hub/http/transport.ts';
import { liveHubOver } from '../../../src/gates/hub/hub-over.ts';
import { unlessAborted } from '../../../src/gates/unless-aborted.ts';
import { flagTerms } from '../../../src/terms.ts';
import type { SimClock } from '../sim-clock.ts';

/** The answer of a virtual hub. A body may be an endless stream. */
export interface VirtualAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Readable;
}

const MOST = 50_000;

type Answers = (url: URL, request: WebRequest) => VirtualAnswer | Error | Promise<never>;

export interface VirtualHub {
  readonly hub: LiveHub;
  /** The requests so far, in virtual milliseconds. */
  readonly asked: readonly { readonly at: number; readonly url: URL }[];
}

interface VirtualHubOptions {
  /** Replaces delays of production. */
  readonly timing?: Partial<HubTiming>;
  readonly credentials?: CredentialSource;
  /** Milliseconds since the epoch. The hub sends no dates, so the reader uses this as the hub's time too. */
  readonly wallClock?: () => number;
}

/** The real reader, with the delays of production, in front of a hub that answers at once. Hours of virtual time take moments. */
export function virtualHub(
  clock: SimClock,
  answers: Answers,
  { timing, credentials = fixedCredential({ headers: {} }, ''), wallClock = () => clock.now() }: VirtualHubOptions = {},
): VirtualHub {
  const asked: { readonly at: number; readonly url: URL }[] = [];
  const closing = new AbortController();
  const hub = liveHubOver({
    clock,
    timing: { ...DEFAULT_TIMING, ...timing },
    wallClock,
    random: () => 0.5,
    notices: new NoticeBoard(),
    credentials,
    description: 'a virtual hub',
    fallbackNamespace: undefined,
    terms: flagTerms,
    transport: {
      endpoint: { server: new URL('http://hub.example'), insecure: false, proxy: {} },
      closed: closing.signal,
      close: () => closing.abort(),
      makeReady: () => undefined,
      send: async (request, _, signal) => {
        signal.throwIfAborted();
        const url = new URL(request.path, 'http://hub.example');
        asked.push({ at: clock.now(), url });
        // Endless requests within one turn do not advance the clock, so it cannot end them.
        if (asked.length > MOST) throw new Error(`the hub was asked more than ${String(MOST)} times`);
        const answer = await unlessAborted(Promise.resolve(answers(url, request)), signal);
        signal.throwIfAborted();
        if (answer === undefined) throw new Error('no answer');
        if (answer instanceof Error) throw answer;
        return messageOf(answer, signal);
      },
    },
  });
  return { hub, asked };
}

/** The hub's discovery of one group, `demo.example`, with the kind Widget; `undefined` for every other path. */
export function widgetDiscovery(url: URL): VirtualAnswer | undefined {
  if (url.pathname === '/apis/demo.example') return json({ versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } });
  if (url.pathname === '/apis/demo.example/v1') return json({ resources: [{ name: 'widgets', kind: 'Widget', namespaced: true }] });
  return undefined;
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): VirtualAnswer {
  return { status, headers, body: JSON.stringify(body) };
}

export function statusAnswer(code: number, reason: string, headers: Readonly<Record<string, string>> = {}): VirtualAnswer {
  return json({ kind: 'Status', status: 'Failure', reason, message: reason, code }, code, headers);
}

/** A body that never ends and has no data. */
export function silence(): Readable {
  return new Readable({ read: () => undefined });
}

function messageOf({ status = 200, headers = {}, body }: VirtualAnswer, signal: AbortSignal): http.IncomingMessage {
  const stream = typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body;
  stream.on('error', () => undefined);
  signal.addEventListener('abort', () => stream.destroy(signal.reason as Error), { once: true });
  return Object.assign(stream, { statusCode: status, headers }) as unknown as http.IncomingMessage;
}
