/** A second placement of a Namespace overlaps with the first, so the remedy names the first if there is one. */
import { expect, test } from 'vitest';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const NAMESPACE = '{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }\n---\n';
const CONTENT = '{ apiVersion: v1, kind: ConfigMap, metadata: { name: web, namespace: shop }, data: { a: b } }\n---\n';
const fixed = (...names: readonly string[]): string => `{ placementType: PickFixed, clusterNames: [${names.join(', ')}] }`;
const namespaced = (policy: string): string => `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: { name: web, namespace: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: web }]
  policy: ${policy}
---
`;
const ofNamespace = (policy: string): string => `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop-namespace }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop, selectionScope: NamespaceOnly }]
  policy: ${policy}
---
`;
const WIDEN = 'Let shop-namespace pick the clusters of this placement too, or limit this placement to clusters that have the namespace.';
const ADD = 'Add a ClusterResourcePlacement that selects the Namespace with `selectionScope: NamespaceOnly` and picks the same clusters.';

test.each<readonly [what: string, text: string, remedies: readonly string[]]>([
  ['none places it', namespaced(fixed('a', 'b')), [ADD]],
  ['one places it on some of the clusters', namespaced(fixed('a', 'b')) + ofNamespace(fixed('a')), [WIDEN]],
  ['one places it on other clusters', namespaced(fixed('a')) + ofNamespace(fixed('b')), [WIDEN]],
  ['one places it on clusters that it names', namespaced('{ placementType: PickAll }') + ofNamespace(fixed('a')), [WIDEN]],
  ['one places it on all of the clusters', namespaced(fixed('a')) + ofNamespace(fixed('a', 'b')), []],
])('%s', (_, text, remedies) => {
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text: NAMESPACE + CONTENT + text }] }, RULES);
  expect(findings.flatMap(({ rule, remedy }) => (rule === 'rp-namespace-not-placed' ? [remedy] : []))).toEqual(remedies);
});
