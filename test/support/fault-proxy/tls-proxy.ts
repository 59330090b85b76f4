import http from 'node:http';
import https from 'node:https';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { ServerCertificate } from '../../../src/demo/hub/certificate.ts';
import { whenOver } from '../../../src/demo/hub/when-over.ts';
import { systemClock } from '../../../src/gates/clock.ts';
import { askedOf, type Asked, type Fault } from './faults.ts';
import { FaultyStream } from './faulty-stream.ts';

export interface Passed extends Asked {
  readonly authorization: string | undefined;
}

/** A proxy that terminates TLS in front of an API server and changes its answers as the plan says. */
export interface TlsProxy {
  /** `https://127.0.0.1:<port>` */
  readonly url: string;
  /** Every request so far. */
  readonly passed: readonly Passed[];
  plan: (asked: Asked) => Fault | undefined;
  /** While it is down, every new connection is reset. */
  isDown: boolean;
  /** The certificate of new connections. */
  certificate: ServerCertificate;
  /** Ends all connections abruptly, as a crash does. */
  cutAll(): void;
  close(): Promise<void>;
}

/** @param upstream base URL, and the PEM of the authority that signed its certificate */
export async function startTlsProxy(
  upstream: { readonly url: string; readonly ca: string | Buffer },
  certificate: ServerCertificate,
): Promise<TlsProxy> {
  const agent = new https.Agent({ ca: upstream.ca, keepAlive: true });
  const sockets = new Set<Socket>();
  const passed: Passed[] = [];
  const answering = http.createServer({ requestTimeout: 0, headersTimeout: 0 }, (request, response) => {
    const asked = askedOf(request.method ?? 'GET', request.url ?? '/');
    passed.push({ ...asked, authorization: request.headers.authorization });
    const fault = proxy.plan(asked);
    const stream = request.socket as unknown as FaultyStream;
    response.on('error', () => undefined);
    response.on('finish', () => stream.complete());
    stream.begin(fault !== undefined && 'flow' in fault ? fault.flow : undefined);
    if (fault?.kind === 'ended') setTimeout(() => response.end(), fault.afterMs).unref();
    if (fault?.kind === 'answer') response.writeHead(fault.code, fault.headers).end(fault.body);
    else handOn(request, response);
  });

  function handOn(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { host: _, ...headers } = request.headers;
    const sent = https.request(`${upstream.url}${request.url ?? ''}`, { agent, method: request.method ?? 'GET', headers }, (answer) => {
      const { 'transfer-encoding': __, connection: ___, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, kept);
      response.flushHeaders();
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    whenOver(response, () => sent.destroy());
    request.pipe(sent);
  }

  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    socket.on('error', () => undefined);
    if (proxy.isDown) return void socket.resetAndDestroy();
    const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(proxy.certificate) });
    secure.on('error', () => socket.destroy());
    const stream = new FaultyStream(Object.assign(secure, { resetAndDestroy: () => socket.resetAndDestroy() }), systemClock);
    return void answering.emit('connection', stream);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const proxy: TlsProxy = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    plan: () => undefined,
    isDown: false,
    certificate,
    cutAll: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close: () => {
      agent.destroy();
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return proxy;
}
