import { createServer, request as ask } from 'node:https';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { makeCertificate } from '../../../src/demo/hub/certificate.ts';
import { type Clock, systemClock } from '../../../src/gates/clock.ts';
import type { EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';

/** How the hub answers: correctly, or with everything that it was sent and holds in the text. */
export const ANSWERS = ['right', '401', '403', '422', '500', 'html', 'broken', 'cut', 'moved', 'silent', 'gone'] as const;
export type Answer = (typeof ANSWERS)[number];

/** A hub that can repeat the request in its answer, in front of one that answers correctly. */
export interface EchoingHub {
  readonly url: string;
  readonly certificate: string;
  /** An address at which nothing listens. */
  readonly goneUrl: string;
  /** `http://127.0.0.1:<port>` of a proxy that tunnels to it. */
  readonly proxy: string;
  answer: Answer;
  /** The addresses to which it answers so; absent for all. The others are answered correctly. */
  only?: RegExp | undefined;
  /** What it repeats in addition to the request: an object of the hub. */
  held: string;
  /** Everything that requests have contained so far, including client certificates and what proxies received. */
  readonly seen: string[];
  /**
   * The machine's clock, which does not go on before a request has arrived. A reader that gives up after milliseconds would otherwise do so
   * before its request is read, if the machine is busy.
   */
  clockFromArrival(): Clock;
  close(): Promise<void>;
}

export async function startEchoingHub(hub: EmbeddedHub): Promise<EchoingHub> {
  const { key, cert } = await makeCertificate();
  const sockets = new Set<Socket>();
  let heard: () => void = () => undefined;
  const keep = (socket: Socket): void => void sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
  const server = createServer({ key, cert, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    const peer = (request.socket as TLSSocket).getPeerCertificate();
    heard();
    echoing.seen.push(`${request.url} ${JSON.stringify(request.headers)} ${peer.fingerprint256 ?? ''}`);
    if (echoing.answer === 'right' || echoing.only?.test(request.url ?? '') === false) return forward(hub, request, response);
    if (echoing.answer !== 'silent') void bodyOf(request).then((body) => repeat(echoing, request, response, body));
  });
  const proxy = http.createServer().on('connect', (request, client, head) => {
    echoing.seen.push(`proxy ${JSON.stringify(request.headers)}`);
    const upstream = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [upstream, client as Socket]) keep(socket);
  });
  for (const each of [server, proxy]) each.on('connection', keep);
  const port = async (each: http.Server | ReturnType<typeof createServer>): Promise<number> => {
    await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve));
    return (each.address() as AddressInfo).port;
  };
  const gone = http.createServer();
  const goneUrl = `https://127.0.0.1:${await port(gone)}`;
  await new Promise((resolve) => gone.close(resolve));
  const echoing: EchoingHub = {
    url: `https://127.0.0.1:${await port(server)}`,
    proxy: `http://127.0.0.1:${await port(proxy)}`,
    certificate: cert,
    goneUrl,
    answer: 'right',
    held: '',
    seen: [],
    clockFromArrival() {
      const arrived = new Promise<void>((resolve) => void (heard = resolve));
      return { now: () => systemClock.now(), sleep: (ms, signal) => arrived.then(() => systemClock.sleep(ms, signal)) };
    },
    async close() {
      const closed = [server, proxy].map((each) => new Promise((resolve) => each.close(resolve)));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
  return echoing;
}

function forward(hub: EmbeddedHub, request: IncomingMessage, response: ServerResponse): void {
  const { authorization: _, host: _host, ...headers } = request.headers;
  const upstream = ask(
    `${hub.url}${request.url ?? '/'}`,
    { method: request.method ?? 'GET', headers: { ...headers, authorization: `Bearer ${hub.token}` }, ca: hub.certificate },
    (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.on('error', () => response.destroy()).pipe(response);
    },
  );
  upstream.on('error', () => response.destroy());
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

/** Answers with the complete request and an object of the hub in the text. */
function repeat({ answer, held, seen }: EchoingHub, request: IncomingMessage, response: ServerResponse, body: string): void {
  seen.push(body);
  const { authorization = '' } = request.headers;
  const said = `refused ${authorization} (${Buffer.from(authorization).toString('base64')}), headers ${JSON.stringify(request.headers)}, object ${held}, body ${body}`;
  const status = (code: number, reason: string): void => {
    response.writeHead(code, { 'Content-Type': 'application/json', 'Retry-After': '0' });
    response.end(JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, message: said, code }));
  };
  if (answer === '401') return status(401, 'Unauthorized');
  if (answer === '403') return status(403, 'Forbidden');
  if (answer === '422') return status(422, 'Invalid');
  if (answer === '500') return status(500, 'InternalError');
  if (answer === 'html')
    return void response.writeHead(502, { 'Content-Type': 'text/html' }).end(`<html><h1>Bad</h1><pre>${said}</pre></html>`);
  if (answer === 'moved')
    return void response.writeHead(302, { Location: `https://x:${encodeURIComponent(authorization)}@other/` }).end(said);
  const list = `{"kind":"SecretList","metadata":{"resourceVersion":"1"},"items":[${held}`;
  if (answer === 'broken') return void response.writeHead(200, { 'Content-Type': 'application/json' }).end(list);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100000' }).write(list);
  setTimeout(() => response.destroy(), 10);
}
