/** How the doctor reaches a hub: network, version, identity and clock. */
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../../src/demo/hub/certificate.ts';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { hangingServer } from '../../support/hubs/hanging-servers.ts';
import { plainProxy } from '../../support/hubs/plain-proxy.ts';
import { checkIn, examined, type Examined, outcomesOf } from '../../support/hubs/doctor-examination.ts';

let hub: EmbeddedHub;
beforeEach(async () => {
  hub = await startEmbeddedHub();
});
afterEach(() => hub.close());

const MINUTE = 60_000;

describe('reachability', () => {
  it.each<[string, Examined, string]>([
    ['an unknown host name', { options: { server: 'https://hub.invalid' } }, 'name lookup: '],
    [
      'a port without a server',
      { options: { server: 'https://127.0.0.1:1' } },
      'connection: nothing listens on 127.0.0.1:1 (connection refused)',
    ],
    ['another name in the certificate', { options: { tlsServerName: 'other.example' } }, 'TLS: the certificate is for another name'],
    [
      'a proxy that does not exist',
      { cluster: { 'proxy-url': 'http://me:secret@127.0.0.1:1' } },
      'proxy: the proxy 127.0.0.1:1 (from proxy-url in the kubeconfig) is not reached: nothing listens on 127.0.0.1:1',
    ],
  ])('names the place on the way where it fails: %s', async (_, way, message) => {
    const found = await examined(hub, way);
    expect(found.outcome).toBe('unreachable');
    expect(checkIn(found, 'reachability')).toMatchObject({ outcome: 'failed', evidence: [expect.stringContaining(message)] });
    expect(checkIn(found, 'reachability').remedy.length).toBeGreaterThan(0);
    expect(outcomesOf(found)).toMatchObject({
      credentials: 'ok',
      'server-version': 'notChecked',
      identity: 'notChecked',
      members: 'notChecked',
    });
  });

  it('says that another authority signed the certificate', async () => {
    const { cert } = await makeCertificate();
    const found = await examined(hub, { cluster: { 'certificate-authority-data': Buffer.from(cert).toString('base64') } });
    expect(checkIn(found, 'reachability').evidence[0]).toMatch(/^TLS: the certificate of .* is not signed by/);
  });

  it('names the proxy if its certificate is the one that is refused', async () => {
    const { cert, key } = await makeCertificate();
    const proxy = https.createServer({ cert, key });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const found = await examined(hub, { cluster: { 'proxy-url': `https://me:secret@127.0.0.1:${port}` } });
    expect(checkIn(found, 'reachability').evidence).toEqual([
      `proxy: the certificate of the proxy 127.0.0.1:${port} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT); put the authority that signed it into the file that NODE_EXTRA_CA_CERTS names`,
    ]);
  });

  it('names the proxy if no TLS is agreed on with it', async () => {
    const proxy = http.createServer();
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const found = await examined(hub, { cluster: { 'proxy-url': `https://127.0.0.1:${port}` } });
    expect(checkIn(found, 'reachability').evidence[0]).toContain(
      `proxy: the proxy 127.0.0.1:${port} (from proxy-url in the kubeconfig) is not reached: 127.0.0.1:${port} does not speak TLS`,
    );
  });

  it('advises on the variable that names a proxy, and how to do without it', async () => {
    const server = 'https://hub.invalid';
    const found = await examined(hub, { options: { server, env: { HTTPS_PROXY: 'http://me:secret@proxy.invalid:1' } } });
    const { evidence, remedy } = checkIn(found, 'reachability');
    expect(evidence[0]).toContain('proxy: the proxy proxy.invalid:1 (from HTTPS_PROXY) is not reached: the name proxy.invalid');
    expect(remedy).toEqual([
      'Check HTTPS_PROXY, and the proxy that it names. If the server is reached without a proxy, add its host name to NO_PROXY.',
    ]);
    const broken = await examined(hub, { options: { server, env: { HTTPS_PROXY: 'http://[::' } } });
    expect(checkIn(broken, 'server-url')).toMatchObject({
      evidence: ['HTTPS_PROXY is not a URL; write it as http://host:port'],
      remedy: ['Correct the setting that is named above. If it is in the kubeconfig, you can also fetch the kubeconfig again.'],
    });
  });

  it('quotes the requirement of a proxy', async () => {
    const proxy = http.createServer().on('connect', (_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const found = await examined(hub, { cluster: { 'proxy-url': `http://127.0.0.1:${port}` } });
    expect(checkIn(found, 'reachability').evidence).toEqual([
      'proxy: the proxy wants a user name and password (407): put them into the proxy URL',
    ]);
    proxy.close();
  });

  it('distinguishes a server that hangs before TLS from one that does not speak TLS', async () => {
    const silent = await hangingServer(() => undefined);
    const found = await examined(hub, { options: { server: `https://127.0.0.1:${silent.port}`, timing: { connectMs: 200 } } });
    expect(checkIn(found, 'reachability').evidence[0]).toMatch(/^connection: .* accepts no connection within 0.2 s/);
    silent.close();
    const plain = http.createServer((_, response) => response.end('hello'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const server = `https://127.0.0.1:${(plain.address() as AddressInfo).port}`;
    expect(checkIn(await examined(hub, { options: { server } }), 'reachability').evidence[0]).toMatch(
      /^TLS: .* does not speak TLS on this port/,
    );
    plain.close();
  });

  it.each([
    ['a page of a proxy', 200, '<html>Sign in here</html>', /answers 200 with no JSON \("Sign in here"\)/],
    ['a redirect', 302, '', /redirects \(302\)/],
    ['a server that does not work', 503, '{}', /answers 503: it does not work now/],
  ])('describes the server that answers instead of an API server: %s', async (_, code, body, message) => {
    hub.faults.answers = () => ({ code, body });
    const found = await examined(hub);
    expect(found.outcome).toBe('unreachable');
    expect(checkIn(found, 'reachability').evidence[0]).toMatch(message);
  });

  it('says that a connection is cut', async () => {
    const cutting = net.createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve));
    const server = `https://127.0.0.1:${(cutting.address() as AddressInfo).port}`;
    expect(checkIn(await examined(hub, { options: { server } }), 'reachability').evidence[0]).toMatch(
      /^connection: the connection to .* was cut/,
    );
    cutting.close();
  });
});

describe('server version and identity', () => {
  it('are reported', async () => {
    const found = await examined(hub);
    expect(checkIn(found, 'server-version').evidence).toEqual(['Kubernetes v1.34.0-embedded']);
    expect(checkIn(found, 'identity').evidence).toEqual(['user fleet-gate, in system:authenticated']);
  });

  it('a hub that refuses the login (401) can be reached, but the login fails', async () => {
    const found = await examined(hub, { user: { token: 'of-another-hub' } });
    expect(found.outcome).toBe('notAllowed');
    expect(outcomesOf(found)).toMatchObject({
      reachability: 'ok',
      'server-version': 'warning',
      identity: 'failed',
      clock: 'ok',
      kinds: 'notChecked',
    });
    expect(checkIn(found, 'identity').evidence[0]).toContain('refuses the credentials (401: ');
    expect(JSON.stringify(found)).not.toContain('of-another-hub');
  });

  it('an anonymous identity is not accepted as a login', async () => {
    const status = { userInfo: { username: 'system:anonymous' } };
    hub.faults.answers = (path) => (path.includes('selfsubjectreviews') ? { code: 201, body: JSON.stringify({ status }) } : undefined);
    expect(checkIn(await examined(hub), 'identity')).toMatchObject({
      outcome: 'failed',
      evidence: [expect.stringContaining('treats us as anonymous')],
    });
  });

  it('continues if a hub is too old to report the identity', async () => {
    hub.faults.answers = (path) => (path.includes('selfsubjectreviews') ? { code: 404, body: '404 page not found' } : undefined);
    const found = await examined(hub);
    expect(found.outcome).toBe('passed');
    expect(outcomesOf(found)).toMatchObject({ identity: 'warning', rights: 'ok' });
    expect(found.doctor.role).not.toContain('ClusterRoleBinding');
  });
});

describe('an identity that a hub does not report (403)', () => {
  const refusing = (user: string) => (path: string) =>
    path.includes('selfsubjectreviews')
      ? { code: 403, body: JSON.stringify({ kind: 'Status', message: `selfsubjectreviews is forbidden: User "${user}" cannot create it` }) }
      : undefined;

  it('is a warning, because the rights decide', async () => {
    hub.faults.answers = refusing('ci');
    const found = await examined(hub);
    expect(found.outcome).toBe('passed');
    expect(outcomesOf(found)).toMatchObject({ identity: 'warning', kinds: 'ok', rights: 'ok' });
    expect(checkIn(found, 'identity').evidence[0]).toContain('User "ci" cannot create it');
    hub.faults.denies = () => true;
    expect((await examined(hub)).outcome).toBe('notAllowed');
  });

  it('fails if the refusal itself names an anonymous user', async () => {
    hub.faults.answers = refusing('system:anonymous');
    const found = await examined(hub);
    expect(found.outcome).toBe('notAllowed');
    expect(checkIn(found, 'identity')).toMatchObject({ outcome: 'failed', evidence: [expect.stringContaining('treats us as anonymous')] });
  });
});

describe('clock', () => {
  it('advises NTP if the clocks differ, and does not if the hub sends no time', async () => {
    hub.faults.clockSkewMs = 10 * MINUTE;
    expect(checkIn(await examined(hub), 'clock').remedy).toEqual([expect.stringContaining('NTP')]);
    const proxy = await plainProxy(hub, { date: false });
    onTestFinished(() => proxy.close());
    const clock = checkIn(await examined(hub, { user: {}, options: { server: proxy.url } }), 'clock');
    expect(clock).toMatchObject({ outcome: 'warning', evidence: [expect.stringContaining('sends no Date header')] });
    expect(clock.remedy.join()).not.toContain('NTP');
  });

  it.each([
    [10 * MINUTE, 'warning', /600 s behind the hub's|601 s behind|599 s behind/],
    [-10 * MINUTE, 'warning', /ahead of the hub's/],
    [20_000, 'ok', /agree to within 30 s/],
  ])('is compared with the hub’s: %d ms', async (skew, outcome, message) => {
    hub.faults.clockSkewMs = skew;
    const found = await examined(hub);
    expect(found.outcome).toBe('passed');
    expect(checkIn(found, 'clock')).toMatchObject({ outcome, evidence: [expect.stringMatching(message)] });
  });
});
