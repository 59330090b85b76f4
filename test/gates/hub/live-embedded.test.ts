import { writeFileSync } from 'node:fs';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import type { EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { connected, kubeconfigFile, until } from '../../support/hubs/connected-hub.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const PLACEMENT = { group: 'placement.kubernetes-fleet.io', kind: 'ClusterResourcePlacement' };
const WORK = { group: 'placement.kubernetes-fleet.io', kind: 'Work' };
const placement = (name: string) => ({ apiVersion: `${PLACEMENT.group}/v1`, kind: PLACEMENT.kind, metadata: { name }, spec: {} });

let server: EmbeddedHub;
beforeEach(async () => {
  server = await startEmbeddedHub({});
});
afterEach(() => server.close());

const ca = (): object => ({ 'certificate-authority-data': Buffer.from(server.certificate).toString('base64') });
const config = (cluster: object = ca(), url = server.url): string => kubeconfigFile(url, { token: server.token }, cluster);

describe('a hub over TLS', () => {
  it('lists, watches and reads again, as v1beta1, on few connections', async () => {
    server.store.put(placement('one'));
    const hub = await connected(config());
    await hub.follow([PLACEMENT, WORK, { group: '', kind: 'Namespace' }]);
    expect(hub.state().list(PLACEMENT)).toMatchObject([{ apiVersion: 'placement.kubernetes-fleet.io/v1beta1', metadata: { name: 'one' } }]);
    expect(hub.state().visibility(WORK)).toEqual({ kind: 'seen' });
    server.store.put(placement('two'));
    await until(hub, (state) => state.list(PLACEMENT).length === 2);
    for (let round = 0; round < 5; round++) await hub.refresh();
    expect(server.connections).toBeLessThanOrEqual(9);
    await hub.close();
    await expect.poll(() => server.openWatches).toBe(0);
  });

  it('waits while a new kind is being initialised (429)', async () => {
    let asked = 0;
    server.faults.initializes = ({ kind }) => kind === 'Work' && asked++ === 0;
    const hub = await connected(config());
    await hub.follow([WORK]);
    expect(hub.state().visibility(WORK)).toEqual({ kind: 'seen' });
    await hub.close();
  });

  it('reports before the wait which rights are missing, and which rule would allow them', async () => {
    server.faults.denies = ({ verb, resource }) => resource === 'works' && verb === 'watch';
    const hub = await connected(config());
    hub.preflight([PLACEMENT, WORK]);
    await hub.follow([PLACEMENT, WORK]);
    expect(hub.notices()).toMatchObject([
      {
        kind: 'degraded',
        message: expect.stringMatching(/be watched; .* listed every 0\.015 s instead: Work\nThe ClusterRole that would allow it:/),
      },
    ]);
    expect(hub.notices()[0]?.message, 'the whole rule, since applied it replaces an earlier one').toContain(
      '    resources:\n      - clusterresourceplacements\n      - works\n',
    );
    await hub.close();
  });

  it('works if the hub does not review access', async () => {
    server.faults.answers = (path) => (path.includes('selfsubject') ? { code: 403, body: '{}' } : undefined);
    const hub = await connected(config());
    hub.preflight([PLACEMENT, WORK]);
    await hub.follow([PLACEMENT, WORK]);
    expect(hub.notices()).toEqual([]);
    await hub.close();
  });

  it('reads data that arrives in small pieces', async () => {
    server.faults.pieceBytes = 7;
    server.store.put({ ...placement('größe'), metadata: { name: 'one', annotations: { note: 'größer 🚢' } } });
    const hub = await connected(config());
    await hub.follow([PLACEMENT]);
    expect(hub.state().get(PLACEMENT, undefined, 'one')?.metadata.annotations).toEqual({ note: 'größer 🚢' });
    await hub.close();
  });
});

describe('R41 failures that a retry does not correct', () => {
  it.each([
    [
      'another authority',
      async () => config({ 'certificate-authority-data': Buffer.from((await generate([], { keyType: 'ec' })).cert).toString('base64') }),
      /is not signed by the kubeconfig's certificate authority, .*; put the authority that signed it into certificate-authority-data/,
    ],
    ['another name', () => config({ ...ca(), 'tls-server-name': 'hub.example' }), /the certificate is for another name/],
    ['a name that does not exist', () => config(ca(), 'https://no-such-host.invalid'), /cannot reach the hub no-such-host\.invalid/],
    ['no TLS on this port', async () => config(ca(), await plainServer()), /does not speak TLS on this port/],
  ])('fails at once: %s', async (_, kubeconfig, message) => {
    const hub = await connected(await kubeconfig(), { timing: { startBudgetMs: 200 } });
    await expect(hub.follow([PLACEMENT])).rejects.toMatchObject({
      name: 'HubError',
      kind: 'unreachable',
      message: expect.stringMatching(message),
    });
    await hub.close();
  });

  it('tries a refused connection again only for the short budget of the start', async () => {
    const hub = await connected(config(ca(), 'https://127.0.0.1:1'), { timing: { startBudgetMs: 30 } });
    await expect(hub.follow([PLACEMENT])).rejects.toThrow('nothing listens on 127.0.0.1:1 (connection refused)');
    await hub.close();
  });

  it('does not wait forever for a server that accepts a connection and does not answer', async () => {
    const mute = net.createServer();
    const url = await listening(mute);
    const hub = await connected(kubeconfigFile(url.replace('https', 'http')), { timing: { headersMs: 30, startBudgetMs: 50 } });
    await expect(hub.follow([PLACEMENT])).rejects.toThrow(/does not answer within 0\.03 s/);
    await hub.close();
    mute.close();
  });
});

describe('proxies', () => {
  it('opens one tunnel through the proxy of the environment for all requests', async () => {
    const tunnels: string[] = [];
    const proxy = http.createServer().on('connect', (request, socket: net.Socket) => {
      tunnels.push(request.url ?? '');
      const { port } = new URL(server.url);
      const upstream = net.connect(Number(port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      for (const end of [upstream, socket]) end.on('error', () => end.destroy());
    });
    const proxyUrl = (await listening(proxy)).replace('https', 'http');
    // The name exists only behind the proxy.
    const hub = await connected(config({ ...ca(), 'tls-server-name': 'localhost' }, 'https://hub.invalid'), {
      env: { HTTPS_PROXY: proxyUrl },
    });
    await hub.follow([PLACEMENT]);
    for (let round = 0; round < 5; round++) await hub.refresh();
    expect(new Set(tunnels)).toEqual(new Set(['hub.invalid:443']));
    expect(tunnels.length).toBeLessThanOrEqual(3);
    await hub.close();
    proxy.close();
    proxy.closeAllConnections();
  });

  it('reports the requirement of a proxy (407)', async () => {
    const proxy = http
      .createServer()
      .on('connect', (_, socket: net.Socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    const cluster = { ...ca(), 'proxy-url': (await listening(proxy)).replace('https', 'http') };
    const hub = await connected(config(cluster));
    await expect(hub.follow([PLACEMENT])).rejects.toThrow('the proxy wants a user name and password (407)');
    await hub.close();
    proxy.close();
  });

  it('does not wait forever for a proxy that does not open a tunnel, and closes the connection to it', async () => {
    const ended: Promise<unknown>[] = [];
    const proxy = http.createServer().on('connect', (_, socket: net.Socket) => ended.push(once(socket.resume(), 'end')));
    const cluster = { ...ca(), 'proxy-url': (await listening(proxy)).replace('https', 'http') };
    const hub = await connected(config(cluster), { timing: { connectMs: 30, startBudgetMs: 50 } });
    await expect(hub.follow([PLACEMENT])).rejects.toThrow(/accepts no connection through the proxy within 0\.03 s/);
    expect(ended.length).toBeGreaterThan(0);
    // The hub is not closed yet: what is given up is ended by itself.
    await Promise.all(ended);
    await hub.close();
    proxy.close();
  }, 60_000);
});

describe('R35 a token that changes', () => {
  it('renews it once for all requests and continues', async () => {
    const tokenFile = join(temporaryFolder(), 'token');
    writeFileSync(tokenFile, server.token);
    const hub = await connected(kubeconfigFile(server.url, { tokenFile }, ca()));
    await hub.follow([PLACEMENT, WORK]);
    server.changeToken('rotated');
    writeFileSync(tokenFile, 'rotated');
    server.dropWatches();
    server.store.put(placement('after'));
    await until(hub, (state) => state.list(PLACEMENT).length === 1);
    await hub.refresh();
    await hub.close();
  });
});

async function plainServer(): Promise<string> {
  const plain = http.createServer((_, response) => response.end('hello'));
  const url = await listening(plain);
  plain.unref();
  return url;
}

function listening(server_: net.Server): Promise<string> {
  return new Promise((resolve) => {
    server_.listen(0, '127.0.0.1', () => resolve(`https://127.0.0.1:${(server_.address() as AddressInfo).port}`));
  });
}
