import { expect, it } from 'vitest';
import { NAMESPACE_NOT_IN_FILES, NOT_IN_FILES, OPEN_GONE, type Removal } from '../../src/report.ts';
import { removalHead, removalText } from '../../src/report/facts/plan/removals.ts';

const ref = (kind: string, name: string): Removal['object'] => ({ apiVersion: 'v1', kind, name });
const START = 'ClusterResourcePlacement/shop no longer places';
const DELETED = '`kubectl apply` does not delete';

it.each<[string, readonly string[], string]>([
  [
    NOT_IN_FILES,
    ['a', 'b'],
    `${START} Namespace/a, Namespace/b (no longer in the deployed files): they will be removed from m1 as soon as they are deleted on the hub. ${DELETED} them by itself; \`helm upgrade\` and a deployer that prunes do.`,
  ],
  [
    NOT_IN_FILES,
    ['a'],
    `${START} Namespace/a (no longer in the deployed files): it will be removed from m1 as soon as it is deleted on the hub. ${DELETED} it by itself; \`helm upgrade\` and a deployer that prunes do.`,
  ],
  [
    NAMESPACE_NOT_IN_FILES,
    ['a'],
    `${START} Namespace/a (no longer in the deployed files): it and all that is in it will be removed from m1 as soon as it is deleted on the hub. ${DELETED} it by itself; \`helm upgrade\` and a deployer that prunes do.`,
  ],
  ['no longer selected', ['a', 'b'], `${START} Namespace/a, Namespace/b (no longer selected): they will be removed from m1.`],
])('content that is %s is removed at once only if it stays on the hub', (reason, names, text) => {
  const resources = names.map((name) => ref('Namespace', name));
  expect(removalText({ kind: 'resources', object: ref('ClusterResourcePlacement', 'shop'), clusters: ['m1'], resources, reason })).toBe(
    text,
  );
});

it.each<[readonly Removal['object'][], string]>([
  [[ref('Namespace', 'a')], 'Namespace/a of ClusterResourcePlacement/shop is TEXT: it and all that is in it will'],
  [
    [ref('Namespace', 'a'), ref('Namespace', 'b')],
    'Namespace/a, Namespace/b of ClusterResourcePlacement/shop are TEXT: they and all that is in them will',
  ],
  [
    [ref('Namespace', 'a'), ref('Node', 'n')],
    'Namespace/a, Node/n of ClusterResourcePlacement/shop are TEXT: they and all that is in Namespace/a will',
  ],
  [[ref('Node', 'n')], 'Node/n of ClusterResourcePlacement/shop is TEXT: it will'],
])('with a Namespace that is deleted and created again goes all that is in it', (resources, text) => {
  const object = ref('ClusterResourcePlacement', 'shop');
  expect(removalText({ kind: 'resources', object, replacedBy: object, clusters: ['m1'], resources, reason: 'x' })).toBe(
    `${text.replace('TEXT', 'deleted on the hub and created again (x)')} be removed from m1 and placed again.`,
  );
});

const ONLY = 'with External, only a new update run removes';

it.each<[string, Partial<Removal>, string, string]>([
  [
    'leaves a cluster',
    { kind: 'clusters', reason: 'no longer named' },
    `ClusterResourcePlacement/shop leaves m1 (no longer named): ${ONLY} Namespace/a there.`,
    'lets an update run remove ClusterResourcePlacement/shop from m1',
  ],
  [
    'drops an object',
    { reason: 'no longer selected' },
    `${START} Namespace/a (no longer selected): ${ONLY} it from m1.`,
    'lets an update run remove Namespace/a of ClusterResourcePlacement/shop from m1',
  ],
  [
    'had a deleted object',
    { reason: NOT_IN_FILES },
    `${START} Namespace/a (no longer in the deployed files): ${ONLY} it from m1 after it is deleted on the hub. ${DELETED} it by itself; \`helm upgrade\` and a deployer that prunes do.`,
    'lets an update run remove Namespace/a of ClusterResourcePlacement/shop from m1',
  ],
  [
    'had a deleted Namespace',
    { reason: NAMESPACE_NOT_IN_FILES },
    `${START} Namespace/a (no longer in the deployed files): ${ONLY} it and all that is in it from m1 after it is deleted on the hub. ${DELETED} it by itself; \`helm upgrade\` and a deployer that prunes do.`,
    'lets an update run remove Namespace/a of ClusterResourcePlacement/shop from m1',
  ],
  [
    'may have had an object',
    { reason: `${OPEN_GONE}; its kind is not known` },
    `${START} Namespace/a (${OPEN_GONE}; its kind is not known): if placed, ${ONLY} it from m1.`,
    'may remove Namespace/a of ClusterResourcePlacement/shop from m1',
  ],
  [
    'is deleted and created again',
    { kind: 'placement', replacedBy: ref('ClusterResourcePlacement', 'shop') },
    'ClusterResourcePlacement/shop is deleted on the hub and created again: Namespace/a will be removed from m1, and with External only a new update run places it again.',
    'removes ClusterResourcePlacement/shop from m1, and places it again later',
  ],
])('a placement of strategy External that %s keeps what clusters have until an update run', (_, removal, text, head) => {
  const object = ref('ClusterResourcePlacement', 'shop');
  const whole: Removal = { kind: 'resources', object, clusters: ['m1'], resources: [ref('Namespace', 'a')], byRun: true, ...removal };
  expect([removalText(whole), removalHead([whole])]).toEqual([text, head]);
});

it.each<[string, Partial<Removal>, string]>([
  [
    'the same',
    {},
    'is deleted on the hub and created again: what it placed will be removed from m1, and placed again as far as the change keeps it.',
  ],
  [
    'the same, with External',
    { byRun: true },
    'is deleted on the hub and created again: what it placed will be removed from m1, and with External only a new update run places it again, as far as the change keeps it.',
  ],
  [
    'another',
    { replacedBy: ref('ClusterResourcePlacement', 'store') },
    `is replaced by ClusterResourcePlacement/store, which has the same spec: what it placed will be removed from m1 as soon as the old one is deleted on the hub, and placed again as far as the change keeps it. ${DELETED} it by itself; \`helm upgrade\` and a deployer that prunes do.`,
  ],
])('what is not known may not all be placed again by %s', (_, more, text) => {
  const object = ref('ClusterResourcePlacement', 'shop');
  const whole: Removal = { kind: 'placement', object, replacedBy: object, clusters: ['m1'], resources: [], ...more };
  expect(removalText(whole)).toBe(`ClusterResourcePlacement/shop ${text}`);
});
