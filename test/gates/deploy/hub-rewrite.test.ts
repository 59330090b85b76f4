import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { greenFleet, namespaceShop, orders } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const NOTE = 'kubectl.kubernetes.io/last-applied-configuration';
const DIGEST = '@sha256:0123';
const apply = { manager: 'kubectl-client-side-apply', operation: 'Update', time: '2026-03-04T09:50:00Z' };
const noted = { 'f:metadata': { 'f:annotations': { [`f:${NOTE}`]: {} } } };
const SIDECAR = { name: 'proxy', image: 'mesh:1' };
const LOGS = { name: 'logs', image: 'logs:1' };

/** What `kubectl apply` of a manifest left on the hub, after admission had its turn. */
function onHub(
  applied: KubeObject,
  containers: readonly object[],
  managedFields: readonly object[] = [apply],
  more: object = {},
): KubeObject {
  const template = { metadata: { labels: { app: 'orders' } }, spec: { containers } };
  return {
    ...orders('', { template, ...more }),
    metadata: {
      name: 'orders',
      namespace: 'shop',
      annotations: { [NOTE]: JSON.stringify(applied) },
      managedFields,
    },
  };
}

/** A single judgement of a hub that holds `live`, rolled out everywhere. The deploy is `orders('app:2')`. */
function look(live: KubeObject, held: KubeObject = live, manifest: KubeObject = orders('app:2')): GateState {
  const fleet = greenFleet(['east'], [namespaceShop(), held]);
  return gate({ manifests: [namespaceShop(), manifest] }).look({ ...fleet, content: [namespaceShop(), live] });
}

const main = (image: string): object => ({ name: 'main', image });
const others = (fields: object): readonly object[] => [
  {
    ...apply,
    fieldsV1: { ...noted, 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"main"}': { 'f:image': {} } } } } } },
  },
  { manager: 'someone', operation: 'Update', time: '2026-03-04T09:51:00Z', ...fields },
];
const manages = (spec: object): readonly object[] => others({ fieldsV1: { 'f:spec': spec } });
const ITEMS = (item: string): object => ({ 'f:template': { 'f:spec': { 'f:containers': { [item]: { 'f:image': {} } } } } });

describe('an object that the admission of the hub rewrote', () => {
  test.each([
    ['an image by its digest', [main(`app@sha256:0123`)], [apply]],
    ['a sidecar', [main('app:2'), SIDECAR], [apply]],
    ['both', [main(`app@sha256:0123`), SIDECAR], [apply]],
    ['both, beside a controller that writes something else', [main(`app@sha256:0123`), SIDECAR], manages({ 'f:paused': {} })],
  ])('is accepted as the deploy: %s', (_what, containers, managers) => {
    const [placement] = look(onHub(orders('app:2'), containers, managers)).placements;
    expect(placement?.verdict).toBe('passed');
    expect(placement).toMatchObject({ freshness: 'proven', isAdjusted: true });
    expect(placement?.summary).toContain("the hub's admission rewrote Deployment orders at /spec/template/spec/containers");
  });

  describe('by server-side apply, which does not record what was applied', () => {
    const flux = (...items: readonly string[]): object => ({
      manager: 'flux',
      operation: 'Apply',
      time: '2026-03-04T09:50:00Z',
      fieldsV1: {
        'f:spec': {
          'f:template': { 'f:spec': { 'f:containers': Object.fromEntries(items.map((item) => [item, { 'f:image': {}, 'f:name': {} }])) } },
        },
      },
    });
    const applied = (containers: readonly object[], ...managedFields: readonly object[]): KubeObject => ({
      ...onHub(orders('app:2'), containers),
      metadata: { name: 'orders', namespace: 'shop', managedFields },
    });
    const [mine, proxy] = ['k:{"name":"main"}', 'k:{"name":"proxy"}'] as const;

    test('is accepted as the deploy if no manager owns the added part', () => {
      const state = look(applied([main('app:2'), SIDECAR], flux(mine)));
      expect(state.outcome).toBe('passed');
      expect(state.placements[0]?.freshness).toBe('proven');
    });

    test.each([
      ['the same manager has deployed it before', applied([main('app:2'), SIDECAR], flux(mine, proxy))],
      [
        'another manager has added it',
        applied([main('app:2'), SIDECAR], flux(mine), { ...flux(proxy), manager: 'someone', operation: 'Update' }),
      ],
      ['the rest is not as deployed', applied([main('app:1'), SIDECAR], flux(mine))],
      ['the writers of the fields are unknown', applied([main('app:2'), SIDECAR], { ...flux(mine), fieldsV1: undefined })],
    ])('is not accepted as the deploy if %s', (_why, live) => {
      expect(look(live).outcome).toBe('waiting');
    });

    test.each([
      ['after them', 'passed', [main('app:2'), LOGS, SIDECAR]],
      ['before them', 'passed', [SIDECAR, main('app:2'), LOGS]],
      ['between them', 'passed', [main('app:2'), SIDECAR, LOGS]],
      ['after them, in another order', 'waiting', [LOGS, main('app:2'), SIDECAR]],
      ['before them, in another order', 'waiting', [SIDECAR, LOGS, main('app:2')]],
    ])('starts the containers of the deploy in their order, with the added one %s: %s', (_where, outcome, containers) => {
      const template = { metadata: { labels: { app: 'orders' } }, spec: { containers: [main('app:2'), LOGS] } };
      const live = applied(containers, flux(mine, 'k:{"name":"logs"}'));
      expect(look(live, live, orders('', { template })).outcome).toBe(outcome);
    });

    test('is accepted as the deploy without proof if only the digest of its tag was added', () => {
      const state = look(applied([main(`app:2${DIGEST}`)], flux(mine)));
      expect(state.outcome).toBe('passed');
      expect(state.placements[0]?.freshness).toBe('assumed');
      expect(look(applied([main(`app:3${DIGEST}`)], flux(mine))).outcome).toBe('waiting');
    });
  });

  test('is not rolled out yet if the snapshot is from before it', () => {
    expect(look(onHub(orders('app:2'), [main('app@sha256:0123')]), orders('app:1')).outcome).toBe('waiting');
    expect(look(onHub(orders('app:2'), [main('app@sha256:0123')]), onHub(orders('app:1'), [main('app@sha256:9999')])).outcome).toBe(
      'waiting',
    );
  });

  test.each([
    ['something else was applied last', onHub(orders('app:1'), [main('app@sha256:0123')])],
    [
      'more was applied last, which this deploy removes',
      onHub(orders('app:2', { paused: true }), [main('app@sha256:0123')], [apply], { paused: true }),
    ],
    ['another manager set the image', onHub(orders('app:2'), [main('app@sha256:0123')], manages(ITEMS('k:{"name":"main"}')))],
    ['another manager added the container', onHub(orders('app:2'), [main('app:2'), SIDECAR], manages(ITEMS('k:{"name":"proxy"}')))],
    ['another manager may have written it', onHub(orders('app:2'), [main('app@sha256:0123')], others({}))],
    ['the writer is unknown', onHub(orders('app:2'), [main('app@sha256:0123')], [])],
    [
      'a manager scaled it',
      onHub(orders('app:2'), [main('app:2')], others({ subresource: 'scale', fieldsV1: { 'f:spec': { 'f:replicas': {} } } }), {
        replicas: 1,
      }),
    ],
  ])('is not accepted as the deploy if %s', (_why, live) => {
    expect(look(live).outcome).not.toBe('passed');
  });
});
