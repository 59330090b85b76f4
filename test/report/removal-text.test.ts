import { expect, it } from 'vitest';
import { NAMESPACE_NOT_IN_FILES, NOT_IN_FILES, type Removal } from '../../src/report.ts';
import { removalText } from '../../src/report/facts/plan/removals.ts';

const ref = (kind: string, name: string): Removal['object'] => ({ apiVersion: 'v1', kind, name });
const START = 'ClusterResourcePlacement/shop no longer places';
const DELETED = '`kubectl apply` does not delete';

it.each<[string, readonly string[], string]>([
  [
    NOT_IN_FILES,
    ['a', 'b'],
    `${START} Namespace/a, Namespace/b (no longer in the files): they will be removed from m1 as soon as they are deleted on the hub. ${DELETED} them by itself; \`helm upgrade\` and a deployer that prunes do.`,
  ],
  [
    NOT_IN_FILES,
    ['a'],
    `${START} Namespace/a (no longer in the files): it will be removed from m1 as soon as it is deleted on the hub. ${DELETED} it by itself; \`helm upgrade\` and a deployer that prunes do.`,
  ],
  [
    NAMESPACE_NOT_IN_FILES,
    ['a'],
    `${START} Namespace/a (no longer in the files): it and all that is in it will be removed from m1 as soon as it is deleted on the hub. ${DELETED} it by itself; \`helm upgrade\` and a deployer that prunes do.`,
  ],
  ['no longer selected', ['a', 'b'], `${START} Namespace/a, Namespace/b (no longer selected): they will be removed from m1.`],
])('content that is %s is removed at once only if it stays on the hub', (reason, names, text) => {
  const resources = names.map((name) => ref('Namespace', name));
  expect(removalText({ kind: 'resources', object: ref('ClusterResourcePlacement', 'shop'), clusters: ['m1'], resources, reason })).toBe(
    text,
  );
});
