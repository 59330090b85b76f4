/** What a proxy does to connections and credentials, over TLS and real sockets. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificate, type ServerCertificate } from '../../../src/demo/hub/certificate.ts';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import type { LiveHub } from '../../../src/gates/hub/connect-hub.ts';
import type { HubTiming } from '../../../src/gates/hub/http/timing.ts';
import { connected, kubeconfigFile, until } from '../../support/hubs/connected-hub.ts';
import { configMap } from '../../support/hubs/embedded-hub-client.ts';
import { statusAnswer } from '../../support/fault-proxy/faults.ts';
import { issuedCertificate } from '../../support/fault-proxy/issued-certificate.ts';
import { startTlsProxy, type TlsProxy } from '../../support/fault-proxy/tls-proxy.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeProgram } from '../../support/process/write-program.ts';

const MAPS = { group: '', kind: 'ConfigMap' };

let authority: ServerCertificate;
let certificate: ServerCertificate;
beforeAll(async () => {
  authority = await makeCertificate();
  certificate = await issuedCertificate(authority);
});

async function proxied(): Promise<{ readonly hub: EmbeddedHub; readonly proxy: TlsProxy }> {
  const hub = await startEmbeddedHub();
  const proxy = await startTlsProxy({ url: hub.url, ca: hub.certificate }, certificate);
  onTestFinished(async () => {
    await proxy.close();
    await hub.close();
  });
  hub.store.put(configMap('n', 'a'));
  return { hub, proxy };
}

async function reading(proxy: TlsProxy, user: object, timing: Partial<HubTiming> = {}): Promise<LiveHub> {
  const cluster = { 'certificate-authority-data': Buffer.from(authority.cert).toString('base64') };
  const reader = await connected(kubeconfigFile(proxy.url, user, cluster), { timing });
  onTestFinished(() => reader.close());
  return reader;
}

const names = (reader: LiveHub): readonly string[] =>
  reader
    .state()
    .list(MAPS)
    .map(({ metadata }) => metadata.name);

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%i is not followed, and no other host receives the token', async (code) => {
    const seen: http.IncomingHttpHeaders[] = [];
    const other = http.createServer(({ headers }, response) => {
      seen.push(headers);
      response.end('{}');
    });
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void other.close());
    const { hub, proxy } = await proxied();
    const to = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const reader = await reading(proxy, { token: hub.token });
    await reader.follow([MAPS]);
    let left = 6;
    proxy.plan = () => (left-- > 0 ? statusAnswer(code, { Location: to }) : undefined);
    proxy.cutAll();
    hub.store.put(configMap('n', 'b'));
    await until(reader, (state) => state.list(MAPS).length === 2);
    expect(left).toBeLessThanOrEqual(0);
    expect(seen).toEqual([]);
    expect(new Set(proxy.passed.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${hub.token}`]));
  });
});

describe('a certificate that changes', () => {
  it('by the same authority is accepted', async () => {
    const { hub, proxy } = await proxied();
    const reader = await reading(proxy, { token: hub.token });
    await reader.follow([MAPS]);
    proxy.certificate = await issuedCertificate(authority);
    proxy.cutAll();
    hub.store.put(configMap('n', 'b'));
    await until(reader, (state) => state.list(MAPS).length === 2);
    expect(names(reader)).toEqual(['a', 'b']);
  });

  it('by another authority is refused and reported, and does not receive a token', async () => {
    const { hub, proxy } = await proxied();
    const reader = await reading(proxy, { token: hub.token }, { budgetMs: 50 });
    await reader.follow([MAPS]);
    proxy.certificate = await makeCertificate();
    proxy.cutAll();
    const before = proxy.passed.length;
    await expect(reader.refresh()).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining("is not signed by the kubeconfig's certificate authority"),
    });
    expect(proxy.passed.length).toBe(before);
  });
});

describe('a hub that is down for a while', () => {
  it('is read again when it is back', async () => {
    const { hub, proxy } = await proxied();
    const reader = await reading(proxy, { token: hub.token });
    await reader.follow([MAPS]);
    proxy.isDown = true;
    proxy.cutAll();
    hub.store.put(configMap('n', 'b'));
    await expect.poll(() => reader.unseenSince()).toBeDefined();
    proxy.isDown = false;
    await until(reader, (state) => state.list(MAPS).length === 2);
  });
});

describe('a token that expires at page 50 of a list', () => {
  const PAGES = 52;
  /** The first page has 10, further pages of small objects 200. */
  const OBJECTS = 50 + (PAGES - 1) * 200;
  const many = (hub: EmbeddedHub): void => {
    for (let at = 0; at < OBJECTS; at++) hub.store.put(configMap('n', `m${String(at).padStart(5, '0')}`));
  };
  const expiring = (hub: EmbeddedHub, proxy: TlsProxy, next: () => void): void => {
    let page = 0;
    proxy.plan = ({ verb, what }) => {
      if (verb === 'list' && what === 'configmaps' && ++page === 50) {
        hub.changeToken('renewed');
        next();
      }
      return undefined;
    };
  };

  it('is renewed, and the list continues where it was', async () => {
    const { hub, proxy } = await proxied();
    many(hub);
    const tokenFile = join(temporaryFolder(), 'token');
    writeFileSync(tokenFile, hub.token);
    expiring(hub, proxy, () => writeFileSync(tokenFile, 'renewed'));
    const reader = await reading(proxy, { tokenFile });
    await reader.follow([MAPS]);
    expect(names(reader)).toHaveLength(OBJECTS + 1);
    const lists = proxy.passed.filter(({ verb }) => verb === 'list');
    expect(lists.filter(({ path }) => !path.includes('continue='))).toHaveLength(1);
    // One more than there are pages: the one that was refused.
    expect(lists).toHaveLength(PAGES + 2);
  });

  it('and cannot be renewed ends the reading, and half of the list is not shown', async () => {
    const { hub, proxy } = await proxied();
    many(hub);
    expiring(hub, proxy, () => undefined);
    const reader = await reading(proxy, { token: hub.token }, { revokedGraceMs: 20 });
    await expect(reader.follow([MAPS])).rejects.toMatchObject({ kind: 'notAllowed' });
    expect(names(reader)).toEqual([]);
  });
});

