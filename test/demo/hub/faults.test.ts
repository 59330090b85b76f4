import { expect, test } from 'vitest';
import { stringAt } from '../../../src/fleet/json/json.ts';
import { configMap, withHub } from '../../support/hubs/embedded-hub-client.ts';

const WORKS = '/apis/placement.kubernetes-fleet.io/v1beta1/works';

test('only a valid token is accepted', () =>
  withHub(async ({ hub, ask }) => {
    for (const authorization of ['', 'Bearer wrong']) {
      const answer = await ask('/version', { headers: { authorization } });
      expect(answer.json()).toMatchObject({
        kind: 'Status',
        status: 'Failure',
        code: 401,
        reason: 'Unauthorized',
        message: 'Unauthorized',
      });
    }
    const old = hub.token;
    hub.changeToken('fresh');
    expect((await ask('/version', { headers: { authorization: `Bearer ${old}` } })).code).toBe(401);
    expect((await ask('/version')).code).toBe(200);
  }));

test('a request that RBAC denies is 403 with the message of an API server, and a review agrees', () =>
  withHub(async ({ hub, ask }) => {
    hub.faults.denies = ({ verb, resource, namespace }) => resource === 'works' && verb !== 'get' && namespace !== 'fleet-member-a';
    expect((await ask(WORKS)).json()).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message:
        'works.placement.kubernetes-fleet.io is forbidden: User "fleet-gate" cannot list resource "works" in API group "placement.kubernetes-fleet.io" at the cluster scope',
    });
    expect(stringAt((await ask(`${WORKS}?watch=true`)).json(), 'message')).toContain('cannot watch resource "works"');
    const inNamespace = await ask('/apis/placement.kubernetes-fleet.io/v1/namespaces/fleet-member-b/works');
    expect(stringAt(inNamespace.json(), 'message')).toContain('in the namespace "fleet-member-b"');
    expect((await ask('/apis/placement.kubernetes-fleet.io/v1/namespaces/fleet-member-a/works')).code).toBe(200);

    const review = async (namespace: string): Promise<unknown> => {
      const resourceAttributes = { verb: 'list', group: 'placement.kubernetes-fleet.io', resource: 'works', namespace };
      const body = JSON.stringify({ apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: { resourceAttributes } });
      const answer = await ask('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', { method: 'POST', body });
      expect(answer.code).toBe(201);
      return answer.json();
    };
    expect(await review('')).toMatchObject({ kind: 'SelfSubjectAccessReview', status: { allowed: false } });
    expect(await review('fleet-member-a')).toMatchObject({ status: { allowed: true } });
  }));

test('a type whose storage is initializing asks for a retry in a second', () =>
  withHub(async ({ hub, ask }) => {
    hub.faults.initializes = ({ kind }) => kind === 'Work';
    const answer = await ask(WORKS);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.json()).toMatchObject({ code: 429, message: 'storage is (re)initializing', details: { retryAfterSeconds: 1 } });
    hub.faults.initializes = () => false;
    expect((await ask(WORKS)).code).toBe(200);
  }));

test('answers of a proxy are sent', () =>
  withHub(async ({ hub, ask }) => {
    hub.faults.answers = (path) =>
      path === '/version'
        ? { code: 502, body: '<html>Bad Gateway</html>', contentType: 'text/html', headers: { 'retry-after': '2' } }
        : undefined;
    const answer = await ask('/version');
    expect([answer.code, answer.text, answer.headers['retry-after']]).toEqual([502, '<html>Bad Gateway</html>', '2']);
    expect((await ask('/api')).code).toBe(200);
  }));

test('a body in pieces arrives complete, characters of several bytes included', () =>
  withHub(async ({ hub, ask, watch }) => {
    hub.store.put(configMap('ns', 'a', {}, { text: 'größe → 漢字 🚢' }));
    hub.faults.pieceBytes = 7;
    expect((await ask('/api/v1/configmaps')).text).toContain('größe → 漢字 🚢');
    const [line] = await watch('/api/v1/configmaps?watch=true&timeoutSeconds=0');
    expect(stringAt(line?.object, 'data', 'text')).toBe('größe → 漢字 🚢');
  }));

test('the Date header has the hub’s time, with a skew if one is set', () => {
  const time = { now: () => Date.UTC(2031, 0, 2, 3, 4, 5), sleep: () => Promise.resolve() };
  return withHub(
    async ({ hub, ask }) => {
      expect((await ask('/version')).headers.date).toBe('Thu, 02 Jan 2031 03:04:05 GMT');
      hub.faults.clockSkewMs = -3_600_000;
      expect((await ask('/version')).headers.date).toBe('Thu, 02 Jan 2031 02:04:05 GMT');
    },
    { time },
  );
});

test('requests are recorded and share one connection', () =>
  withHub(async ({ hub, ask }) => {
    await ask('/version');
    await ask('/api/v1/configmaps?limit=1');
    expect(hub.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /version', 'GET /api/v1/configmaps?limit=1']);
    expect(hub.connections).toBe(1);
  }));
