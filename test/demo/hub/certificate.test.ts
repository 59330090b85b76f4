import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { makeCertificate } from '../../../src/demo/hub/certificate.ts';

test('is its own CA, for this machine only, and valid for a day', async () => {
  const { key, cert } = await makeCertificate();
  const read = new X509Certificate(cert);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.ca).toBe(true);
  expect(read.subject).toBe('CN=fleet-gate embedded hub');
  expect([read.issuer, read.subjectAltName]).toEqual([read.subject, 'DNS:localhost, IP Address:127.0.0.1']);
  expect(Date.parse(read.validTo) - Date.parse(read.validFrom)).toBe(25 * 3_600_000);
  expect(Math.abs(Date.parse(read.validFrom) + 3_600_000 - Date.now())).toBeLessThan(60_000);
  expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
});

test('two hubs share neither a key nor a serial number', async () => {
  const [one, other] = (await Promise.all([makeCertificate(), makeCertificate()])).map(({ cert }) => new X509Certificate(cert));
  expect(one?.serialNumber).not.toBe(other?.serialNumber);
  expect(one?.publicKey.equals(other?.publicKey ?? one.publicKey)).toBe(false);
});

test.each(['localhost', '127.0.0.1'])('a client that trusts it reaches %s', async (host) => {
  const { key, cert } = await makeCertificate();
  const server = createServer({ key, cert }, (socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ host, port: (server.address() as AddressInfo).port, ca: cert });
  await once(socket, 'secureConnect');
  expect(socket.authorized).toBe(true);
  socket.destroy();
  server.close();
});

test('a client that trusts another one does not reach it', async () => {
  const [{ key, cert }, other] = await Promise.all([makeCertificate(), makeCertificate()]);
  const server = createServer({ key, cert }).listen(0, '127.0.0.1');
  server.on('tlsClientError', () => undefined);
  await once(server, 'listening');
  const socket = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, ca: other.cert });
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toMatch(/CERT/);
  server.close();
});
