/** The way to a hub from the network to its members, each outcome with its neighbours. */
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../../src/demo/hub/certificate.ts';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { SERVED_TYPES } from '../../../src/demo/hub/served-types.ts';
import { MAIN_KINDS } from '../../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { hangingServer } from '../../support/hubs/hanging-servers.ts';
import { plainProxy } from '../../support/hubs/plain-proxy.ts';
import { checkIn, examined, type Examined, outcomesOf } from '../../support/hubs/doctor-examination.ts';
import { parseAllDocuments } from 'yaml';

let hub: EmbeddedHub;
beforeEach(async () => {
  hub = await startEmbeddedHub();
});
afterEach(() => hub.close());

const MINUTE = 60_000;
const PLACEMENTS = 'clusterresourceplacements';

describe('reachability', () => {
  it.each<[string, Examined, string]>([
    ['an unknown host name', { options: { server: 'https://hub.invalid' } }, 'name lookup: '],
    [
      'a port without a server',
      { options: { server: 'https://127.0.0.1:1' } },
      'connection: nothing listens on 127.0.0.1:1 (connection refused)',
    ],
    ['another name in the certificate', { options: { tlsServerName: 'other.example' } }, 'TLS: the certificate is for another name'],
    ['a proxy that does not exist', { cluster: { 'proxy-url': 'http://127.0.0.1:1' } }, '127.0.0.1:1'],
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

describe('served kinds', () => {
  const serving = async (types: typeof SERVED_TYPES, more: Examined = {}): Promise<ReturnType<typeof examined>> => {
    const other = await startEmbeddedHub({ types });
    try {
      return await examined(other, more);
    } finally {
      await other.close();
    }
  };

  it.each([
    ['a cluster without KubeFleet', SERVED_TYPES.filter(({ group }) => !group.includes('kubernetes-fleet')), 'this is not a KubeFleet hub'],
    [
      'a member cluster',
      SERVED_TYPES.filter(({ group, kind }) => !group.includes('kubernetes-fleet') || kind === 'AppliedWork'),
      'this is a member cluster, not the hub',
    ],
    [
      'a former version of a hub',
      [
        ...SERVED_TYPES.filter(({ group }) => !group.includes('kubernetes-fleet')),
        { group: 'fleet.azure.com', kind: 'ClusterResourcePlacement', plural: PLACEMENTS, namespaced: false, versions: ['v1alpha1'] },
      ],
      'it serves fleet.azure.com',
    ],
    [
      'old versions only',
      SERVED_TYPES.map((type) => (type.kind.endsWith('ResourcePlacement') ? { ...type, versions: ['v1alpha1'] } : type)),
      'placements are served as v1alpha1 only',
    ],
  ])('describes what is there instead of a hub: %s', async (_, types, message) => {
    const found = await serving(types);
    expect(found.outcome).toBe('unreachable');
    expect(checkIn(found, 'kinds')).toMatchObject({ outcome: 'failed', evidence: [expect.stringContaining(message)] });
    expect(outcomesOf(found)).toMatchObject({ rights: 'notChecked', members: 'notChecked' });
  });

  it('are a warning if kinds that are needed are not served', async () => {
    const found = await serving(SERVED_TYPES.filter(({ kind }) => kind !== 'Work'));
    expect(found.outcome).toBe('passed');
    expect(checkIn(found, 'kinds')).toMatchObject({
      outcome: 'warning',
      evidence: [expect.anything(), expect.stringMatching(/^not served: Work; hence: /)],
    });
  });

  it.each([
    ['each', 'unreachable', 'failed'],
    ['one', 'passed', 'warning'],
  ] as const)('are a failure if a required kind is missing: %s of two', async (enough, outcome, kinds) => {
    const interests = ['ClusterResourcePlacement', 'ResourcePlacement'].map((kind) => ({ group: 'placement.kubernetes-fleet.io', kind }));
    const found = await serving(
      SERVED_TYPES.filter(({ kind }) => kind !== 'ResourcePlacement'),
      { needs: { interests, vital: { interests, enough } } },
    );
    expect(found.outcome).toBe(outcome);
    expect(checkIn(found, 'kinds')).toMatchObject({
      outcome: kinds,
      evidence: [expect.anything(), 'not served: ResourcePlacement; hence: such a placement cannot be gated, or named as an owner'],
    });
  });

  it('are expected to have KubeFleet’s kinds if discovery is not allowed', async () => {
    hub.faults.answers = (path) =>
      /^\/apis?(\?|$)/.test(path) ? { code: 403, body: JSON.stringify({ kind: 'Status', message: 'forbidden: discovery' }) } : undefined;
    expect(checkIn(await examined(hub), 'kinds')).toMatchObject({
      outcome: 'warning',
      evidence: ['the hub does not list its kinds to this user: forbidden: discovery', expect.anything()],
    });
  });
});

describe('KubeFleet version', () => {
  const TESTED = 'tested on recordings of v0.3.1 and of main of August 2026; none is of a hub of Azure';
  const LATER = 'tested on written examples alone: pull requests 588, 730, 809, 813, 898, 901, 916 and 925 of KubeFleet';
  const written = (message: string): KubeObject => ({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'shop' },
    status: { conditions: [{ type: 'ClusterResourcePlacementWorkSynchronized', status: 'True', reason: 'WorkSynchronized', message }] },
  });
  const cluster = (labels: Readonly<Record<string, string>>): KubeObject => ({
    apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
    kind: 'MemberCluster',
    metadata: { name: 'east', labels },
  });

  it.each<readonly [string, readonly KubeObject[], readonly string[]]>([
    ['no object', [], ['KubeFleet v0.3 or main: nothing that can be read distinguishes them', TESTED]],
    [
      'the words of v0.3',
      [written("Works(s) are succcesfully created or updated in 1 target cluster(s)' namespaces")],
      ['KubeFleet v0.3: ClusterResourcePlacement/shop says "Works(s) are succcesfully created or updated"', TESTED],
    ],
    [
      'the words of main, and labels of Azure',
      [
        written("Work(s) are successfully created or updated in 1 target cluster(s)' namespaces"),
        cluster({ 'fleet.azure.com/location': 'westeurope' }),
      ],
      [
        'KubeFleet main: ClusterResourcePlacement/shop says "Work(s) are successfully created or updated"',
        'a hub of Azure: member cluster east has labels of Azure',
        TESTED,
      ],
    ],
    [
      'the label of a later version',
      [cluster({ 'kubefleet.dev/cluster-alias': 'east' })],
      ['KubeFleet later than main of August 2026: member cluster east has the label kubefleet.dev/cluster-alias', TESTED, LATER],
    ],
  ])('is found by %s', async (_, objects, evidence) => {
    for (const object of objects) hub.store.put(object);
    expect(checkIn(await examined(hub), 'kubefleet')).toMatchObject({ outcome: 'ok', evidence });
  });

  it('is found by kinds that a later version serves', async () => {
    const types = SERVED_TYPES.map((type) =>
      type.kind === 'ClusterResourcePlacementEviction' ? { ...type, versions: ['v1', ...type.versions] } : type,
    );
    const other = await startEmbeddedHub({ types: [...types, ...MAIN_KINDS] });
    try {
      expect(checkIn(await examined(other), 'kubefleet').evidence).toEqual([
        'KubeFleet later than main of August 2026: it serves evictions as v1; it serves placement.kubefleet.dev, whose objects are not checked',
        TESTED,
        LATER,
      ]);
    } finally {
      await other.close();
    }
  });
});

describe('rights', () => {
  it('are checked for everything that is needed, and the suggested role grants it to this user only', async () => {
    const found = await examined(hub);
    expect(checkIn(found, 'rights').evidence).toEqual(['all 3 kinds that are needed may be listed and watched']);
    const [role, binding] = parseAllDocuments(found.doctor.role ?? '').map((document) => document.toJS() as Record<string, unknown>);
    expect(role).toMatchObject({
      kind: 'ClusterRole',
      rules: [
        { apiGroups: ['cluster.kubernetes-fleet.io'], resources: ['memberclusters'], verbs: ['list', 'watch'] },
        { apiGroups: ['placement.kubernetes-fleet.io'], resources: [PLACEMENTS, 'works'], verbs: ['list', 'watch'] },
      ],
    });
    expect(binding).toMatchObject({ subjects: [{ kind: 'User', name: 'fleet-gate' }] });
  });

  it('fail if a required right is missing', async () => {
    hub.faults.denies = ({ resource }) => resource === PLACEMENTS;
    const found = await examined(hub);
    expect(found.outcome).toBe('notAllowed');
    expect(checkIn(found, 'rights')).toMatchObject({
      outcome: 'failed',
      evidence: ['list ClusterResourcePlacement is denied; hence: such a placement cannot be gated, or named as an owner'],
    });
  });

  it('are a warning if a verdict is possible without them, or if only watch is denied', async () => {
    hub.faults.denies = ({ resource, verb }) => resource === 'works' || (resource === PLACEMENTS && verb === 'watch');
    const found = await examined(hub);
    expect(found.outcome).toBe('passed');
    expect(checkIn(found, 'rights')).toMatchObject({
      outcome: 'warning',
      evidence: [
        'list Work is denied; hence: causes on members are only known from the status of the placement',
        'watch is denied, so that a wait lists again and again: ClusterResourcePlacement',
      ],
    });
  });

  it('one of several is enough if no target was given', async () => {
    const vital = {
      interests: ['ClusterResourcePlacement', 'ResourcePlacement'].map((kind) => ({ group: 'placement.kubernetes-fleet.io', kind })),
      enough: 'one',
    } as const;
    const needs = { vital, interests: vital.interests };
    hub.faults.denies = ({ resource }) => resource === PLACEMENTS;
    expect((await examined(hub, { needs })).outcome).toBe('passed');
    hub.faults.denies = () => true;
    expect((await examined(hub, { needs })).outcome).toBe('notAllowed');
  });

  it('are checked for the kinds that the placements select', async () => {
    hub.store.put({ apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'ClusterResourcePlacement', metadata: { name: 'shop' } });
    const selectedBy = (placements: readonly KubeObject[]): { group: string; kind: string }[] =>
      placements.map(() => ({ group: '', kind: 'ConfigMap' }));
    expect((await examined(hub, { needs: { selectedBy } })).doctor.role).toContain('configmaps');
  });

  it('are checked by listing if a hub does not answer reviews, and watch is then never reported as allowed', async () => {
    hub.faults.answers = (path) =>
      path.includes('selfsubjectaccessreviews') ? { code: 403, body: JSON.stringify({ message: 'no reviews' }) } : undefined;
    const found = await examined(hub);
    expect(checkIn(found, 'rights')).toMatchObject({
      outcome: 'warning',
      evidence: [expect.stringContaining('it is not known which kinds may be watched')],
    });
    hub.faults.denies = ({ resource }) => resource === PLACEMENTS;
    expect((await examined(hub)).outcome).toBe('notAllowed');
  });
});

describe('member clusters', () => {
  const member = (name: string, age: number, state: { joined?: string; healthy?: string; leaving?: boolean } = {}): KubeObject => ({
    apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
    kind: 'MemberCluster',
    metadata: { name },
    spec: { heartbeatPeriodSeconds: 60, ...(state.leaving === true ? { state: 'Leave' } : {}) },
    status: {
      agentStatus: [
        {
          type: 'MemberAgent',
          lastReceivedHeartbeat: new Date(Date.now() - age).toISOString(),
          conditions: [
            { type: 'Joined', status: state.joined ?? 'True' },
            { type: 'Healthy', status: state.healthy ?? 'True' },
          ],
        },
      ],
    },
  });

  it('are a warning if there are none', async () => {
    expect(checkIn(await examined(hub), 'members')).toMatchObject({
      outcome: 'warning',
      evidence: [expect.stringContaining('there is no member cluster')],
    });
  });

  it('are counted if they are healthy', async () => {
    for (const name of ['east', 'west']) hub.store.put(member(name, 5000));
    expect(checkIn(await examined(hub), 'members')).toMatchObject({
      outcome: 'ok',
      evidence: [expect.stringMatching(/^2 member clusters, 2 joined, the oldest heartbeat \d+ s ago$/)],
    });
  });

  it('are named if they are not healthy', async () => {
    hub.store.put(member('east', 5000));
    hub.store.put(member('old', 12 * MINUTE + 5000));
    hub.store.put(member('new', 5000, { joined: 'False' }));
    hub.store.put(member('sick', 5000, { healthy: 'False' }));
    hub.store.put(member('gone', 5000, { leaving: true }));
    hub.store.put({ ...member('mute', 0), status: {} });
    const found = await examined(hub);
    expect(found.outcome).toBe('passed');
    expect(checkIn(found, 'members')).toMatchObject({
      outcome: 'warning',
      evidence: [
        expect.stringMatching(/^6 member clusters, 4 joined, the oldest heartbeat 12 min ago$/),
        'not joined: mute, new',
        'about to leave: gone',
        'not healthy: sick',
        'never heard from: mute',
        'silent: old (for 12 min)',
      ],
    });
  });

  it('are reported as not listable', async () => {
    hub.faults.denies = ({ resource }) => resource === 'memberclusters';
    expect(checkIn(await examined(hub), 'members')).toMatchObject({ outcome: 'warning', evidence: [expect.stringContaining('forbidden')] });
  });
});

describe('limits', () => {
  it('a check without time left is reported as not made, never as ok', async () => {
    const found = await examined(hub, { limits: { limitMs: 0 } });
    expect(outcomesOf(found)).toMatchObject({ reachability: 'notChecked', rights: 'notChecked', members: 'notChecked' });
    expect(Object.values(outcomesOf(found))).not.toContain('failed');
    expect(found.outcome).toBe('unreachable');
  });

  it('a hub that hangs midway is given up when the time is over', async () => {
    const silent = await hangingServer(() => undefined);
    const began = performance.now();
    const found = await examined(hub, { options: { server: `https://127.0.0.1:${silent.port}` }, limits: { limitMs: 500 } });
    expect(performance.now() - began).toBeLessThan(5000);
    expect(checkIn(found, 'reachability')).toMatchObject({
      outcome: 'notChecked',
      evidence: [expect.stringContaining('no answer within')],
    });
    silent.close();
  });
});
