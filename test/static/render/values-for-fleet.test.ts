import { expect, test } from 'vitest';

import { decidedByValues } from '../../../src/static/read/render/charts/decided-by-values.ts';
import { type ListedValues, listedValues } from '../../../src/static/read/render/charts/listed-values.ts';
import type { Overlay } from '../../../src/static/read/render/overlay.ts';
import type { RepositoryFiles } from '../../../src/static/read/render/repository-files.ts';
import { Sources } from '../../../src/static/read/render/sources.ts';
import { valuesForFleet, type ValueNames } from '../../../src/static/read/render/charts/values-for-fleet.ts';
import { NOTHING_READ } from '../../../src/static/read/read-result.ts';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';

const CHART: Overlay = { tool: 'helm', name: 'shop', directory: 'shop', file: 'shop/Chart.yaml', values: [], args: [] };

test.each<readonly [string, Readonly<Record<string, string>>, ValueNames]>([
  ['nothing for a placement without expressions', { 'templates/p.yaml': placementYaml('a') }, new Set()],
  ['nothing for other objects', { 'templates/d.yaml': 'kind: ConfigMap\nname: {{ tpl .Values.a . }}\n' }, new Set()],
  [
    'the values that it names',
    { 'templates/p.yaml': `${placementYaml('a')}{{ .Values.policy.type }} {{ $.Values.on }}` },
    new Set(['policy', 'on']),
  ],
  ['a value of its condition', { 'templates/p.yaml': `{{ if .Values.on }}\n${placementYaml('a')}{{ end }}` }, new Set(['on'])],
  [
    'the values of definitions that it includes',
    {
      'templates/p.yaml': `${placementYaml('a')}{{ include "a" . }}`,
      'templates/_a.tpl':
        '{{ define "a" }}{{ template "b" . }}{{ end }}{{ define "b" }}{{ .Values.deep }}{{ end }}{{ define "c" }}{{ .Values.no }}{{ end }}',
    },
    new Set(['deep']),
  ],
  ['any value that it takes by an expression', { 'templates/p.yaml': `${placementYaml('a')}{{ index .Values "on" }}` }, 'any'],
  ...['dig "on" "" .Values.AsMap', '$.Values.PathValue "on"', '(.Values.Table "on").type', 'dig "on" "" (fromYaml .Values.YAML)'].map(
    (expression) => [`any value with ${expression}`, { 'templates/p.yaml': `${placementYaml('a')}{{ ${expression} }}` }, 'any'] as const,
  ),
  [
    'values with names that begin as a method of helm',
    { 'templates/p.yaml': `${placementYaml('a')}{{ .Values.AsMaps }}{{ .Values.on.AsMap }}` },
    new Set(['AsMaps', 'on']),
  ],
  ['any value that it takes of all', { 'templates/p.yaml': `${placementYaml('a')}{{ (index . "Values").on }}` }, 'any'],
  ['any value that it takes of all by a list', { 'templates/p.yaml': `${placementYaml('a')}{{ (first (pluck \`Values\` .)).on }}` }, 'any'],
  [
    'any value that it takes of a chart within the chart',
    { 'templates/p.yaml': `${placementYaml('a')}{{ .Subcharts.b.Values.on }}` },
    'any',
  ],
  ['any value of a text that it renders', { 'templates/p.yaml': `${placementYaml('a')}{{ tpl "x" . }}` }, 'any'],
  ['any value for a definition that is not known', { 'templates/p.yaml': `${placementYaml('a')}{{ include "far" . }}` }, 'any'],
  ['any value for a definition with a computed name', { 'templates/p.yaml': `${placementYaml('a')}{{ include $name . }}` }, 'any'],
  ['any value of a chart within the chart', { 'charts/b/templates/p.yaml': placementYaml('a') }, 'any'],
  ['nothing for a definition of a kind', { 'crds/p.yaml': placementYaml('a') }, new Set()],
])('a chart depends on %s', async (_, written, expected) => {
  const files = new Map(Object.entries(written).map(([name, text]) => [`shop/${name}`, text]));
  const sources = await Sources.of(files.keys(), {
    text: (name: string) => Promise.resolve(files.get(name)),
  } as unknown as RepositoryFiles);
  const made = new Map([...files.keys()].map((name) => [name, name.endsWith('p.yaml') ? 1 : 0]));
  expect(valuesForFleet(new Set(files.keys()), sources, CHART, made)).toEqual(expected);
});

test('a chart with KubeFleet objects in a packed chart depends on any value, also if none is made', async () => {
  const sources = await Sources.of([], { text: () => Promise.resolve(undefined) } as unknown as RepositoryFiles);
  const namesFor = (text: string): ValueNames =>
    valuesForFleet(new Set(), sources, CHART, new Map(), new Map([['shop/charts/b-0.1.0.tgz/templates/p.yaml', text]]));
  expect(namesFor(`{{ if .Values.on }}\n${placementYaml('a')}{{ end }}`)).toBe('any');
  expect(namesFor('kind: ConfigMap\n')).toEqual(new Set());
});

