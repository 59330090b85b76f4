import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FLEET_KINDS } from '../../../../src/fleet/kubefleet/kinds.ts';
import { RULES } from '../../../../src/static/rules/index.gen.ts';
import { lintTexts } from '../../../support/trees/lint-texts.ts';

/** Words that rules search for, so that random objects reach deep into them. */
const KEYS = [
  'affinity',
  'clusterAffinity',
  'clusterNames',
  'clusterResourceSelectors',
  'clusterSelectorTerms',
  'group',
  'kind',
  'labelSelector',
  'matchExpressions',
  'matchLabels',
  'name',
  'namespace',
  'numberOfClusters',
  'placement',
  'placementName',
  'placementType',
  'policy',
  'requiredDuringSchedulingIgnoredDuringExecution',
  'resourceSelectors',
  'scope',
  'selectionScope',
  'state',
  'strategy',
  'topologySpreadConstraints',
  'type',
  'version',
  '__proto__',
];
const word = fc.constantFrom(
  '',
  'PickFixed',
  'PickN',
  'External',
  'Namespaced',
  'Namespace',
  'shop',
  'default',
  '${X}',
  '*',
  'constructor',
  '__proto__',
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(word, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null), fc.string()),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 6 }),
  ),
}));
const object = fc.record({
  apiVersion: fc.constantFrom(
    'placement.kubernetes-fleet.io/v1',
    'placement.kubernetes-fleet.io/v1beta1',
    'cluster.kubernetes-fleet.io/v1',
    'v1',
    '',
    'a/b/c',
  ),
  kind: fc.constantFrom(...FLEET_KINDS.map(({ kind }) => kind), 'Namespace', 'constructor'),
  metadata: fc.record({ name: word, namespace: word, labels: value, annotations: value }, { requiredKeys: [] }),
  spec: value,
  status: value,
});
const texts = (objects: readonly unknown[]): string => objects.map((each) => JSON.stringify(each)).join('\n---\n');

test('no unusual object makes a rule throw, and every finding has a place in the text', () => {
  fc.assert(
    fc.property(
      fc.array(object, { maxLength: 4 }),
      fc.option(fc.array(object, { maxLength: 3 }), { nil: undefined }),
      (objects, members) => {
        const text = texts(objects);
        const lines = text.split('\n');
        const clusters =
          members === undefined
            ? undefined
            : texts(members.map((each) => ({ ...each, apiVersion: 'cluster.kubernetes-fleet.io/v1', kind: 'MemberCluster' })));
        const { findings } = lintTexts({ files: [{ path: 'a.yaml', text }], clusters }, RULES);
        for (const { line, column, message } of findings) {
          expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
          expect(message).not.toMatch(/undefined|\[object/);
        }
      },
    ),
    { numRuns: 400 },
  );
});
