/**
 * All errors of an object in one answer: those that the hub reports first, and marked, those that it would report after they are corrected.
 */
import { readFileSync } from 'node:fs';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { everyDenial } from '../../src/admission/every-denial.ts';
import { judgeCreate, type Denial } from '../../src/admission/judge.ts';
import type { HubProfile } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { clusterPlacement } from './objects.ts';
import { patchedValid } from './patched-valid.ts';

interface Fixture {
  readonly says: string;
  readonly hub?: HubProfile;
  readonly kind: string;
  readonly old?: object;
  readonly accept: object;
  readonly reject: object;
}

const source = new URL('../../fixtures/admission/webhook.yaml', import.meta.url);
const refused = (parse(readFileSync(source, 'utf8')) as readonly Fixture[]).filter(({ old }) => old === undefined);

function told(object: KubeObject, profile: HubProfile = 'main'): readonly string[] {
  return everyDenial(object, profile).denials.map(({ later, layer, pointer }) => `${later === true ? 'later ' : ''}${layer} ${pointer}`);
}

const keys = (denials: readonly Denial[]): readonly string[] => denials.map(({ pointer, serverMessage }) => `${pointer} ${serverMessage}`);

describe('all faults of an object', () => {
  it('are reported together, and those of a later layer of the hub are marked', () => {
    const object = clusterPlacement({
      bogus: 1,
      revisionHistoryLimit: 0,
      policy: { placementType: 'PickAll', tolerations: [{ key: 'a b', operator: 'Exists' }] },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: -1 } },
    });
    expect(told(object)).toEqual([
      'decoding /spec/bogus',
      'later webhook /spec/policy/tolerations/0/key',
      'later schema /spec/revisionHistoryLimit',
      'later webhook /spec/strategy/rollingUpdate/maxUnavailable',
    ]);
  });

  it('include CEL rules and content rules', () => {
    const override = patchedValid({ kind: 'ClusterResourceOverride' }, {});
    const object = {
      ...override,
      spec: {
        ...(override['spec'] as object),
        surplus: true,
        placement: { name: 'web', scope: 'Namespaced' },
        clusterResourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: '' }],
      },
    };
    const layers = everyDenial(object, 'main').denials.map(({ layer, later }) => `${layer}${later === true ? ' later' : ''}`);
    expect(layers[0]).toBe('decoding');
    expect(new Set(layers)).toEqual(new Set(['decoding', 'cel later', 'webhook later']));
  });

  it.each(refused.map((fixture) => [fixture.says, fixture] as const))(
    'the webhook’s %s is reported beside an unknown field',
    (_, fixture) => {
      const { hub = 'main', kind } = fixture;
      const alone = patchedValid({ kind }, fixture.reject);
      const object = { ...alone, spec: { ...(alone['spec'] as object), zzz: 1 } };
      const { denials } = everyDenial(object, hub);
      expect(denials[0]?.serverMessage).toBe('strict decoding error: unknown field "spec.zzz"');
      expect(new Set(keys(denials.slice(1)))).toEqual(new Set(keys(everyDenial(alone, hub).denials)));
      expect(denials.slice(1).every(({ later }) => later === true)).toBe(true);
      const good = patchedValid({ kind }, fixture.accept);
      expect(told({ ...good, spec: { ...(good['spec'] as object), zzz: 1 } }, hub)).toEqual(['decoding /spec/zzz']);
    },
  );
});

it.each(['name', 'generateName'])('a %s that is not a text does not hide the rules for the rest', (name) => {
  const run = {
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'StagedUpdateRun',
    metadata: { namespace: 'shop', [name]: 1 },
    spec: { placementName: 'web', stagedRolloutStrategyName: 'waves', state: 'Go' },
  } as unknown as KubeObject;
  expect(told(run)).toEqual([`decoding /metadata/${name}`, 'later schema /spec/state']);
});

describe('one fault is reported once', () => {
  it.each([
    [
      'a misspelt field, and what it would have to be',
      { policy: { placementType: 'PickN', numberofClusters: 2 } },
      ['/spec/policy/numberofClusters'],
    ],
    ['a field in the wrong place', { numberOfClusters: 2, policy: { placementType: 'PickN' } }, ['/spec/numberOfClusters']],
    [
      'a word no list has, which decides about its neighbours',
      { policy: { placementType: 'PickSome', clusterNames: ['a'] } },
      ['/spec/policy/placementType'],
    ],
    ['a number in quotes', { policy: { placementType: 'PickN', numberOfClusters: '2' } }, ['/spec/policy/numberOfClusters']],
    [
      'labels directly under a selector',
      { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', labelSelector: { app: 'x' } }] },
      ['/spec/resourceSelectors/0/labelSelector/app'],
    ],
  ])('%s', (_, spec, pointers) => {
    expect(everyDenial(clusterPlacement(spec), 'v0.3').denials.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('a required field is not reported as missing if an unknown field may be meant', () => {
    const { spec, ...rest } = clusterPlacement();
    expect(told({ ...rest, spec: { selection: (spec as { resourceSelectors: unknown }).resourceSelectors } })).toEqual([
      'decoding /spec/selection',
    ]);
  });
});

it('the first reported fault is the first one of the hub, and the later ones are true once the others are corrected', () => {
  const faults: readonly { readonly spoil: object }[] = [
    { spoil: { bogus: {} } },
    { spoil: { revisionHistoryLimit: 0 } },
    { spoil: { statusReportingScope: 'Nowhere' } },
    { spoil: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespce', name: 'a' }] } },
    { spoil: { policy: { placementType: 'PickFixed', clusterNames: ['a', 'a'] } } },
    { spoil: { strategy: { rollingUpdate: { maxSurge: '-1%' } } } },
  ];
  fc.assert(
    fc.property(fc.subarray([...faults], { minLength: 1 }), (chosen) => {
      const object = clusterPlacement(Object.assign({}, ...chosen.map(({ spoil }) => spoil)) as object);
      const { denials } = everyDenial(object, 'main');
      const first = judgeCreate(object, 'main');
      expect(denials.filter(({ later }) => later === undefined)).toEqual(first);
      const apart = chosen.flatMap(({ spoil }) => keys(judgeCreate(clusterPlacement(spoil), 'main')));
      expect(keys(denials).toSorted()).toEqual([...new Set(apart)].toSorted());
    }),
  );
});
