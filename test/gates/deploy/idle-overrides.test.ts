import { describe, expect, test } from 'vitest';
import { displayName, type KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { greenFleet, namespaceShop, objectsOf, orders } from '../../support/fleets/fleet.ts';
import { finishedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const API = 'placement.kubernetes-fleet.io/v1beta1';
const CONTENT = [namespaceShop(), orders('v1')];
const FLEET = greenFleet(['east'], CONTENT);
const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' };
const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
const policy = { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [] }] };

const namespaced = (selectors: readonly object[], placement?: object, namespace = 'shop'): KubeObject => ({
  apiVersion: API,
  kind: 'ResourceOverride',
  metadata: { name: 'more', namespace },
  spec: { resourceSelectors: selectors, policy, ...(placement === undefined ? {} : { placement }) },
});
const ofCluster = (selectors: readonly object[], placement?: object): KubeObject => ({
  apiVersion: API,
  kind: 'ClusterResourceOverride',
  metadata: { name: 'more' },
  spec: { clusterResourceSelectors: selectors, policy, ...(placement === undefined ? {} : { placement }) },
});
const other: KubeObject = { ...FLEET.placement, metadata: { name: 'other', generation: 1 } };

function idle(override: KubeObject, { objects = objectsOf(FLEET), targets = ['crp/shop'], more = CONTENT } = {}): readonly string[] {
  const state = gate({ targets, manifests: [...more, override] }).once([...objects, override]);
  return state.idleOverrides.map(
    ({ why, names }) => `${why}: ${names.map((ref) => `${displayName(ref)} of ${ref.apiVersion}`).join(', ')}`,
  );
}

describe('an override of the deploy that changes nothing', () => {
  test.each<readonly [string, KubeObject, string]>([
    ['another name', namespaced([{ ...DEPLOYMENT, name: 'oders' }]), 'notSent: Deployment/shop/oders of apps/v1'],
    ['another version', namespaced([{ ...DEPLOYMENT, version: 'v1beta1' }]), 'notSent: Deployment/shop/orders of apps/v1beta1'],
    ['another group', namespaced([{ ...DEPLOYMENT, group: 'app' }]), 'notSent: Deployment/shop/orders of app/v1'],
    ['another kind', namespaced([{ ...DEPLOYMENT, kind: 'deployment' }]), 'notSent: deployment/shop/orders of apps/v1'],
    ['another namespace', namespaced([DEPLOYMENT], undefined, 'default'), 'notSent: Deployment/default/orders of apps/v1'],
    ['one of two names', namespaced([DEPLOYMENT, { ...DEPLOYMENT, name: 'oders' }]), 'notSent: Deployment/shop/oders of apps/v1'],
    ['another Namespace', ofCluster([{ ...NAMESPACE, name: 'shpo' }]), 'notSent: Namespace/shpo of v1'],
    ['an object in a namespace', ofCluster([DEPLOYMENT]), 'notSent: Deployment/orders of apps/v1'],
    [
      'a placement that is not there',
      namespaced([DEPLOYMENT], { name: 'shpo' }),
      'placementMissing: ClusterResourcePlacement/shpo of placement.kubernetes-fleet.io/v1',
    ],
    [
      'a placement of another scope',
      namespaced([DEPLOYMENT], { name: 'shop', scope: 'Namespaced' }),
      'placementMissing: ResourcePlacement/shop/shop of placement.kubernetes-fleet.io/v1',
    ],
  ])('is named if it selects %s', (_what, override, said) => {
    expect(idle(override)).toEqual([said]);
  });

  test('is not certain if its placement is not followed', () => {
    const override = namespaced([{ ...DEPLOYMENT, name: 'oders' }], { name: 'other' });
    const said = ['placementNotFollowed: ClusterResourcePlacement/other of placement.kubernetes-fleet.io/v1'];
    expect(idle(override, { objects: [...objectsOf(FLEET), other] })).toEqual(said);
    expect(idle(override, { more: [...CONTENT, other] })).toEqual(said);
  });

  test('is not named while the content of the placement is not known', () => {
    const override = namespaced([{ ...DEPLOYMENT, name: 'oders' }]);
    const objects = objectsOf(FLEET).filter(({ kind }) => kind !== 'ClusterResourceSnapshot');
    expect(idle(override, { objects })).toEqual([]);
  });
});

test.each<readonly [string, KubeObject]>([
  ['an object', namespaced([DEPLOYMENT])],
  ['an object of its placement', namespaced([DEPLOYMENT], { name: 'shop', scope: 'Cluster' })],
  ['all objects of a namespace', ofCluster([NAMESPACE])],
  ['all objects of a namespace of its placement', ofCluster([NAMESPACE], { name: 'shop' })],
])('an override of %s is not named', (_what, override) => {
  expect(idle(override)).toEqual([]);
});

test('an override of an object that the deploy adds is not named', () => {
  const added = { ...orders('v1'), metadata: { name: 'carts', namespace: 'shop' } };
  expect(idle(namespaced([{ ...DEPLOYMENT, name: 'carts' }]), { more: [...CONTENT, added] })).toEqual([]);
});

test('an override of an object in an envelope is not named', () => {
  const data = { 'map.yaml': { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'limits', namespace: 'shop' } } };
  const envelope: KubeObject = { apiVersion: API, kind: 'ResourceEnvelope', metadata: { name: 'all', namespace: 'shop' }, data };
  const content = [...CONTENT, envelope];
  const objects = objectsOf(greenFleet(['east'], content));
  const selector = { group: '', version: 'v1', kind: 'ConfigMap', name: 'limits' };
  expect(idle(namespaced([selector]), { objects, more: content })).toEqual([]);
  expect(idle(namespaced([{ ...selector, name: 'limit' }]), { objects, more: content })).toEqual(['notSent: ConfigMap/shop/limit of v1']);
});

test('an override for the placement of a followed run is compared with the content of the run', () => {
  const staged = { objects: stagedObjects(finishedFleet()), targets: ['csur/v1'] };
  expect(idle(namespaced([DEPLOYMENT], { name: 'shop' }), staged)).toEqual([]);
  expect(idle(namespaced([{ ...DEPLOYMENT, name: 'oders' }]), staged)).toEqual(['notSent: Deployment/shop/oders of apps/v1']);
});