test('a chart that computes its KubeFleet objects, or has them in a package, depends on any value', async () => {
  const sources = await Sources.of([], { text: () => Promise.resolve(undefined) } as unknown as RepositoryFiles);
  for (const [template, count, expected] of [
    ['shop/templates/all.yaml', 1, 'any'],
    ['', 2, 'any'],
    ['', 0, new Set()],
  ] as const)
    expect([template, valuesForFleet(new Set(), sources, CHART, new Map([[template, count]]))]).toEqual([template, expected]);
});

const TEXTS = new Map([
  ['shop/values.yaml', 'type: a\n'],
  ['shop/prod.yaml', 'type: b\n'],
  ['apps/far.yaml', 'type: b\n'],
  ['apps/image.yaml', 'image: b\n---\nimage: c\n'],
  ['broken.yaml', 'a: [\n'],
  ['apps/fleet.yaml', 'a: placement.kubernetes-fleet.io/v1\nk: ClusterResourcePlacement\n'],
]);

function decides(forFleet: ValueNames, overlay: Overlay = CHART, listed?: ListedValues): ReturnType<typeof decidedByValues> {
  const rendering = { kind: 'rendered', read: NOTHING_READ, files: new Set<string>(), forFleet } as const;
  return decidedByValues([{ overlay, rendering, fleetFiles: [] }], TEXTS, listed, (file) => TEXTS.get(file.replace('.txt', '.yaml')));
}

test.each([
  ['a mapping', { type: 'b' }, true],
  ['another mapping', { image: 'b' }, false],
  ['a text', 'type: b\n', true],
  ['a text of one line', 'type: b', true],
  ['another text', 'image: b', false],
  ['a parameter', [{ name: 'type', value: 'b' }], true],
  ['a parameter within a value', [{ name: 'type.a[0]', value: 'b' }], true],
  ['another parameter', [{ name: 'image.type', value: 'b' }], false],
  ['mappings in a list', [{ image: 'b' }, { type: 'b' }], true],
  ['a mapping with ways', { 'type.a': 'b' }, true],
  ['a key that is a variable', { '${name}': 'b' }, true],
  ['a parameter that a variable names', [{ name: '$NAME' }], true],
  ['a parameter that a template names', [{ name: '{{ .name }}' }], true],
  ['a mapping in place of a parameter', [{ name: '{"type":"b"}' }], true],
  ['a variable below a name', [{ name: 'image.$NAME' }], false],
  ['a variable as a value', { image: '${type}' }, false],
  ['a file of the chart', ['prod.yaml'], true],
  ['a file beside the deployer', ['./far.yaml'], true],
  ['a file with other values', ['image.yaml'], false],
  ['the own values of the chart', ['values.yaml', './shop/values.yaml'], false],
  ['a file that is not known', ['$values/prod.yaml'], true],
  ['a file that cannot be read', ['broken.yaml'], true],
  ['a file of another name, which another tool may complete', ['image.txt'], true],
])('values of a deployer decide about an object of KubeFleet or do not: %s', (_, given, expected) => {
  expect(decides(new Set(['type']))('shop', [given], 'apps')).toBe(expected);
  expect(decides('any')('shop', [given], 'apps')).toBe(true);
  expect(decides(new Set())('shop', [given], 'apps')).toBe(false);
  expect(decides(new Set(['type']))('other', [given], 'apps')).toBe(false);
});

test.each([
  [{ a: 'placement.kubernetes-fleet.io/v1', k: 'ClusterResourcePlacement' }, true],
  [['./fleet.yaml'], true],
  [['./fleet.txt'], true],
  [[{ name: 'objects', path: './fleet.txt' }], true],
  [[{ name: 'objects', path: './image.yaml' }], false],
  [[{ name: 'objects', value: '{"apiVersion":"placement.kubernetes-fleet.io/v1","kind":"ClusterResourcePlacement"}' }], true],
  [{ k: 'ClusterResourcePlacement' }, false],
])('an apiVersion and a kind of KubeFleet in values decide about an object of any chart: %j', (given, expected) => {
  expect(decides(new Set())('shop', [given], 'apps')).toBe(expected);
});

test('values that the configuration lists for the chart are used, and others decide', () => {
  for (const own of [{ values: ['shop/prod.yaml'] }, { args: ['--set=type=b'] }]) {
    const overlay = { ...CHART, ...own };
    const decidesBeside = decides('any', overlay, listedValues([overlay]));
    expect(decidesBeside('shop', [own.values ?? [{ name: 'type' }]], '')).toBe(false);
    expect(decidesBeside('shop', [{ type: 'b' }], '')).toBe(true);
  }
});
