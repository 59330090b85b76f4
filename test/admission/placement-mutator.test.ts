import { describe, expect, it } from 'vitest';

import { admitCreate } from '../../src/admission/judge.ts';
import { field } from '../../src/fleet/json/json.ts';
import { clusterPlacement, onlyDenial, placement, spelled } from './objects.ts';
import { loadEngines } from '../../src/admission/prepare.ts';

await loadEngines();

const affinity = (clusterAffinity: object): object => ({
  policy: { placementType: 'PickN', numberOfClusters: 1, affinity: { clusterAffinity } },
});

describe('the mutating webhook of ClusterResourcePlacements', () => {
  it.each<[string, object]>([
    ['group', { resourceSelectors: [{ version: 'v1', kind: 'Namespace', name: 'a' }] }],
    ['weight', affinity({ preferredDuringSchedulingIgnoredDuringExecution: [{ preference: {} }] })],
    ['preference', affinity({ preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1 }] })],
    ['topologyKey', { policy: { placementType: 'PickN', numberOfClusters: 1, topologySpreadConstraints: [{ maxSkew: 1 }] } }],
  ])('writes a zero value for a missing %s, which a ResourcePlacement must have', (name, spec) => {
    expect(spelled(clusterPlacement(spec))).toEqual([]);
    expect(onlyDenial(placement(spec))).toMatchObject({ reason: 'FieldValueRequired' });
    expect(onlyDenial(placement(spec)).field.endsWith(`.${name}`)).toBe(true);
  });

  it('turns null entries into empty ones', () => {
    expect(
      spelled(clusterPlacement(affinity({ requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [null] } }))),
    ).toEqual([]);
  });

  it('removes empty fields', () => {
    const written = clusterPlacement({ policy: { placementType: '', clusterNames: [], tolerations: [] }, strategy: { type: '' } });
    const { denials, object } = admitCreate(written, 'main');
    expect(denials).toEqual([]);
    expect(field(object, 'spec', 'policy')).toEqual({ placementType: 'PickAll' });
    expect(spelled(placement({ policy: { placementType: '' } }))).toEqual(['FieldValueNotSupported spec.policy.placementType']);
  });

  it('writes null for a missing list', () => {
    const denial = onlyDenial({ ...clusterPlacement(), spec: {} });
    expect(denial.serverMessage).toBe('Invalid value: "null": spec.resourceSelectors in body must be of type array: "null"');
    expect(denial.message).toBe('`spec.resourceSelectors` is required.');
  });

  it('decodes a status too, although it is dropped afterwards', () => {
    const withStatus = (status: unknown) => ({ ...clusterPlacement(), status });
    const at = { type: 'Ready', status: 'True', reason: '', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' };
    expect(spelled(withStatus({ conditions: [at], observedResourceIndex: '0' }))).toEqual([]);
    expect(onlyDenial(withStatus({ observedResourceIndex: 0 }))).toMatchObject({
      code: 400,
      serverMessage: 'json: cannot unmarshal number into Go struct field PlacementStatus.status.observedResourceIndex of type string',
    });
    expect(onlyDenial(withStatus({ conditions: [{ ...at, lastTransitionTime: '' }] }))).toMatchObject({ code: 400 });
    expect(spelled({ ...placement(), status: { observedResourceIndex: 0 } })).toEqual([]);
  });

  it('reports wrong types itself, the first one in the order of the keys', () => {
    expect(
      onlyDenial(clusterPlacement({ revisionHistoryLimit: 'x', policy: { numberOfClusters: '3', placementType: 'Nonsense' } })),
    ).toEqual({
      pointer: '/spec/policy/numberOfClusters',
      part: 'value',
      field: 'spec.policy.numberOfClusters',
      reason: 'FieldUndecodable',
      layer: 'decoding',
      code: 400,
      serverMessage: 'json: cannot unmarshal string into Go struct field PlacementPolicy.spec.policy.numberOfClusters of type int32',
      message: '`spec.policy.numberOfClusters` must be a whole number, and is a string ("3").',
      hint: 'Write it without quotes: 3.',
    });
  });

  it('stops at a wrong int-or-string at once', () => {
    const denial = onlyDenial(clusterPlacement({ policy: { numberOfClusters: 'x' }, strategy: { rollingUpdate: { maxSurge: 1.5 } } }));
    expect(denial.serverMessage).toBe(
      'json: cannot unmarshal number 1.5 into Go struct field RollingUpdateConfig.spec.strategy.rollingUpdate.maxSurge of type int32',
    );
  });

  it.each<[object, string, string]>([
    [
      { policy: { numberOfClusters: 2 ** 31 } },
      'number 2147483648 into Go struct field PlacementPolicy.spec.policy.numberOfClusters of type int32',
      'out of the range of int32',
    ],
    [
      { policy: { clusterNames: ['a', true] } },
      'bool into Go struct field PlacementPolicy.spec.policy.clusterNames of type string',
      'clusterNames[1]',
    ],
    [{ policy: 5 }, 'number into Go struct field PlacementSpec.spec.policy of type v1beta1.PlacementPolicy', 'must be an object'],
    [{ policy: [] }, 'array into Go struct field PlacementSpec.spec.policy of type v1beta1.PlacementPolicy', 'an object'],
    [
      { resourceSelectors: 'x' },
      'string into Go struct field PlacementSpec.spec.resourceSelectors of type []v1beta1.ResourceSelectorTerm',
      'a list',
    ],
    [
      { resourceSelectors: [{ labelSelector: { matchLabels: { a: 1 } } }] },
      'number into Go struct field LabelSelector.spec.resourceSelectors.labelSelector.matchLabels of type string',
      'matchLabels.a',
    ],
  ])('writes the messages of Go: %j', (spec, text, words) => {
    const denial = onlyDenial(clusterPlacement(spec));
    expect(denial.serverMessage).toBe(`json: cannot unmarshal ${text}`);
    expect(denial.message).toContain(words);
  });

  it('sets the defaults of the placement and of its rollout', () => {
    const { object } = admitCreate(clusterPlacement({ strategy: { applyStrategy: { type: 'ServerSideApply' } } }), 'main');
    expect(object['spec']).toEqual({
      resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop', selectionScope: 'NamespaceWithResources' }],
      policy: { placementType: 'PickAll' },
      revisionHistoryLimit: 10,
      statusReportingScope: 'ClusterScopeOnly',
      strategy: {
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%', unavailablePeriodSeconds: 60 },
        applyStrategy: {
          type: 'ServerSideApply',
          serverSideApplyConfig: { force: false },
          comparisonOption: 'PartialComparison',
          whenToApply: 'Always',
          whenToTakeOver: 'Always',
        },
      },
    });
  });

  it('leaves an external rollout without a rolling update', () => {
    const { object } = admitCreate(clusterPlacement({ strategy: { type: 'External' } }), 'main');
    expect(field(object, 'spec', 'strategy', 'rollingUpdate')).toBeUndefined();
  });
});
