/** What the doctor says about rights, member clusters, and checks without time left. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { hangingServer } from '../../support/hubs/hanging-servers.ts';
import { checkIn, examined, outcomesOf } from '../../support/hubs/doctor-examination.ts';
import { parseAllDocuments } from 'yaml';

let hub: EmbeddedHub;
beforeEach(async () => {
  hub = await startEmbeddedHub();
});
afterEach(() => hub.close());

const MINUTE = 60_000;
const PLACEMENTS = 'clusterresourceplacements';

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
    const found = await examined(hub, { options: { server: `https://127.0.0.1:${silent.port}` }, limits: { limitMs: 500 } });
    expect(checkIn(found, 'reachability')).toMatchObject({
      outcome: 'notChecked',
      evidence: [expect.stringContaining('no answer within')],
    });
    silent.close();
  });
});