describe('a plugin', () => {
  const ANSWER = (status: object): string =>
    JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status });
  const PLUGINS: Readonly<Record<string, readonly [script: string, words: RegExp]>> = {
    'that hangs and takes no SIGTERM': ["trap '' TERM; sleep 1000 & wait; wait", /gave no credential within/],
    'that floods its output': [
      'while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done',
      /printed more than/,
    ],
    'that floods its errors': ['while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >&2; done', /printed more than/],
    'that says it went well and nothing else': ['exit 0', /printed 0 characters that are not an ExecCredential/],
    'that answers half': [`printf '%s' '${ANSWER({ token: 't' }).slice(0, 60)}'`, /not an ExecCredential/],
    'that answers no token': [`printf '%s' '${ANSWER({})}'`, /without token or client certificate/],
    'that answers a token of an object': [`printf '%s' '${ANSWER({ token: { a: 1 } })}'`, /without token or client certificate/],
    'that answers twice': [`printf '%s%s' '${ANSWER({ token: 't' })}' '${ANSWER({ token: 'u' })}'`, /not an ExecCredential/],
    'that answers for another version': [
      `printf '%s' '${ANSWER({ token: 't' }).replace('k8s.io/v1', 'k8s.io/v1alpha1')}'`,
      /the kubeconfig asks for client\.authentication\.k8s\.io\/v1 ExecCredential/,
    ],
    'that answers a token no header can hold': [`printf '%s' '${ANSWER({ token: 'a\nb' })}'`, /token/],
    'that answers a certificate that is none': [
      `printf '%s' '${ANSWER({ clientCertificateData: 'x', clientKeyData: 'y' })}'`,
      /do not match or are not PEM/,
    ],
    'that answers a token long expired, which the hub refuses': [
      `printf '%s' '${ANSWER({ token: 'old', expirationTimestamp: '1999-01-01T00:00:00Z' })}'`,
      /refuses the credentials/,
    ],
  };

  it.each(Object.entries(PLUGINS))('%s is reported, and the hub does not receive an invalid token', async (_, [script, words]) => {
    const { proxy } = await proxied();
    const command = join(temporaryFolder(), 'login');
    writeProgram(command, script);
    const user = { exec: { apiVersion: 'client.authentication.k8s.io/v1', command, interactiveMode: 'Never' } };
    const reader = await reading(proxy, user, script.includes('trap') ? { pluginMs: 400 } : {});
    await expect(reader.follow([MAPS])).rejects.toThrow(words);
    expect(proxy.passed.filter(({ authorization }) => authorization !== 'Bearer old')).toEqual([]);
  });
});
