import { describe, expect, it } from 'vitest';

import { judgeCreate, judgeUpdate, type Previous } from '../../src/admission/judge.ts';
import { threeWayMerge } from '../../src/admission/three-way-merge.ts';
import type { HubProfile } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { patchedValid } from './patched-valid.ts';
import { clusterPlacement, placement } from './objects.ts';
import { loadEngines } from '../../src/admission/prepare.ts';

await loadEngines();

describe('client-side kubectl apply', () => {
  it('keeps what only the hub has, adds what the manifest has, removes what the manifest had', () => {
    const merged = threeWayMerge(
      { spec: { kept: 1, dropped: 2, list: [1], map: { a: 1, b: 2 } } },
      { spec: { kept: 5, list: [2], map: { a: 1 } } },
      { spec: { kept: 1, dropped: 2, list: [1], map: { a: 1, b: 2, c: 3 }, preset: true }, status: {} },
    );
    expect(merged).toEqual({ spec: { kept: 5, list: [2], map: { a: 1, c: 3 }, preset: true }, status: {} });
  });

  it('sends what is new as floats', () => {
    const [last, first] = [2 ** 63 - 1024, -(2 ** 63)];
    const merged = threeWayMerge({}, { a: last, b: [first], c: last }, { a: 1, b: [], c: last });
    expect(merged).toEqual({ a: 2 ** 63, b: [first - 2048], c: last });
  });

  it('treats an explicit null as a deletion once', () => {
    expect(threeWayMerge({ a: {} }, { a: { b: null } }, { a: { b: 1 } })).toEqual({ a: {} });
    expect(threeWayMerge({ a: { b: null } }, { a: { b: null } }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
  });

  it('treats fields with names of inherited properties like any other', () => {
    const named = JSON.parse('{"__proto__": {"a": 1}, "constructor": "c"}') as Readonly<Record<string, unknown>>;
    expect(JSON.stringify(threeWayMerge({}, named, {}))).toBe('{"__proto__":{"a":1},"constructor":"c"}');
    expect(JSON.stringify(threeWayMerge(named, {}, named))).toBe('{}');
  });

  it('sends no null in new content', () => {
    expect(threeWayMerge({ a: { b: null } }, { a: { b: null }, c: {} }, {})).toEqual({ c: {} });
    expect(threeWayMerge({}, { list: [null, { a: null, b: [{ c: null }] }] }, { list: [] })).toEqual({ list: [null, { b: [{}] }] });
    const unknown = { ...placement(), extra: null };
    expect(fields(unknown, placement())).toEqual([]);
    expect(fields(unknown, placement(), { how: 'replace' })).toEqual(['FieldUnknown extra']);
  });

  it('keeps the rollingUpdate that the hub wrote beside `type: External`', () => {
    const external = { strategy: { type: 'External' } };
    expect(fields(clusterPlacement(external), clusterPlacement())).toEqual(['Forbidden spec.strategy.rollingUpdate']);
    const [denial] = judgeUpdate(clusterPlacement(external), { manifest: clusterPlacement(), how: 'apply' }, 'main');
    expect(denial?.message).toMatch(/^The hub keeps `spec.strategy.rollingUpdate`, which the manifest does not have: /);
    expect(fields(clusterPlacement({ strategy: { type: 'External', rollingUpdate: null } }), clusterPlacement())).toEqual([]);
    const spelledOut = clusterPlacement({
      strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%', unavailablePeriodSeconds: 60 } },
    });
    expect(fields(clusterPlacement(external), spelledOut)).toEqual([]);
    expect(fields(clusterPlacement(external), clusterPlacement(), { how: 'replace' })).toEqual([]);
  });

  it('keeps the serverSideApplyConfig that the hub wrote', () => {
    const before = clusterPlacement({ strategy: { applyStrategy: { type: 'ServerSideApply' } } });
    const after = clusterPlacement({ strategy: { applyStrategy: { type: 'ClientSideApply' } } });
    expect(fields(after, before)).toEqual(['Forbidden spec.strategy.applyStrategy.serverSideApplyConfig']);
  });
});

describe('the remedy for a field that contradicts the type', () => {
  const external = (kept: object): KubeObject => clusterPlacement({ strategy: { type: 'External', ...kept } });
  const rollingUpdate = { maxSurge: 1 };
  const remedy = (object: KubeObject, manifest?: KubeObject, how: Previous['how'] = 'apply'): string | undefined =>
    (manifest === undefined ? judgeCreate(object, 'main') : judgeUpdate(object, { manifest, how }, 'main'))[0]?.hint;

  it('is null if the hub has filled it in, and removal if a manifest has it', () => {
    const nullBeside = /^Write `rollingUpdate: null` beside `type: External`; server-side apply ignores null, /;
    expect(remedy(external({}), clusterPlacement())).toMatch(nullBeside);
    expect(remedy(external({ rollingUpdate }), clusterPlacement())).toMatch(nullBeside);
    expect(remedy(external({ rollingUpdate }), clusterPlacement({ strategy: { rollingUpdate } }))).toBe('Remove it.');
    expect(remedy(external({ rollingUpdate }), clusterPlacement(), 'replace')).toBe('Remove it.');
    expect(remedy(external({ rollingUpdate }))).toBe('Remove it.');
  });

  it('is followed by an accepted object', () => {
    expect(fields(external({ rollingUpdate: null }), clusterPlacement())).toEqual([]);
    expect(fields(external({}), clusterPlacement({ strategy: { rollingUpdate } }))).toEqual([]);
    const applyStrategy = (more: object): KubeObject => clusterPlacement({ strategy: { applyStrategy: more } });
    const before = applyStrategy({ type: 'ServerSideApply' });
    expect(remedy(applyStrategy({ type: 'ClientSideApply' }), before)).toMatch(/^Write `serverSideApplyConfig: null` beside the `type`; /);
    expect(fields(applyStrategy({ type: 'ClientSideApply', serverSideApplyConfig: null }), before)).toEqual([]);
  });
});

describe('ratcheting', () => {
  const invalid = placement({ revisionHistoryLimit: 0, policy: { placementType: 'PickAll', numberOfClusters: 1 } });

  it('tolerates faults of schema and CEL in unchanged values', () => {
    expect(fields({ ...invalid, metadata: { ...invalid.metadata, labels: { a: 'b' } } }, invalid)).toEqual([]);
  });

  it('evaluates a rule again if anything in its value changes', () => {
    const policy = { placementType: 'PickAll', numberOfClusters: 2 };
    expect(fields(placement({ revisionHistoryLimit: 0, policy }), invalid)).toEqual(['FieldValueInvalid spec.policy']);
    expect(
      fields(
        placement({
          revisionHistoryLimit: -1,
          policy: invalid['spec'] === undefined ? {} : { placementType: 'PickAll', numberOfClusters: 1 },
        }),
        invalid,
      ),
    ).toEqual(['FieldValueInvalid spec.revisionHistoryLimit']);
  });

  it('does not apply to a rule on the whole object, nor to one that cannot be evaluated', () => {
    const run = patchedValid({ kind: 'StagedUpdateRun' }, { metadata: { name: 'r'.repeat(70) } });
    expect(fields(run, run, { live: run })).toEqual(['FieldValueInvalid <nil>']);
    const { resourceSelectors: _, ...spec } = placement()['spec'] as Record<string, unknown>;
    const bare: KubeObject = { ...placement(), spec: { ...spec, statusReportingScope: 'ClusterScopeOnly', revisionHistoryLimit: 10 } };
    expect(new Set(fields(bare, bare, { live: bare }))).toEqual(new Set(['FieldValueInvalid spec']));
  });

  it('does not apply to webhooks', () => {
    const tainted = patchedValid({ kind: 'MemberCluster' }, { spec: { taints: [{ key: 'a b', effect: 'NoSchedule' }] } });
    expect(fields({ ...tainted, metadata: { ...tainted.metadata, labels: {} } }, tainted, { live: tainted })).toEqual([
      'Forbidden spec.taints[0].key',
    ]);
  });
});

describe('namespaced placements', () => {
  it('may drop an External strategy with the whole block, and add a policy', () => {
    expect(fields(placement(), placement({ strategy: { type: 'External' } }), { how: 'replace' })).toEqual([]);
    expect(fields(placement({ policy: { placementType: 'PickN', numberOfClusters: 1 } }), placement())).toEqual([]);
  });
});

describe('cluster-wide placements', () => {
  it('without a policy pick all clusters', () => {
    expect(fields(clusterPlacement(), clusterPlacement({ policy: { placementType: 'PickAll' } }))).toEqual([]);
    expect(
      fields(clusterPlacement(), clusterPlacement({ policy: { placementType: 'PickFixed', clusterNames: ['a'] } }), { how: 'replace' }),
    ).toEqual(['FieldValueInvalid spec.policy']);
  });
});

function fields(
  object: KubeObject,
  manifest: KubeObject,
  previous: Partial<Previous> = {},
  profile: HubProfile = 'main',
): readonly string[] {
  return judgeUpdate(object, { manifest, how: 'apply', ...previous }, profile).map(({ reason, field }) => `${reason} ${field}`);
}

describe('the metadata of an updated object', () => {
  const live = (metadata: object): KubeObject => ({ ...placement(), metadata: { ...placement().metadata, ...metadata } });
  const given = (metadata: object, hub: object) =>
    judgeUpdate(live(metadata), { manifest: live({}), live: live(hub), how: 'replace' }, 'main').map(
      ({ reason, field }) => `${reason} ${field}`,
    );
  const time = '2026-01-01T00:00:00Z';

  it('gets no new finalizer while the object is being deleted', () => {
    const deleting = { deletionTimestamp: time, finalizers: ['example.com/a'] };
    expect(given({ finalizers: ['example.com/a', 'example.com/b'] }, deleting)).toEqual(['FieldValueForbidden metadata.finalizers']);
    expect(given({ finalizers: ['example.com/c', 'example.com/b'] }, deleting)).toEqual(['FieldValueForbidden metadata.finalizers']);
    expect(given({ finalizers: ['example.com/a'] }, deleting)).toEqual([]);
    expect(given({}, deleting)).toEqual([]);
    expect(given({ finalizers: ['example.com/b'] }, { finalizers: [] })).toEqual([]);
  });

  it('names all new finalizers in one answer, as the server does', () => {
    const hub = live({ deletionTimestamp: time, finalizers: ['example.com/a'] });
    const object = live({ finalizers: ['example.com/a', 'example.com/c', 'example.com/b'] });
    expect(judgeUpdate(object, { manifest: live({}), live: hub, how: 'replace' }, 'main')).toMatchObject([
      {
        pointer: '/metadata/finalizers/1',
        serverMessage:
          'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/b", "example.com/c"}',
      },
    ]);
  });

  it('cannot set the time of its deletion', () => {
    expect(given({ deletionTimestamp: time }, {})).toEqual(['FieldValueInvalid metadata.deletionTimestamp']);
    expect(given({ deletionTimestamp: time }, { deletionTimestamp: '2026-02-02T00:00:00Z' })).toEqual([]);
    expect(given({ deletionGracePeriodSeconds: 1 }, {})).toEqual(['FieldValueInvalid metadata.deletionGracePeriodSeconds']);
  });

  it('has the uid of the hub, or none', () => {
    expect(given({ uid: 'other' }, { uid: 'its-own' })).toEqual(['FieldValueInvalid metadata.uid']);
    for (const uid of ['its-own', '', null, undefined]) expect(given({ uid }, { uid: 'its-own' })).toEqual([]);
  });

  it('gets its uid from the server, so a base does not show it', () => {
    expect(judgeUpdate(live({ uid: 'b' }), { manifest: live({ uid: 'a' }), how: 'apply' }, 'main')).toEqual([]);
  });
});
