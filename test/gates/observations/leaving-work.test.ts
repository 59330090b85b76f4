import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { binding, clusterConditions, greenFleet, member, namespaceShop, objectsOf, orders, work } from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';
import { finishedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';

const CONTENT = [namespaceShop(), orders('v1')];
const SINCE = '2026-03-04T07:00:00Z';

function leaving(object: KubeObject, deletionTimestamp = SINCE): KubeObject {
  return { ...object, metadata: { ...object.metadata, deletionTimestamp, finalizers: ['kubernetes-fleet.io/work-cleanup'] } };
}

function withWorks(...west: readonly KubeObject[]): Fleet {
  const fleet = greenFleet(['east', 'west'], CONTENT);
  return { ...fleet, works: [work('east', 0, CONTENT), ...west] };
}

function told(objects: readonly KubeObject[], targets?: readonly string[]): ReturnType<typeof diagnosesIn> {
  return diagnosesIn(gate({ manifests: [namespaceShop()], ...(targets === undefined ? {} : { targets }) }).look(objects));
}

describe('a Work that is being deleted although its binding stays', () => {
  test.each([SINCE, '2026-03-04T09:59:57Z'])(
    'is named with its time (%s) and what its finalizer waits for, and delays the gate',
    (since) => {
      const state = gate({ manifests: [namespaceShop()] }).look(withWorks(leaving(work('west', 0, CONTENT), since)));
      const [found, ...others] = diagnosesIn(state);
      expect(found).toMatchObject({ id: 'work-unlike-snapshot', title: 'The Work is being deleted', cluster: 'west', outcome: 'waiting' });
      expect(found?.evidence[0]).toBe(
        `Work fleet-member-west/shop-work is being deleted since ${since}; its finalizer kubernetes-fleet.io/work-cleanup waits until west has removed Namespace/shop, Deployment/shop/orders`,
      );
      expect(found?.remedy[0]).toContain('DELETED:.metadata.deletionTimestamp,FINALIZERS:.metadata.finalizers');
      expect(found?.chain?.at(-1)).toEqual({
        kind: 'Work',
        namespace: 'fleet-member-west',
        name: 'shop-work',
        state: 'is being deleted',
        since,
      });
      expect(others).toEqual([]);
      const [shop] = state.placements;
      expect(shop?.summary).toBe(`west: Work shop-work is being deleted since ${since}`);
      expect(shop?.clusters.map(({ name, verdict, since: at }) => [name, verdict, at])).toContainEqual(['west', 'waiting', since]);
    },
  );

  test('makes a silent member the cause', () => {
    const found = told(objectsOf({ ...withWorks(leaving(work('west', 0, CONTENT))), members: [member('east', 20), member('west', 400)] }));
    expect(found.map(({ id, outcome, cluster }) => `${id} ${outcome} ${cluster ?? ''}`)).toContain('member-silent terminal west');
  });

  test('is named under an update run', () => {
    const fleet = finishedFleet();
    const objects = stagedObjects({ ...fleet, works: fleet.works.map((each, at) => (at === 1 ? leaving(each) : each)) });
    expect(told(objects)).toMatchObject([{ id: 'work-unlike-snapshot', title: 'The Work is being deleted', cluster: 'west' }]);
    expect(told(objects, ['csur/v1'])).toMatchObject([{ id: 'work-unlike-snapshot', title: 'The Work is being deleted', cluster: 'west' }]);
  });

  test('is not said of a Work that is absent, nor of one of a binding that is being deleted too', () => {
    expect(told(objectsOf(withWorks()))).toMatchObject([{ id: 'work-unlike-snapshot', title: 'The Work is not written yet' }]);
    const fleet = withWorks(leaving(work('west', 0, CONTENT)));
    const [east, west] = fleet.bindings;
    const both = told(objectsOf({ ...fleet, bindings: [east, west === undefined ? [] : leaving(west)].flat() as KubeObject[] }));
    expect(both.map(({ id }) => id)).not.toContain('work-unlike-snapshot');
  });

  describe('beside others of its binding', () => {
    const envelope = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ResourceEnvelope',
      metadata: { name: 'bundle', namespace: 'shop' },
      data: { '0.yaml': orders('v1') },
    };
    const main = work('east', 0, [namespaceShop()]);
    const wrapped = (index: number, content: readonly KubeObject[], name = 'shop-work-envelope-1'): KubeObject => {
      const made = work('east', index, content);
      return { ...made, metadata: { ...made.metadata, name } };
    };
    const of = (works: readonly KubeObject[], content: readonly KubeObject[] = [namespaceShop(), envelope]): readonly unknown[] => {
      const fleet = greenFleet(['east'], content);
      const state = gate({ manifests: [namespaceShop()] }).look({
        ...fleet,
        works,
        bindings: [binding('east', 0, clusterConditions(3).slice(1))],
      });
      return [state.outcome, ...diagnosesIn(state).map(({ title }) => title)];
    };

    test('is named if only the deletion makes the difference', () => {
      expect(of([main, leaving(wrapped(0, [orders('v1')]))])).toEqual(['waiting', 'The Work is being deleted']);
      expect(of([leaving(main), wrapped(0, [orders('v1')])])).toEqual(['waiting', 'The Work is being deleted']);
    });

    test('is not named if the others have the content, or other content', () => {
      expect(of([main, wrapped(0, [orders('v1')]), leaving(wrapped(0, [orders('v1')], 'shop-work-envelope-0'))])).toEqual(['passed']);
      expect(of([main, leaving(wrapped(0, [orders('v1')]))], [namespaceShop()])).toEqual(['passed']);
      const title = 'A Work has other content than its resource snapshot';
      expect(of([main, wrapped(0, [orders('v0')]), leaving(wrapped(0, [orders('v1')], 'shop-work-envelope-0'))])).toEqual([
        'waiting',
        title,
      ]);
    });
  });
});
