/** Which placement puts an object on a cluster, for every Work of every recording and for objects with similar names. */
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/errors.ts';
import { derivedFrom, placementKey } from '../../../src/fleet/kubefleet/derived-from.ts';
import { listAt } from '../../../src/fleet/json/json.ts';
import { displayName, groupOf, isKubeObject, objectKey, refOf, type KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { askedObject } from '../../../src/gates/owners/asked-object.ts';
import { ownersOf } from '../../../src/gates/owners/owners-of.ts';
import { ownsMarkdown } from '../../../src/report/markdown/owns-markdown.ts';
import { ownsText } from '../../../src/report/text/owns-text.ts';
import type { OwnsReport } from '../../../src/report.ts';
import { HOSTILE_STRINGS } from '../../support/texts/hostile-strings.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';
import {
  binding,
  condition,
  CONFIG,
  fleet,
  member,
  NAMESPACE,
  placement,
  relabelled,
  snapshot,
  work,
} from '../../support/fleets/owned-fleet.ts';
import { seenIn } from '../../support/oracles/markdown.ts';
import { readRecording, sampledRecordings } from '../../support/recordings/recording.ts';
import { isMissing } from '../../support/truth.ts';

const NOW = new Date('2026-01-01T12:00:00Z');

describe('an object on the command line', () => {
  test.each([
    ['deploy/shop/web', { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' }],
    ['Deployments.apps/shop/web', { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' }],
    ['deployment/web', { group: 'apps', kind: 'Deployment', name: 'web' }],
    ['ns/shop', { group: '', kind: 'Namespace', name: 'shop' }],
    ['Widget.example.com/shop/w', { group: 'example.com', kind: 'Widget', namespace: 'shop', name: 'w' }],
    ['Widget/w', { kind: 'Widget', name: 'w' }],
    ['deployments.v1.apps/shop/web', { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' }],
  ])('%s', (text, object) => {
    expect(askedObject(text)).toEqual(object);
  });

  test('has the namespace of the command line if it needs one and does not name it', () => {
    expect(askedObject('cm/settings', 'shop')).toMatchObject({ namespace: 'shop' });
    expect(askedObject('ns/shop', 'other')).not.toHaveProperty('namespace');
  });

  test.each(['web', '', '/', 'deploy/', '/shop/web', 'deploy//web', 'a/b/c/d', 'ns/shop/web'])('%o is refused', (text) => {
    expect(() => askedObject(text)).toThrow(ConfigError);
  });
});

describe('every Work of a recording', () => {
  const names = sampledRecordings();
  test.skipIf(isMissing('recordings')).each(names.length === 0 ? ['recordings'] : names)('%s', (name) => {
    const objects = lastOf(name);
    const hub = memoryHub(objects, NOW);
    const placements = new Set(
      objects
        .filter(({ kind }) => kind.endsWith('ResourcePlacement'))
        .map(({ metadata }) => placementKey(metadata.namespace, metadata.name)),
    );
    for (const holder of objects.filter(({ kind }) => kind === 'Work')) {
      for (const manifest of listAt(holder, 'spec', 'workload', 'manifests').filter(isKubeObject)) {
        const { kind, apiVersion, metadata } = manifest;
        const wanted = {
          group: groupOf(apiVersion),
          kind,
          name: metadata.name,
          ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
        };
        const { answer, places } = ownersOf(hub, wanted, []);
        expect(answer).toBe('found');
        const place = places.find((each) => each.work.name === holder.metadata.name && each.work.namespace === holder.metadata.namespace);
        const owner = derivedFrom(holder) ?? '';
        expect(
          place?.placement === undefined ? '' : placementKey(place.placement.namespace, place.placement.name),
          holder.metadata.name,
        ).toBe(owner);
        expect(place?.placement?.isGone).toBe(placements.has(owner) ? undefined : true);
        expect(place?.binding === undefined || place.cluster === targetOf(objects, place.binding)).toBe(true);
      }
    }
  });
});

describe('the answer', () => {
  test('names the newest snapshot beside an older one that the Work still has', () => {
    const { places } = asked('cm/shop/settings', [...fleet(), snapshot(1, [CONFIG], 'latest'), relabelled(snapshot(0, [CONFIG]))]);
    expect(places[0]?.snapshot).toMatchObject({ name: 'shop-0-snapshot', index: 0, newest: 1 });
  });

  test('starts with two placements that bring the same object to one cluster', () => {
    const rival = work('rival', 'm1', [CONFIG]);
    expect(asked('cm/shop/settings', [...fleet(), placement('rival'), rival]).message).toBe(
      'ClusterResourcePlacement/rival and ClusterResourcePlacement/shop both bring ConfigMap/shop/settings to m1: only one of them can own it there',
    );
  });

  test('says that the placement of a remaining Work is gone', () => {
    const { places } = asked('cm/shop/settings', [
      placement('other'),
      {
        ...work('shop', 'm1', [CONFIG]),
        metadata: { ...work('shop', 'm1', [CONFIG]).metadata, deletionTimestamp: '2026-01-01T11:00:00Z' },
      },
    ]);
    expect(places).toMatchObject([{ placement: { name: 'shop', isGone: true }, work: { isLeaving: true } }]);
  });

  test('finds an object in an envelope by the Work that was made from it', () => {
    const made = work('shop', 'm1', [CONFIG], {
      'envelope-work': 'ResourceEnvelope',
      'envelope-name': 'bundle',
      'envelope-namespace': 'shop',
    });
    expect(asked('cm/shop/settings', [placement('shop'), made]).places).toMatchObject([
      { envelope: { kind: 'ResourceEnvelope', namespace: 'shop', name: 'bundle' } },
    ]);
  });

  test.each<[string, readonly KubeObject[], string]>([
    ['the cluster does not exist', fleet(), 'the hub has no member cluster m9'],
    ['the placement is elsewhere', [...fleet(), member('m9')], 'ClusterResourcePlacement/shop: it is not on m9, but on m1'],
    [
      'the rollout has not reached it',
      [...fleet(), member('m9'), binding('shop', 'm9', [condition('RolloutStarted', 'False', 'RolloutNotStartedYet')])],
      'ClusterResourcePlacement/shop: no Work for m9 holds it yet (RolloutStarted False RolloutNotStartedYet)',
    ],
  ])('says why it is not on a cluster: %s', (_, objects, why) => {
    const { answer, message } = asked('cm/shop/settings', objects, ['m9']);
    expect([answer, message]).toEqual(['notFound', `no Work brings ConfigMap/shop/settings to m9: ${why}`]);
  });

  describe('for several clusters is the worst one', () => {
    const LATE = binding('shop', 'm2', [condition('RolloutStarted', 'False', 'RolloutNotStartedYet')]);

    test('if one has the object and another does not', () => {
      const { answer, message, byCluster, clusters } = asked('cm/shop/settings', [...fleet(), member('m2'), LATE], ['m1', 'm2', 'm1']);
      expect([answer, clusters]).toEqual(['notFound', ['m1', 'm2']]);
      expect(byCluster).toEqual([
        { cluster: 'm1', answer: 'found' },
        { cluster: 'm2', answer: 'notFound' },
      ]);
      expect(message).toBe(
        'no Work brings ConfigMap/shop/settings to m2: ClusterResourcePlacement/shop: no Work for m2 holds it yet (RolloutStarted False RolloutNotStartedYet); ConfigMap/shop/settings comes to m1 by ClusterResourcePlacement/shop',
      );
    });

    test('with the reason for the cluster that lacks it, not for the one that has it', () => {
      const taken = snapshot(0, [CONFIG], 'latest');
      const labels = { ...taken.metadata.labels, 'kubernetes-fleet.io/parent-CRP': 'first' };
      const first = [placement('first'), binding('first', 'm1'), { ...taken, metadata: { ...taken.metadata, name: 'first-0', labels } }];
      const { message, others } = asked('cm/shop/settings', [...first, ...fleet(), member('m2')], ['m1', 'm2']);
      expect(others[0]?.message).toBe('no Work for m1 holds it yet; it is not on m2, but on m1');
      expect(message).toMatch(/^no Work brings \S+ to m2: ClusterResourcePlacement\/first: it is not on m2, but on m1; /);
    });

    test.each<[string, readonly string[], OwnsReport['answer'], string]>([
      [
        'one that was not seen',
        ['m1', 'm2'],
        'notVerified',
        'not verified who brings ConfigMap/shop/settings to m2: not seen: Work in fleet-member-m2: forbidden; ConfigMap/shop/settings comes to m1 by ClusterResourcePlacement/shop',
      ],
      [
        'one that certainly lacks it, and one that was not seen',
        ['m1', 'm2', 'm3'],
        'notFound',
        'no Work brings ConfigMap/shop/settings to m3: ',
      ],
      ['all of them with it', ['m1'], 'found', 'ConfigMap/shop/settings comes to m1 by ClusterResourcePlacement/shop'],
    ])('%s', (_, names, answer, message) => {
      const whole = memoryHub([...fleet(), member('m2'), member('m3')], NOW);
      const hub: typeof whole = {
        ...whole,
        visibility: (type, namespace) =>
          type.kind === 'Work' && namespace === 'fleet-member-m2'
            ? { kind: 'denied', message: 'forbidden' }
            : whole.visibility(type, namespace),
      };
      const report = ownersOf(hub, askedObject('cm/shop/settings'), names);
      expect(report).toMatchObject({ answer, message: expect.stringContaining(message) });
      expect(report.byCluster?.map((each) => each.answer)).toEqual(['found', 'notVerified', 'notFound'].slice(0, names.length));
    });
  });

  test.each<[string, readonly KubeObject[], string]>([
    [
      'a newer snapshot lost it',
      [placement('shop'), snapshot(0, [CONFIG]), snapshot(1, [], 'latest')],
      'ClusterResourcePlacement/shop: it held it in resource snapshot 0, and does not since 1',
    ],
    [
      'no cluster was picked',
      [placement('shop'), snapshot(0, [CONFIG], 'latest')],
      'ClusterResourcePlacement/shop: it selects the object and is on no cluster',
    ],
    [
      'no snapshot holds it yet',
      [placement('shop'), NAMESPACE, CONFIG],
      'ClusterResourcePlacement/shop: it selects the object, and no resource snapshot holds it yet',
    ],
    ['no placement selects it', [placement('shop', 'other'), NAMESPACE, CONFIG], 'no placement that was seen selects it'],
    ['it does not exist', [placement('shop', 'other'), NAMESPACE], 'the hub has no such object'],
  ])('says why it is on no cluster: %s', (_, objects, why) => {
    const { answer, message } = asked('cm/shop/settings', objects);
    expect([answer, message]).toEqual(['notFound', `no Work brings ConfigMap/shop/settings to any cluster: ${why}`]);
  });

  test('is not verified if Works were not seen, and is found if another Work was', () => {
    const hidden = { Work: { kind: 'denied', message: 'works is forbidden' } } as const;
    const hub = memoryHub(
      fleet().filter(({ kind }) => kind !== 'Work'),
      NOW,
      hidden,
    );
    expect(ownersOf(hub, askedObject('cm/shop/settings'), [])).toMatchObject({
      answer: 'notVerified',
      message: 'not verified who brings ConfigMap/shop/settings to clusters: not seen: Work: works is forbidden',
    });
    const whole = memoryHub(fleet(), NOW);
    const partly = ownersOf(
      { ...whole, visibility: (type) => (type.kind === 'Work' ? hidden.Work : whole.visibility(type)) },
      askedObject('cm/shop/settings'),
      [],
    );
    expect(partly).toMatchObject({ answer: 'found', notSeen: ['Work: works is forbidden'] });
  });

  test.for([
    ['ClusterResourceBinding', ['found', []]],
    ['Work', ['notVerified', ['it selects the object, and its Works were not seen']]],
  ] as const)('does not say that a placement is on no cluster if %s objects were not seen', ([kind, expected]) => {
    const hub = memoryHub(fleet(), NOW, { [kind]: { kind: 'denied', message: 'forbidden' } });
    const { answer, others } = ownersOf(hub, askedObject('cm/shop/settings'), []);
    expect([answer, others.map(({ message }) => message)]).toEqual(expected);
  });

  test.each(['Rollout', 'rollouts', 'rollout', 'ro', 'rollouts.argoproj.io', 'Rollout.v1alpha1.argoproj.io'])(
    'knows a foreign kind as %s',
    (word) => {
      const object = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', metadata: { name: 'web', namespace: 'shop' } };
      const definition = {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'rollouts.argoproj.io' },
        spec: { group: 'argoproj.io', names: { kind: 'Rollout', plural: 'rollouts', singular: 'rollout', shortNames: ['ro'] } },
      };
      expect(asked(`${word}/shop/web`, [placement('shop'), definition, work('shop', 'm1', [object])])).toMatchObject({
        answer: 'found',
        object: { group: 'argoproj.io', kind: 'Rollout' },
      });
    },
  );

  test('is not verified for a word that is not a kind, unless all kinds are known', () => {
    expect(asked('ro/shop/web', fleet())).toMatchObject({
      answer: 'notFound',
      message: expect.stringContaining('the hub has no kind "ro"'),
    });
    const hidden = { CustomResourceDefinition: { kind: 'unread' } } as const;
    expect(ownersOf(memoryHub(fleet(), NOW, hidden), askedObject('ro/shop/web'), [])).toMatchObject({
      answer: 'notVerified',
      message:
        'not verified who brings ro/shop/web to clusters: not seen: what kind "ro" is: no CustomResourceDefinition in the file; dump CustomResourceDefinitions too',
    });
  });

  test('has one text in each format, with any characters in the names', () => {
    for (const text of HOSTILE_STRINGS) {
      const object = { ...CONFIG, metadata: { ...CONFIG.metadata, name: text } };
      const report = ownersOf(memoryHub([placement('shop'), work('shop', 'm1', [object])], NOW), { kind: 'ConfigMap', name: text }, []);
      expect(ownsText(report).split('\n').slice(1, 4)).toEqual(['', 'on m1', '  ClusterResourcePlacement/shop']);
      expect(seenIn(ownsMarkdown(report)).faults, text).toEqual([]);
    }
  });
});

function asked(text: string, objects: readonly KubeObject[], clusters: readonly string[] = []): OwnsReport {
  return ownersOf(memoryHub(objects, NOW), askedObject(text), clusters);
}

function lastOf(name: string): readonly KubeObject[] {
  const objects = new Map<string, KubeObject>();
  for (const { type, object } of readRecording(name).events) {
    if (type === 'DELETED') objects.delete(objectKey(refOf(object)));
    else objects.set(objectKey(refOf(object)), object);
  }
  return [...objects.values()];
}

function targetOf(
  objects: readonly KubeObject[],
  ref: { readonly kind: string; readonly namespace?: string; readonly name: string },
): unknown {
  const found = objects.find((object) => displayName(refOf(object)) === displayName(ref));
  return (found?.['spec'] as { targetCluster?: unknown } | undefined)?.targetCluster;
}
