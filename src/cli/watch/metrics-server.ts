import { createServer } from 'node:http';
import { ConfigError } from '../../errors.ts';
import type { Invocation } from '../command-line/invocation.ts';

export interface MetricsPages {
  readonly metrics: () => string;
  /** Whether the process still looks at the hub; if not, it should be restarted. */
  readonly isAlive: () => boolean;
  /** Whether a look has read the hub completely. */
  readonly isReady: () => boolean;
}

export interface MetricsServer {
  readonly address: string;
  close(): Promise<void>;
}

/** Serves `/metrics`, `/healthz` and `/readyz` over HTTP. @throws {ConfigError} the address cannot be used */
export async function serveMetrics(invocation: Invocation, pages: MetricsPages): Promise<MetricsServer | undefined> {
  const given = invocation.value('metrics');
  if (given === undefined) return undefined;
  const [, host = '', port = ''] = /^(\[[0-9a-f:.]+\]|[^:[\]]*):(\d{1,5})$/i.exec(given) ?? [];
  if (port === '' || Number(port) > 65_535)
    throw new ConfigError(`${invocation.named('metrics')} must be [HOST]:PORT such as :9464, not "${given}"`);
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5000, keepAliveTimeout: 90_000 }, (request, response) => {
    const [path] = (request.url ?? '').split('?');
    const answer = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(request.method === 'HEAD' ? undefined : text);
    };
    request.resume();
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'only GET\n');
    if (path === '/metrics') return answer(200, pages.metrics(), 'text/plain; version=0.0.4; charset=utf-8');
    const isGood = path === '/healthz' ? pages.isAlive() : path === '/readyz' ? pages.isReady() : undefined;
    return isGood === undefined ? answer(404, 'not found\n') : answer(isGood ? 200 : 503, isGood ? 'ok\n' : 'not yet\n');
  });
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void =>
      reject(
        new ConfigError(`${invocation.named('metrics')} ${given}: cannot be served (${error.code ?? error.message})`, { cause: error }),
      );
    server.once('error', refuse);
    server.listen(Number(port), host === '' ? undefined : host.replace(/^\[|\]$/g, ''), () => resolve());
  });
  const bound = server.address();
  return {
    address:
      typeof bound === 'object' && bound !== null
        ? `${bound.address.includes(':') ? `[${bound.address}]` : bound.address}:${bound.port}`
        : given,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
