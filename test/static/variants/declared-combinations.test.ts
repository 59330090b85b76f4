import { expect, test } from 'vitest';
import { overriddenDeliveriesBy } from '../../../src/static/delivery/overridden-deliveries.ts';
import { allPlacements } from '../../../src/static/world/placements.ts';
import { overridePatchFails } from '../../../src/static/rules/override-patch-fails.ts';
import { lintTexts, worldOf, type Texts } from '../../support/trees/lint-texts.ts';

const COUNT = 160;

test('manifests with the same content are one placement, one object and one override', () => {
  const files = times(COUNT, (index) => fileOf(`${index}`, [placement(0), deployment(0), override(0)]));
  expect(deliveriesIn(files)).toBe(1);
  expect(lintTexts({ files }, [overridePatchFails]).notEvaluated).toEqual([]);
});

test('each of 16 manifests of an object is combined with each of 16 manifests of its override', () => {
  const files = times(16, (index) => fileOf(`${index}`, [placement(0), deployment(index), override(index)]));
  expect(deliveriesIn(files)).toBe(256);
  expect(lintTexts({ files }, [overridePatchFails]).notEvaluated).toEqual([]);
});

test('a placement with many manifests sends the one object in as many ways', () => {
  const files = times(COUNT * 2, (index) => fileOf(`${index}`, [placement(index), deployment(0), override(0)]));
  expect(deliveriesIn(files)).toBe(COUNT * 2);
  expect(lintTexts({ files }, [overridePatchFails]).notEvaluated).toEqual([]);
});

test('of more combinations one is checked for each manifest, and the override is reported as not checked', () => {
  const files = times(COUNT, (index) => fileOf(`${index}`, [placement(index), deployment(index), override(index)]));
  expect(deliveriesIn(files)).toBe(COUNT);
  const { findings, notEvaluated } = lintTexts({ files }, [overridePatchFails]);
  // Each override removes a label that only the object of its own file has.
  expect(findings).toEqual([]);
  expect(notEvaluated).toEqual([
    expect.objectContaining({
      object: expect.objectContaining({ kind: 'ResourceOverride', name: 'web' }),
      fleetObject: true,
      reason: expect.stringContaining('not checked on each manifest of Deployment/shop/web: '),
    }),
  ]);
});

test('folders for separate hubs are not combined with one another, also not for an override outside of them', () => {
  const folders = times(COUNT, (index) => fileOf(`env/hub-${index}/shop`, [placement(index), deployment(index), override(index)]));
  const files = [...folders, fileOf('shared', [override(0, 'shared')])];
  // The world of the whole tree.
  const { world } = worldOf({ files });
  expect(allPlacements(world).map((each) => overriddenDeliveriesBy(each, world).length)).toEqual(times(COUNT, () => 1));
  expect(lintTexts({ files }, [overridePatchFails]).notEvaluated).toEqual([]);
});

function deliveriesIn(files: Texts['files']): number {
  const { world } = worldOf({ files });
  return new Set(allPlacements(world).flatMap((each) => overriddenDeliveriesBy(each, world))).size;
}

function times<T>(length: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length }, (_, index) => make(index));
}

function fileOf(name: string, documents: readonly string[]): Texts['files'][number] {
  return { path: `${name}.yaml`, text: documents.join('---\n') };
}

function placement(index: number): string {
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  revisionHistoryLimit: ${index + 1}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
`;
}

function deployment(index: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, labels: {tier-${index}: web}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
`;
}

function override(index: number, name = 'web'): string {
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: {name: ${name}, namespace: shop}
spec:
  resourceSelectors:
    - {group: apps, version: v1, kind: Deployment, name: web}
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: []}
        jsonPatchOverrides:
          - {op: remove, path: /metadata/labels/tier-${index}}
`;
}
