/** A name that kustomize makes from the content changes with each edit, so no selector can name it for long. */
import { expect, it } from 'vitest';
import { referenceNotPlaced } from '../../../src/static/rules/reference-not-placed.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';

const tree = (name: string): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: shop, namespace: shop }
spec:
  resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: web }]
---
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, namespace: shop }
data: { a: b }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: "registry.example.com/web:1.4.2", envFrom: [{ configMapRef: { name: ${name} } }] }]
`;

it.each([
  ['config', 'Select ConfigMap/shop/config in shop.'],
  ['config-2748f72779', expect.stringContaining('by a label, because its name changes with its content')],
])('the remedy for %s', (name, remedy) => {
  const { findings } = lintTexts({ files: [{ path: 'a.yaml', text: tree(name) }] }, [referenceNotPlaced]);
  expect(findings.map((finding) => finding.remedy)).toEqual([remedy]);
});
