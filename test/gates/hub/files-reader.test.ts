import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { dumpText } from '../../../src/gates/hub/dump/dump.ts';
import { filesReader } from '../../../src/gates/hub/dump/files-reader.ts';
import { newestTime } from '../../../src/fleet/kubefleet/newest-time.ts';
import { snapshotOf } from '../../../src/gates/hub/hub-state-of.ts';
import { parseObjects } from '../../../src/yaml/objects.ts';

const GROUP = 'placement.kubernetes-fleet.io';
const PLACEMENT = { group: GROUP, kind: 'ClusterResourcePlacement' };
const WORK = { group: GROUP, kind: 'Work' };
const CONFIG = { group: '', kind: 'ConfigMap' };

const placement = (name: string, more: object = {}, version = 'v1beta1'): KubeObject => ({
  apiVersion: `${GROUP}/${version}`,
  kind: 'ClusterResourcePlacement',
  metadata: { name, creationTimestamp: '2026-03-01T10:00:00Z' },
  ...more,
});

describe('files instead of a hub', () => {
  it('have only the types in them: absent Works prove nothing', () => {
    const hub = filesReader([placement('a')]).state();
    expect(hub.visibility(PLACEMENT)).toEqual({ kind: 'seen' });
    expect(hub.visibility(WORK)).toEqual({ kind: 'unread' });
    expect(hub.get(PLACEMENT, undefined, 'a')?.metadata.name).toBe('a');
    expect(hub.get(PLACEMENT, 'ns', 'a')).toBeUndefined();
  });

  it('give the newer of an object that occurs twice, and v1beta1 of equal ones', () => {
    const at = (resourceVersion: string, version: string, note: string): KubeObject =>
      placement('a', { metadata: { name: 'a', resourceVersion, creationTimestamp: '2026-03-01T10:00:00Z' }, note }, version);
    const noted = (...objects: KubeObject[]): unknown => filesReader(objects).state().get(PLACEMENT, undefined, 'a')?.['note'];
    expect(noted(at('10', 'v1beta1', 'new'), at('9', 'v1beta1', 'old'))).toBe('new');
    expect(noted(at('10', 'v1beta1', 'whole'), at('10', 'v1', 'hides fields'))).toBe('whole');
    expect(noted(at('10', 'v1', 'hides fields'), at('10', 'v1beta1', 'whole'))).toBe('whole');
  });

  it('are refused if an object has two UIDs: its versions are of two hubs', () => {
    const at = (resourceVersion: string, uid: string): KubeObject => placement('a', { metadata: { name: 'a', resourceVersion, uid } });
    expect(() => filesReader([at('5000', 'one'), at('100', 'other')], new Date(5))).toThrow(
      'ClusterResourcePlacement/a is in the files twice, with different UIDs: the files are of two hubs',
    );
    expect(
      filesReader([at('5000', 'one'), at('100', 'one')], new Date(5))
        .state()
        .list(PLACEMENT),
    ).toHaveLength(1);
  });

  it('never change', async () => {
    const reader = filesReader([placement('a')]);
    await reader.follow([WORK]);
    await reader.refresh();
    const gone = new AbortController();
    const changed = reader.changed(gone.signal);
    gone.abort();
    await changed;
    await reader.close();
    expect(reader.state()).toBe(reader.state());
  });

  it('need --now if no object has a time', () => {
    const timeless = placement('a', { metadata: { name: 'a' } });
    expect(() => filesReader([timeless])).toThrow('the files contain no time to check at (no timestamp of a server): set --now');
    expect(filesReader([timeless], new Date(5)).state().now).toEqual(new Date(5));
  });
});

