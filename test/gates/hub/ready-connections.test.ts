import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeCertificate } from '../../../src/demo/hub/certificate.ts';
import { systemClock } from '../../../src/gates/clock.ts';
import { DEFAULT_TIMING } from '../../../src/gates/hub/http/timing.ts';
import { Transport } from '../../../src/gates/hub/http/transport.ts';

const PROXY = { HTTPS_PROXY: 'http://proxy.example:3128' };
const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

describe('connections that are opened in advance', () => {
  it('are opened without a request, and used by the next requests', async () => {
    const { transport, secured, asked } = await served();
    await ask(transport);
    transport.makeReady(4);
    await vi.waitFor(() => expect(secured).toHaveLength(4));
    // One connection is idle since the first request.
    expect(asked()).toBe(1);
    await settled();
    await Promise.all([ask(transport), ask(transport), ask(transport), ask(transport)]);
    expect(secured).toHaveLength(4);
    expect(asked()).toBe(5);
  });

  it('are not opened twice, and not before the first request', async () => {
    const { transport, secured } = await served();
    transport.makeReady(3);
    await ask(transport);
    for (let count = 0; count < 5; count++) transport.makeReady(3);
    await vi.waitFor(() => expect(secured).toHaveLength(3));
    await settled();
    transport.makeReady(3);
    await settled();
    expect(secured).toHaveLength(3);
  });

  it('may be ended by the server, and are opened again when requested', async () => {
    const { transport, secured } = await served();
    await ask(transport);
    transport.makeReady(3);
    await vi.waitFor(() => expect(secured).toHaveLength(3));
    for (const socket of secured) socket.end();
    await settled();
    expect(await ask(transport)).toBe('{}');
    expect(secured).toHaveLength(4);
    transport.makeReady(3);
    await vi.waitFor(() => expect(secured).toHaveLength(6));
  });

  it('do no harm if the server resets them in use', async () => {
    const { transport, secured } = await served();
    await ask(transport);
    transport.makeReady(2);
    await vi.waitFor(() => expect(secured).toHaveLength(2));
    await settled();
    for (const socket of secured) socket.destroy();
    await expect(Promise.all([ask(transport), ask(transport)])).resolves.toEqual(['{}', '{}']);
  });

  it('end with the transport', async () => {
    const { transport, secured } = await served();
    await ask(transport);
    transport.makeReady(5);
    await vi.waitFor(() => expect(secured).toHaveLength(5));
    transport.close();
    await vi.waitFor(() => expect(secured.every(({ destroyed }) => destroyed)).toBe(true));
    transport.makeReady(5);
    await settled();
    expect(secured).toHaveLength(5);
  });

  it('are not opened through a proxy', async () => {
    const { transport, secured } = await served({ ...PROXY, NO_PROXY: '127.0.0.1' });
    await ask(transport);
    transport.makeReady(3);
    await settled();
    expect(secured).toHaveLength(1);
  });
});

async function served(
  proxy: Readonly<Record<string, string>> = {},
): Promise<{ readonly transport: Transport; readonly secured: readonly TLSSocket[]; readonly asked: () => number }> {
  const certificate = await makeCertificate();
  let asked = 0;
  const secured: TLSSocket[] = [];
  const server = https.createServer(certificate, (_, response) => {
    asked++;
    // So late that requests at the same time need a connection each.
    setTimeout(() => response.end('{}'), 20);
  });
  server.on('secureConnection', (socket) => secured.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const endpoint = { server: new URL(`https://127.0.0.1:${String(port)}`), ca: certificate.cert, insecure: false, proxy };
  const transport = new Transport(endpoint, systemClock, DEFAULT_TIMING);
  ended.push(() => {
    transport.close();
    server.closeAllConnections();
    for (const socket of secured) socket.destroy();
    server.close();
  });
  return { transport, secured, asked: () => asked };
}

async function ask(transport: Transport): Promise<string> {
  const sent = transport.send({ method: 'GET', path: '/', headers: {} }, { headers: {} }, new AbortController().signal);
  const response: IncomingMessage = await sent;
  let text = '';
  for await (const chunk of response) text += String(chunk);
  // The agent takes the connection back in the next turn.
  await new Promise(setImmediate);
  return text;
}

function settled(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
}
