import { describe, expect, it } from 'vitest';

import { ApiError } from '../../../src/gates/hub/http/api-error.ts';
import { discoverApis } from '../../../src/gates/hub/http/discover-apis.ts';
import { startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { connected, kubeconfigFile } from '../../support/hubs/connected-hub.ts';

const VERBS = ['get', 'list', 'watch'];
const widgets = (version: string) => ({
  version,
  freshness: 'Current',
  resources: [{ resource: 'widgets', responseKind: { group: '', version, kind: 'Widget' }, scope: 'Namespaced', verbs: VERBS }],
});

/** A server that knows only these paths. */
function serving(documents: Readonly<Record<string, object>>): {
  readonly get: (path: string) => Promise<unknown>;
  readonly asked: string[];
} {
  const asked: string[] = [];
  return {
    asked,
    get: (path) => {
      asked.push(path);
      const document = documents[path];
      return document === undefined ? Promise.reject(new ApiError(503, '', 'service unavailable')) : Promise.resolve(document);
    },
  };
}

describe('discovery of all kinds', () => {
  it('needs two requests for a hub with aggregated discovery, and prefers the version of the group', async () => {
    const items = [{ metadata: { name: 'example.com' }, versions: [widgets('v2'), widgets('v1beta1')] }];
    const { get, asked } = serving({
      '/api': { kind: 'APIGroupDiscoveryList', items: [] },
      '/apis': { kind: 'APIGroupDiscoveryList', items },
    });
    const widget = { group: 'example.com', kind: 'Widget', plural: 'widgets', namespaced: true, watchable: true };
    expect(await discoverApis(get)).toEqual({ resources: [{ ...widget, preferred: 'v2', versions: ['v2', 'v1beta1'] }], unread: [] });
    expect(asked).toHaveLength(2);
  });

  it('does not treat a group as empty if its server is down', async () => {
    const stale = { metadata: { name: 'metrics.k8s.io' }, versions: [{ version: 'v1beta1', freshness: 'Stale', resources: [] }] };
    const { get } = serving({
      '/api': { kind: 'APIGroupDiscoveryList', items: [] },
      '/apis': { kind: 'APIGroupDiscoveryList', items: [stale] },
    });
    expect(await discoverApis(get)).toEqual({ resources: [], unread: ['metrics.k8s.io'] });
  });

  it('asks for one version after another if the server has no other discovery', async () => {
    const list = (kind: string, name: string, verbs: readonly string[]) => ({ resources: [{ kind, name, namespaced: false, verbs }] });
    const { get } = serving({
      '/api': { kind: 'APIVersions', versions: ['v1'] },
      '/api/v1': { resources: [...list('Node', 'nodes', VERBS).resources, { kind: 'Node', name: 'nodes/status', verbs: VERBS }] },
      '/apis': {
        kind: 'APIGroupList',
        groups: [
          { name: 'a', preferredVersion: { version: 'v1' }, versions: [{ version: 'v2alpha1' }, { version: 'v1' }] },
          { name: 'down', preferredVersion: { version: 'v1' }, versions: [{ version: 'v1' }] },
        ],
      },
      '/apis/a/v1': list('One', 'ones', VERBS),
      '/apis/a/v2alpha1': { resources: [...list('One', 'ones', VERBS).resources, ...list('Review', 'reviews', ['create']).resources] },
    });
    expect(await discoverApis(get)).toEqual({
      resources: [
        { group: '', kind: 'Node', plural: 'nodes', namespaced: false, preferred: 'v1', versions: ['v1'], watchable: true },
        { group: 'a', kind: 'One', plural: 'ones', namespaced: false, preferred: 'v1', versions: ['v1', 'v2alpha1'], watchable: true },
        {
          group: 'a',
          kind: 'Review',
          plural: 'reviews',
          namespaced: false,
          preferred: 'v2alpha1',
          versions: ['v2alpha1'],
          watchable: false,
        },
      ],
      unread: ['down'],
    });
  });

  it('reads a live hub once, and has no result if it is not allowed', async () => {
    const server = await startEmbeddedHub({});
    const authority = { 'certificate-authority-data': Buffer.from(server.certificate).toString('base64') };
    const hub = await connected(kubeconfigFile(server.url, { token: server.token }, authority));
    const kinds = (await hub.apis())?.resources.map(({ group, kind, preferred }) => `${group}/${preferred} ${kind}`);
    expect(kinds).toEqual(expect.arrayContaining(['/v1 Namespace', 'placement.kubernetes-fleet.io/v1 ClusterResourcePlacement']));
    server.store.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' }, spec: {} });
    server.faults.denies = ({ resource }) => resource === 'secrets';
    const [namespaces, secrets, widget] = await hub.read([
      { group: '', kind: 'Namespace' },
      { group: '', kind: 'Secret', namespace: 'shop' },
      { group: 'example.com', kind: 'Widget' },
    ]);
    expect(namespaces).toMatchObject({ state: { kind: 'seen' }, objects: [{ metadata: { name: 'shop' } }] });
    expect(secrets).toMatchObject({ state: { kind: 'denied', message: expect.stringContaining('in the namespace "shop"') }, objects: [] });
    expect(widget).toMatchObject({ state: { kind: 'notServed' } });
    expect(server.requests.filter(({ path }) => path.includes('watch='))).toEqual([]);
    server.faults.answers = () => ({ code: 403, body: '{}', contentType: 'application/json' });
    expect(await hub.apis()).toBeUndefined();
    await hub.close();
    await server.close();
  });
});