describe('the time of files', () => {
  it('is the newest time that a server wrote, not a time that people or members wrote', () => {
    const heartbeat = { agentStatus: [{ lastReceivedHeartbeat: '2026-03-01T10:05:00Z' }] };
    const cluster: KubeObject = {
      apiVersion: 'cluster.kubernetes-fleet.io/v1',
      kind: 'MemberCluster',
      metadata: { name: 'm' },
      status: heartbeat,
    };
    const certificate: KubeObject = {
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      metadata: { name: 'c', deletionTimestamp: '2026-04-01T00:00:00Z', annotations: { at: '2027-01-01T00:00:00Z' } },
      spec: { startTime: '2028-01-01T00:00:00Z' },
      status: { renewalTime: '2029-01-01T00:00:00Z', conditions: [{ lastTransitionTime: '2026-03-01T10:04:00Z' }] },
    };
    const work: KubeObject = {
      apiVersion: `${GROUP}/v1beta1`,
      kind: 'Work',
      metadata: { name: 'w', namespace: 'n' },
      status: { manifestConditions: [{ backReportedStatus: { observedStatus: { completionTime: '2030-01-01T00:00:00Z' } } }] },
    };
    expect(newestTime([certificate, work])).toEqual(new Date('2026-03-01T10:04:00Z'));
    expect(newestTime([placement('a'), certificate, work])).toEqual(newestTime([placement('a')]));
    expect(newestTime([placement('a'), cluster, certificate, work])).toEqual(new Date('2026-03-01T10:05:00Z'));
    expect(newestTime([work])).toBeUndefined();
  });
});

describe('a dump of fleet-gate', () => {
  const denied = { kind: 'denied', message: 'works is forbidden' } as const;
  const taken = snapshotOf(
    [placement('b', { spec: { a: 'yes', on: '0777', y: '1e3', t: '2026-01-01', multi: 'a\n b: c\n', n: '~', z: 'null' } }), placement('a')],
    new Date('2026-03-01T12:00:00.250Z'),
    (type, namespace) => (type.kind === 'Work' ? (namespace === 'seen-ns' ? { kind: 'seen' } : denied) : { kind: 'seen' }),
  );

  // covers: have-the-objects-ready
  it.each(['yaml', 'json'] as const)('is read as %s with its time, its objects and the visibility of empty types', (format) => {
    const text = dumpText(taken, [PLACEMENT, WORK, CONFIG], { key: 'k', format, namespaces: ['seen-ns'] });
    const { objects, problems } = parseObjects(text, 'dump');
    expect(problems).toEqual([]);
    const hub = filesReader(objects).state();
    expect(hub.now).toEqual(taken.now);
    expect(hub.list(PLACEMENT)).toEqual([placement('a'), taken.get(PLACEMENT, undefined, 'b')]);
    expect(hub.visibility(CONFIG)).toEqual({ kind: 'seen' });
    expect(hub.visibility(WORK)).toEqual(denied);
    expect(hub.visibility(WORK, 'seen-ns')).toEqual({ kind: 'seen' });
    expect(hub.visibility({ group: '', kind: 'Secret' })).toEqual({ kind: 'unread' });
  });

  it('does not report a type as fully read if only one of its namespaces was followed', () => {
    const local = { ...CONFIG, namespace: 'team' };
    const state = (...types: Parameters<typeof dumpText>[1]): ReturnType<ReturnType<typeof filesReader>['state']> =>
      filesReader(parseObjects(dumpText(taken, types, { key: 'k', format: 'json' }), 'dump').objects).state();
    expect(state(local, { ...local, namespace: 'shop' }).visibility(CONFIG)).toEqual({ kind: 'unread' });
    for (const namespace of ['team', 'shop'])
      expect(state(local, { ...local, namespace: 'shop' }).visibility(CONFIG, namespace)).toEqual({ kind: 'seen' });
    expect(state(local).visibility(CONFIG, 'shop')).toEqual({ kind: 'unread' });
    expect(state(local, CONFIG).visibility(CONFIG)).toEqual({ kind: 'seen' });
  });

  it('has the same text for the same state', () => {
    const text = (): string => dumpText(taken, [PLACEMENT], { key: 'k', format: 'yaml' });
    expect(text()).toBe(text());
  });
});
