/** An override that removes the name of an object is reported with the name that the object has in the manifests. */
import { expect, test } from 'vitest';
import { objectMalformed } from '../../../src/static/rules/object-malformed.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const TREE = `
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourceOverride
metadata: {name: o}
spec:
  placement: {name: shop}
  clusterResourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: []}
        jsonPatchOverrides: [{op: remove, path: /metadata/name}]
`;

test('a patch that removes the name is reported for the object as it was', () => {
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text: TREE }] }, [objectMalformed]);
  expect(findings.map(({ message }) => message)).toEqual([
    'API servers refuse Namespace/shop with this patch: `metadata.name` is required.',
  ]);
});
