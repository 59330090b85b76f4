import { systemClock } from '../clock.ts';
import { authorities } from './auth/certificate-authorities.ts';
import { textOf } from './http/answer-text.ts';
import { DEFAULT_TIMING } from './http/timing.ts';
import { Transport, type WebRequest } from './http/transport.ts';

/** A request without its address. */
export type Message = Omit<WebRequest, 'path'>;

/**
 * One request to a server that is not a hub, with its whole answer, for every status. Redirects are not followed. Node's `fetch` does not
 * use the proxies of the environment.
 * @param proxy of the server, as `proxyFor` returns it
 * @throws an error of the connection, or the reason of the signal
 */
export async function webAnswer(
  url: string,
  message: Message,
  { proxy, signal }: { readonly proxy: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<Response> {
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
