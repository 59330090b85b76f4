import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/gates/clock.ts';
import { DEFAULT_TIMING } from '../../../src/gates/hub/http/timing.ts';
import { Transport } from '../../../src/gates/hub/http/transport.ts';

/** The names that a handshake asked for, of a server whose certificate is for `hub.example` and 127.0.0.1. */
async function askedName(host: string, serverName?: string): Promise<unknown> {
  const altNames = [
    { type: 2 as const, value: 'hub.example' },
    { type: 2 as const, value: 'localhost' },
    { type: 7 as const, ip: '127.0.0.1' },
  ];
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'hub' }], {
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  const asked: unknown[] = [];
  const server = https.createServer({ key, cert }, (_, response) => response.end('{}'));
  server.on('secureConnection', (socket: TLSSocket & { readonly servername?: string | false }) => asked.push(socket.servername));
  server.listen(0, 'localhost' === host ? 'localhost' : '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint = { server: new URL(`https://${host}:${port}`), ca: cert, insecure: false, proxy: {} };
  const transport = new Transport({ ...endpoint, ...(serverName === undefined ? {} : { serverName }) }, systemClock, DEFAULT_TIMING);
  onTestFinished(() => {
    transport.close();
    server.closeAllConnections();
    server.close();
  });
  const answer = await transport.send({ method: 'GET', path: '/', headers: {} }, { headers: {} }, new AbortController().signal);
  answer.resume();
  return asked[0];
}

// As kubectl 1.32 and crypto/tls of Go do.
it.each([
  ['127.0.0.1', undefined, false],
  ['127.0.0.1', 'hub.example', 'hub.example'],
  ['127.0.0.1', 'hub.example.', 'hub.example'],
  ['localhost', '127.0.0.1', false],
  ['localhost', undefined, 'localhost'],
  ['localhost', 'localhost.', 'localhost'],
])('a handshake with %s and the tls-server-name %s asks for %s', async (host, serverName, asked) => {
  await expect(askedName(host, serverName)).resolves.toBe(asked);
});

it.each([
  ['127.0.0.1', 'other.example'],
  ['localhost', '127.0.0.2'],
])('the certificate of %s must be for the tls-server-name %s', async (host, serverName) => {
  await expect(askedName(host, serverName)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});
