/** A former rollout whose content was applied and has not become available: until the timeout of the gate it may, then it has failed. */
import { expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { badWork, bindingAt, greenFleet, namespaceShop, no, NOW, objectsOf, orders, placementAt } from '../../support/fleets/fleet.ts';
import { askReady, type ReadyTold } from '../../support/hubs/ready-hub.ts';

const MINUTE = 60_000;
const HOUR_AGO = NOW.getTime() - 60 * MINUTE;
const CONTENT = [namespaceShop(), orders('v1')] as const;

/** `orders` is not available on east, which the hub has said since 09:00. */
function unavailable(): readonly KubeObject[] {
  const fleet = placementAt(greenFleet(['east', 'west'], CONTENT), 'Available', 'ResourceNotAvailableYet');
  const [, west] = fleet.bindings;
  const condition = no('Available', 'ManifestNotAvailableYet', 1, 'Manifest is not yet available');
  return objectsOf({
    ...fleet,
    snapshots: fleet.snapshots.map((each) => ({ ...each, metadata: { ...each.metadata, creationTimestamp: '2026-03-04T08:59:00Z' } })),
    bindings: [bindingAt('east', 0, no('Available', 'NotAllWorkAreAvailable', 3)), ...(west === undefined ? [] : [west])],
    works: [badWork('east', 0, CONTENT, CONTENT[1], condition), ...fleet.works.slice(1)],
  });
}

const ENVELOPE: KubeObject = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceEnvelope',
  metadata: { name: 'other', namespace: 'shop' },
  data: { 'config.yaml': { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other', namespace: 'shop' }, data: { a: 'b' } } },
};
const other = (value: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'other', namespace: 'shop' },
  data: { value },
});
function override(value: number): KubeObject {
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourceOverride',
    metadata: { name: 'tune', namespace: 'shop' },
    spec: {
      placement: { name: 'shop' },
      resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' }],
      policy: {
        overrideRules: [
          { clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: 'add', path: '/spec/minReadySeconds', value }] },
        ],
      },
    },
  };
}

/** @param at milliseconds after the rollout became unavailable */
function ask(at: number, change: readonly KubeObject[], config?: string, more: readonly KubeObject[] = []): Promise<ReadyTold> {
  const placement = greenFleet().placement;
  const bare = { apiVersion: placement.apiVersion, kind: placement.kind, metadata: { name: 'shop' }, spec: placement['spec'] };
  const now = new Date(HOUR_AGO + at);
  const objects = [...unavailable(), ...more].map((object) =>
    object.kind === 'MemberCluster'
      ? (JSON.parse(
          JSON.stringify(object).replace(/"lastReceivedHeartbeat":"[^"]*"/, `"lastReceivedHeartbeat":"${now.toISOString()}"`),
        ) as KubeObject)
      : object,
  );
  return askReady({ objects, at: now, change: [bare, ...change], ...(config === undefined ? {} : { config }) });
}

const formerReasons = ({ report }: ReadyTold): readonly string[] =>
  (report.ready?.reasons ?? []).filter(({ id }) => id.startsWith('former-')).map(({ id, effect }) => `${effect} ${id}`);
const messages = ({ report }: ReadyTold): string => (report.ready?.reasons ?? []).map(({ message }) => message).join('\n');

const FAILED =
  'The former rollout of ClusterResourcePlacement/shop failed: The workload is not available (Deployment/shop/orders, since 2026-03-04T09:00:00Z)';

test('within the time of the gate it is not finished: wait', async () => {
  const told = await ask(10 * MINUTE, CONTENT);
  expect([told.exitCode, formerReasons(told)]).toEqual([10, ['waits former-rollout-unfinished']]);
});

test.each<readonly [string, readonly KubeObject[]]>([
  ['nothing', CONTENT],
  ['another object', [...CONTENT, other('2')]],
  ['an envelope of another object', [...CONTENT, ENVELOPE]],
])('after it, a change that edits %s is not ready', async (_, change) => {
  const told = await ask(60 * MINUTE, change);
  expect([told.exitCode, formerReasons(told)], told.out).toEqual([1, ['blocks former-rollout-failed']]);
  expect(messages(told)).toContain(`${FAILED}.`);
});

test.each<readonly [string, readonly KubeObject[], string]>([
  ['the workload', [namespaceShop(), orders('v2')], 'Deployment/shop/orders'],
  ['an override of it', [...CONTENT, override(5)], 'ResourceOverride/shop/tune'],
])('after it, a change that edits %s may correct it', async (_, change, edited) => {
  const told = await ask(60 * MINUTE, change);
  expect(formerReasons(told), told.out).toEqual(['warns former-rollout-failed']);
  expect(messages(told)).toContain(`${FAILED}. This change edits ${edited}, which may correct it.`);
});

test('the configuration has the time', async () => {
  expect((await ask(10 * MINUTE, CONTENT, 'gate: { timeout: 5m }\n')).exitCode).toBe(1);
  expect((await ask(60 * MINUTE, CONTENT, 'gate: { timeout: 2h }\n')).exitCode).toBe(10);
});

test.each(['hub', 'files'])('an id is not masked if a Secret of the %s has it as a value', async (where) => {
  const stringData = { a: 'former-rollout-failed', b: 'workload-not-available', c: 'correct-horse-battery' };
  const secret: KubeObject = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'words', namespace: 'shop' }, stringData };
  const told = await ask(60 * MINUTE, [...CONTENT, ...(where === 'files' ? [secret] : [])], undefined, where === 'hub' ? [secret] : []);
  expect(formerReasons(told), told.out).toEqual(['blocks former-rollout-failed']);
  expect(JSON.stringify(told.report)).not.toContain('correct-horse-battery');
});
