import { expect, test } from 'vitest';
import { valuesThatChangeFleet } from '../../../src/static/read/kustomize/values-of-deployer.ts';
import { NOTHING_READ } from '../../../src/static/read/read-result.ts';
import type { RenderedJob } from '../../../src/static/read/render/render-overlays.ts';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';

function chart(files: readonly string[], values: readonly string[] = []): RenderedJob {
  const overlay = { tool: 'helm', name: 'shop', directory: 'shop', file: 'shop/Chart.yaml', values, args: [] } as const;
  return { overlay, rendering: { kind: 'rendered', read: NOTHING_READ, files: new Set(files) }, fleetFiles: [] };
}

const TEMPLATE = 'shop/templates/a.yaml';
const OF_VALUES = `${placementYaml('a')}\n# {{ .Values.clusters.count }}\n`;

test.each([
  ['values with its key', OF_VALUES, { values: { clusters: { count: 2 } } }, true],
  ['values with another key', OF_VALUES, { values: { image: 'a' } }, false],
  ['values as a text', OF_VALUES, { values: 'clusters: {count: 2}\n' }, true],
  ['an object of values', OF_VALUES, { valuesObject: { clusters: {} } }, true],
  ['a parameter', OF_VALUES, { parameters: [{ name: 'clusters.count', value: '2' }] }, true],
  ['another parameter', OF_VALUES, { parameters: [{ name: 'image.tag', value: '2' }] }, false],
  ['values of a file', OF_VALUES, { valueFiles: ['prod.yaml'] }, true],
  ['values of an object', OF_VALUES, { valuesFrom: [{ kind: 'Secret', name: 'a' }] }, true],
  ['a name of the release', OF_VALUES, { releaseName: 'a' }, false],
  ['no values', OF_VALUES, {}, false],
  ['all values', `${placementYaml('a')}\n{{ toYaml .Values }}\n`, { values: { image: 'a' } }, true],
  ['a helper', `${placementYaml('a')}\n{{ include "spec" . }}\n`, { values: { image: 'a' } }, true],
  ['a template without values', placementYaml('a'), { valueFiles: ['prod.yaml'] }, false],
  ['a template of another kind', 'kind: ConfigMap\ndata: {{ .Values.data }}\n', { valueFiles: ['prod.yaml'] }, false],
])('values of a deployer may change an object of KubeFleet, if its template uses them: %s', (_, text, changes, mayChange) => {
  const texts = new Map([[TEMPLATE, text]]);
  expect(valuesThatChangeFleet([chart([TEMPLATE])], texts)('shop', changes)).toBe(mayChange);
  expect(valuesThatChangeFleet([chart([TEMPLATE])], texts)('other', changes)).toBe(false);
  expect(valuesThatChangeFleet([chart([TEMPLATE], ['prod.yaml'])], texts)('shop', changes)).toBe(false);
});

test('a subchart gets its values at the key of its name', () => {
  const file = 'shop/charts/web/templates/a.yaml';
  expect(valuesThatChangeFleet([chart([file])], new Map([[file, OF_VALUES]]))('shop', { values: { web: {} } })).toBe(true);
});
