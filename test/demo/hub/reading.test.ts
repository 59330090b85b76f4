import { describe, expect, test } from 'vitest';
import { field, listAt, numberAt, stringAt } from '../../../src/fleet/json/json.ts';
import { configMap, withHub } from '../../support/hubs/embedded-hub-client.ts';

const PLACEMENTS = '/apis/placement.kubernetes-fleet.io';
const reporting = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop', generation: 3, uid: 'u1' },
  spec: { strategy: { type: 'RollingUpdate', reportBackStrategy: { type: 'Mirror' } } },
};

describe('get and list', () => {
  test('an object is stored once and read in each served version; v1 hides what its schema lacks', () =>
    withHub(async ({ hub, ask }) => {
      hub.store.put(reporting);
      const [v1, v1beta1] = await Promise.all(
        ['v1', 'v1beta1'].map(async (version) => (await ask(`${PLACEMENTS}/${version}/clusterresourceplacements/shop`)).json()),
      );
      expect(v1).toMatchObject({ apiVersion: 'placement.kubernetes-fleet.io/v1', metadata: { generation: 3, uid: 'u1' } });
      expect(field(v1, 'spec', 'strategy')).toEqual({ type: 'RollingUpdate' });
      expect(field(v1beta1, 'spec', 'strategy', 'reportBackStrategy')).toEqual({ type: 'Mirror' });
      expect((await ask(`${PLACEMENTS}/v1alpha1/clusterresourceplacements/shop`)).code).toBe(404);
    }));

  test('lists one namespace or all, in order, with the revision of the whole store', () =>
    withHub(async ({ hub, ask, names }) => {
      for (const [namespace, name] of [
        ['b', 'x'],
        ['a', 'z'],
        ['a', 'y'],
      ] as const)
        hub.store.put(configMap(namespace, name));
      expect(await names('/api/v1/configmaps')).toEqual(['y', 'z', 'x']);
      expect(await names('/api/v1/namespaces/a/configmaps')).toEqual(['y', 'z']);
      expect(await names('/api/v1/namespaces/none/configmaps')).toEqual([]);
      const list = (await ask('/api/v1/configmaps')).json();
      expect(list).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: String(hub.store.revision) } });
    }));

  test.each([
    ['labelSelector=tier%3Dweb', ['a', 'b']],
    ['labelSelector=tier%3D%3Dweb,env!%3Dprod', ['b']],
    ['labelSelector=env%20in%20(prod,dev)', ['a', 'c']],
    ['labelSelector=env%20notin%20(prod,dev)', ['b', 'd']],
    ['labelSelector=env', ['a', 'c']],
    ['labelSelector=!env,!tier', ['d']],
    ['fieldSelector=metadata.name%3Dc', ['c']],
    ['fieldSelector=metadata.name!%3Dc,metadata.namespace%3D%3Dns', ['a', 'b', 'd']],
  ])('%s selects %j', (query, expected) =>
    withHub(async ({ hub, names }) => {
      hub.store.put(configMap('ns', 'a', { tier: 'web', env: 'prod' }));
      hub.store.put(configMap('ns', 'b', { tier: 'web' }));
      hub.store.put(configMap('ns', 'c', { env: 'dev' }));
      hub.store.put(configMap('ns', 'd'));
      expect(await names(`/api/v1/configmaps?${query}`)).toEqual(expected);
    }),
  );

  test.each(['labelSelector=a%20b', 'labelSelector=a%20in%20x', 'fieldSelector=data.x%3D1', 'fieldSelector=name'])(
    '%s is refused',
    (query) =>
      withHub(async ({ ask }) => {
        expect((await ask(`/api/v1/configmaps?${query}`)).json()).toMatchObject({ kind: 'Status', code: 400, reason: 'BadRequest' });
      }),
  );

  test('pages show the revision of the first one, for any later writes', () =>
    withHub(async ({ hub, ask }) => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) hub.store.put(configMap('ns', name));
      const first = (await ask('/api/v1/configmaps?limit=2')).json();
      expect(numberAt(first, 'metadata', 'remainingItemCount')).toBe(3);
      hub.store.remove(configMap('ns', 'c'));
      hub.store.put(configMap('ns', 'f'));
      const rest = (await ask(`/api/v1/configmaps?limit=5&continue=${stringAt(first, 'metadata', 'continue')}`)).json();
      expect(listAt(rest, 'items').map((item) => stringAt(item, 'metadata', 'name'))).toEqual(['c', 'd', 'e']);
      expect(field(rest, 'metadata')).toEqual({ resourceVersion: stringAt(first, 'metadata', 'resourceVersion') });
    }));

  test('a continued list is 410 after a compaction, 400 with an unknown token', () =>
    withHub(async ({ hub, ask }) => {
      for (const name of ['a', 'b', 'c']) hub.store.put(configMap('ns', name));
      const first = (await ask('/api/v1/configmaps?limit=1')).json();
      hub.store.put(configMap('ns', 'd'));
      hub.store.compact();
      const gone = await ask(`/api/v1/configmaps?limit=1&continue=${stringAt(first, 'metadata', 'continue')}`);
      expect(gone.json()).toMatchObject({ code: 410, reason: 'Expired' });
      expect((await ask('/api/v1/configmaps?continue=nonsense')).code).toBe(400);
    }));

  test('resourceVersion: exact ones are read from history, future ones time out, unreadable ones are refused', () =>
    withHub(async ({ hub, ask, names }) => {
      hub.store.put(configMap('ns', 'a'));
      const before = hub.store.revision;
      hub.store.put(configMap('ns', 'b'));
      expect(await names(`/api/v1/configmaps?resourceVersion=${before}&resourceVersionMatch=Exact`)).toEqual(['a']);
      expect(await names(`/api/v1/configmaps?resourceVersion=${before}&resourceVersionMatch=NotOlderThan`)).toEqual(['a', 'b']);
      expect(await names('/api/v1/configmaps?resourceVersion=0')).toEqual(['a', 'b']);
      expect((await ask('/api/v1/configmaps?resourceVersion=999999')).json()).toMatchObject({ code: 504, reason: 'Timeout' });
      expect((await ask('/api/v1/configmaps?resourceVersion=new')).code).toBe(400);
      expect((await ask('/api/v1/configmaps?resourceVersionMatch=Exact')).code).toBe(422);
      hub.store.compact();
      expect((await ask(`/api/v1/configmaps?resourceVersion=${before}&resourceVersionMatch=Exact`)).code).toBe(410);
    }));

  test('only metadata is returned if requested', () =>
    withHub(async ({ hub, ask }) => {
      hub.store.put(configMap('ns', 'a', {}, { secret: 'no' }));
      const headers = { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' };
      const list = (await ask('/api/v1/configmaps', { headers })).json();
      expect(list).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' });
      expect(Object.keys(listAt(list, 'items')[0] as object)).toEqual(['kind', 'apiVersion', 'metadata']);
      expect((await ask('/api/v1/configmaps', { headers: { accept: 'application/vnd.kubernetes.protobuf' } })).code).toBe(406);
    }));

  test('large answers are compressed for clients that accept it', () =>
    withHub(async ({ hub, ask }) => {
      hub.store.put(configMap('ns', 'a', {}, { text: 'x'.repeat(200_000) }));
      expect((await ask('/api/v1/configmaps', { headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding']).toBe('gzip');
      expect((await ask('/api/v1/configmaps')).headers['content-encoding']).toBeUndefined();
    }));
});

describe('a request for something that does not exist', () => {
  test('gets a 404 Status for an object, and a plain 404 for a type', () =>
    withHub(async ({ ask }) => {
      expect((await ask(`${PLACEMENTS}/v1/clusterresourceplacements/none`)).json()).toMatchObject({
        kind: 'Status',
        code: 404,
        reason: 'NotFound',
        message: 'clusterresourceplacements.placement.kubernetes-fleet.io "none" not found',
      });
      for (const path of ['/apis/none.example/v1/things', '/api/v1/things', '/api/v1/namespaces/a/nodes', '/nothing']) {
        const answer = await ask(path);
        expect([path, answer.code, answer.text]).toEqual([path, 404, '404 page not found\n']);
      }
    }));

  test('gets the same for types that are left out', () =>
    withHub(
      async ({ ask, hub }) => {
        expect((await ask(`${PLACEMENTS}/v1/clusterresourceplacements`)).code).toBe(404);
        expect(() => hub.store.put(reporting)).toThrow(/serves no ClusterResourcePlacement/);
      },
      { types: [{ group: '', kind: 'Namespace', plural: 'namespaces', namespaced: false, versions: ['v1'] }] },
    ));

  test('is refused if it is a write', () =>
    withHub(async ({ ask }) => {
      const answer = await ask('/api/v1/namespaces/a/configmaps', { method: 'POST', body: '{}' });
      expect(answer.json()).toMatchObject({ code: 405, reason: 'MethodNotAllowed' });
    }));
});

test('discovery has version, groups, resources, and all in one answer', () =>
  withHub(async ({ ask }) => {
    expect(stringAt((await ask('/version')).json(), 'gitVersion')).toMatch(/^v1\./);
    expect((await ask('/api')).json()).toMatchObject({ versions: ['v1'] });
    expect(JSON.stringify((await ask('/apis')).json())).toContain('"placement.kubernetes-fleet.io/v1beta1"');
    expect((await ask(PLACEMENTS)).json()).toMatchObject({ kind: 'APIGroup', preferredVersion: { version: 'v1' } });
    const works = listAt((await ask(`${PLACEMENTS}/v1beta1`)).json(), 'resources').find((entry) => stringAt(entry, 'name') === 'works');
    expect(works).toEqual({ name: 'works', singularName: 'work', namespaced: true, kind: 'Work', verbs: ['get', 'list', 'watch'] });
    const v1 = listAt((await ask(`${PLACEMENTS}/v1`)).json(), 'resources').map((entry) => stringAt(entry, 'kind'));
    expect(v1).not.toContain('ResourceBinding');
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const inOne = await ask('/apis', { headers: { accept: `${accept},application/json` } });
    expect(inOne.headers['content-type']).toBe(accept);
    expect(listAt(inOne.json(), 'items').length).toBeGreaterThan(5);
    expect((await ask('/readyz')).text).toBe('ok');
  }));
