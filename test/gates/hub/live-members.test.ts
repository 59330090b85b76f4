import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { ServerResponse } from 'node:http';
import { connectMembers } from '../../../src/gates/hub/live-members.ts';
import type { LiveMembers } from '../../../src/gates/hub/live-members.ts';
import { kubeconfigFile } from '../../support/hubs/connected-hub.ts';
import { startScriptedServer, status } from '../../support/hubs/scripted-server.ts';
import type { ScriptedServer } from '../../support/hubs/scripted-server.ts';

let server: ScriptedServer;
const open: LiveMembers[] = [];

beforeEach(async () => {
  server = await startScriptedServer();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((members) => members.close()));
  await server.close();
});

const answer = (response: ServerResponse, body: object): true => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  return true;
};

async function reading(url: string, logLines?: number): Promise<LiveMembers> {
  const logins = new Map([['west', { context: 'hub' }]]);
  const timing = { backoffBaseMs: 2, backoffMaxMs: 10, reconnectMs: 5, confirmMs: 20, pollMs: 15 };
  const options = { kubeconfig: kubeconfigFile(url), env: {}, wallClock: () => Date.now(), timing };
  const connected = await connectMembers(logins, options, logLines);
  open.push(connected);
  return connected;
}

describe('a member that may be read', () => {
  test('returns the pods of the requested namespace, and nothing more is requested from it', async () => {
    const pod = { metadata: { name: 'orders-1', namespace: 'shop', resourceVersion: '7' }, status: { phase: 'Pending' } };
    server.intercept = (url, response) => {
      if (url.pathname === '/api/v1')
        return answer(response, { resources: [{ name: 'pods', kind: 'Pod', namespaced: true, verbs: ['list', 'watch'] }] });
      if (url.pathname !== '/api/v1/namespaces/shop/pods' || url.searchParams.has('watch')) return false;
      return answer(response, { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '8' }, items: [pod] });
    };
    const west = await reading(server.url);
    const read = await west.read('west', 'shop');
    expect(read?.map((object) => `${object.kind} ${object.metadata.name}`)).toEqual(['Pod orders-1']);
    const lists = server.asked.map((url) => url.pathname).filter((path) => path.includes('/namespaces/'));
    expect(new Set(lists)).toEqual(new Set(['/api/v1/namespaces/shop/pods']));
    expect(await west.read('east', 'shop')).toBeUndefined();
  });

  test('is asked for one object by its kind, and never for a Secret', async () => {
    const settings = { metadata: { name: 'settings', namespace: 'shop', resourceVersion: '7' } };
    server.intercept = (url, response) => {
      if (url.pathname === '/api/v1')
        return answer(response, { resources: [{ name: 'configmaps', kind: 'ConfigMap', namespaced: true, verbs: ['list', 'watch'] }] });
      if (url.pathname !== '/api/v1/namespaces/shop/configmaps' || url.searchParams.has('watch')) return false;
      return answer(response, { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '8' }, items: [settings] });
    };
    const west = await reading(server.url);
    const object = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };
    const found = await west.find?.('west', object);
    expect(found?.map(({ metadata }) => metadata.name)).toEqual(['settings']);
    expect(await west.find?.('west', { ...object, name: 'other' })).toEqual([]);
    expect(await west.find?.('west', { ...object, kind: 'Secret' })).toBeUndefined();
    expect(await west.find?.('west', { ...object, apiVersion: 'example.com/v1', kind: 'Widget' })).toBeUndefined();
    expect(server.asked.filter(({ pathname }) => pathname.includes('secrets'))).toEqual([]);
  });

  describe('a member whose logs may be read', () => {
    const run = { namespace: 'shop', pod: 'orders-1', container: 'main', isPrevious: true };

    test('returns the last lines of a container, of the requested run', async () => {
      server.intercept = (url, response) => {
        if (!url.pathname.endsWith('/log')) return false;
        response.writeHead(200, { 'Content-Type': 'text/plain' }).end('starting\nno database\n');
        return true;
      };
      const west = await reading(server.url, 20);
      expect(await west.log?.('west', run)).toBe('starting\nno database\n');
      expect(server.asked.map((url) => `${url.pathname}${url.search}`)).toContain(
        '/api/v1/namespaces/shop/pods/orders-1/log?container=main&tailLines=20&previous=true',
      );
      expect(west.notices()).toEqual([]);
    });

    test('reports missing rights for logs, sends no further request, and has no lines of a pod that is gone', async () => {
      let answered = 404;
      server.intercept = (url, response) => {
        if (!url.pathname.endsWith('/log')) return false;
        status(response, answered, 'Refused', 'pods "orders-1": no log');
        return true;
      };
      const west = await reading(server.url, 20);
      expect(await west.log?.('west', run)).toBeUndefined();
      expect(west.notices()).toEqual([]);
      answered = 403;
      expect(await west.log?.('west', run)).toBeUndefined();
      expect(west.notices().map(({ message }) => message)).toEqual([
        'member west: the logs of failing containers cannot be read: pods "orders-1": no log',
      ]);
      const asked = server.asked.length;
      expect(await west.log?.('west', run)).toBeUndefined();
      expect(server.asked.length).toBe(asked);
    });

    test('is not asked for logs if no lines are requested', async () => {
      expect(await reading(server.url, 0)).not.toHaveProperty('log');
    });
  });

  test('and does not show pods is reported with the effect of that', async () => {
    server.intercept = (url, response) => {
      if (url.pathname === '/api/v1')
        return answer(response, { resources: [{ name: 'pods', kind: 'Pod', namespaced: true, verbs: ['list', 'watch'] }] });
      if (!url.pathname.endsWith('/pods')) return false;
      status(response, 403, 'Forbidden', 'pods is forbidden: User "ci" cannot list resource "pods"');
      return true;
    };
    const west = await reading(server.url);
    expect(await west.read('west', 'shop')).toEqual([]);
    expect(west.notices().find(({ kind }) => kind === 'denied')?.message).toMatch(
      /^member west: the member does not let these be read:\n- pods is forbidden.*\n {2}hence: why a workload fails there is only known/,
    );
  });

  test('and refuses the credentials is a notice, and the gate continues', async () => {
    server.intercept = (_url, response) => {
      response
        .writeHead(401, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ kind: 'Status', code: 401, reason: 'Unauthorized' }));
      return true;
    };
    const west = await reading(server.url);
    expect(await west.read('west', 'shop')).toBeUndefined();
    expect(west.notices().map(({ message }) => message)).toEqual([expect.stringContaining('member west')]);
    const asked = server.asked.length;
    expect(await west.read('west', 'shop')).toBeUndefined();
    expect(server.asked.length).toBe(asked);
  });

  test('is reached with its own kubeconfig, regardless of the one for the hub', async () => {
    const logins = new Map([['west', { kubeconfig: kubeconfigFile(server.url) }]]);
    const hub = { kubeconfig: '/nowhere', context: 'fleet', server: 'https://hub.example', namespace: 'ci' };
    const connected = await connectMembers(logins, { ...hub, env: {}, wallClock: () => Date.now() });
    open.push(connected);
    await connected.read('west', 'shop');
    expect(server.asked.map(({ pathname }) => pathname)).toContain('/api/v1');
    const broken = new Map([['east', { kubeconfig: '/nowhere/east.yaml' }]]);
    await expect(connectMembers(broken, { env: {}, wallClock: () => Date.now() })).rejects.toThrow('/nowhere/east.yaml');
  });
});
