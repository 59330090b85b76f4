import { expect, test } from 'vitest';
import { unusedValuesNotes } from '../../../src/static/read/render/charts/unused-values-notes.ts';
import type { RenderedJob } from '../../../src/static/read/render/render-overlays.ts';

const TEMPLATE =
  'env: {{ .Values.env }}\nhost: {{ $.Values.placement.host }}\n{{- with .Values.extra }}\nextra: {{ toYaml . }}\n{{- end }}\n';

/** The notes about a chart with one file of values. */
function noted(prod: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const texts = new Map(
    Object.entries({
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'c/templates/a.yaml': TEMPLATE,
      'c/values.yaml': 'env: test\nreplicas: 1\nplacement: { host: x, port: 1 }\n',
      'c/prod.yaml': prod,
      ...files,
    }),
  );
  const overlay = { tool: 'helm', name: 'c (c/prod.yaml)', directory: 'c', file: 'c/Chart.yaml', values: ['c/prod.yaml'], args: [] };
  const rendering = { kind: 'rendered', files: new Set(texts.keys()) };
  return unusedValuesNotes([{ overlay, rendering, fleetFiles: [] } as unknown as RenderedJob], () => ({
    text: (name) => Promise.resolve(texts.get(name)),
  }));
}

test.each([
  ['envs: prod\n', 'envs. Did you mean env?'],
  ['Env: prod\n', 'Env. Did you mean env?'],
  ['replica: 2\n', 'replica. Did you mean replicas?'],
  ['placement: { hos: a }\n', 'placement.hos. Did you mean placement.host?'],
  ['extr: { host: a }\n', 'extr. Did you mean extra?'],
  ['placement: { hosts: a }\n', 'placement.hosts. Did you mean placement.host?'],
  ['placemnt: { host: a }\n', 'placemnt. Did you mean placement?'],
])('a key that is probably a misspelling of one that the chart uses is named: %s', async (values, note) => {
  expect(await noted(values)).toEqual([`c/prod.yaml: no template of c uses ${note}`]);
});

test.each([
  ['keys that are used', 'env: prod\nplacement: { host: a, port: 2 }\nreplicas: 3\n', {}],
  ['a key that is like none', 'colour: red\nplacement: { zone: 1 }\n', {}],
  ['a key beside the one that it is like', 'env: prod\nenvs: [prod]\n', {}],
  ['a key of what a template takes as a whole', 'extra: { hsot: a }\n', { 'c/values.yaml': 'extra: { host: x }\n' }],
  ['a template that takes all values', 'envs: prod\n', { 'c/templates/b.yaml': '{{ toYaml .Values }}' }],
  ['a key that a template names in another way', 'envs: prod\n', { 'c/templates/b.yaml': '{{ index .Values "envs" }}' }],
  ['a key with other signs', '"env/s": prod\n', { 'c/templates/b.yaml': '{{ index .Values "env/s" }}' }],
  ['a key in a helper', 'envs: prod\n', { 'c/templates/_a.tpl': '{{ define "a" }}{{ .Values.envs }}{{ end }}' }],
  ['a template of another file', 'envs: prod\n', { 'c/templates/b.yaml': '{{ tpl (.Files.Get "a") . }}' }],
  ['a chart with dependencies', 'envs: prod\n', { 'c/Chart.yaml': 'name: c\nversion: 1.0.0\ndependencies: [{ name: envs }]\n' }],
  ['a chart with a chart in it', 'envs: prod\n', { 'c/charts/envs/Chart.yaml': 'name: envs\nversion: 1.0.0\n' }],
  ['values that cannot be read', 'envs: {\n', {}],
])('nothing is named for %s', async (_, values, files) => {
  expect(await noted(values, files)).toEqual([]);
});

const WITH_CACHE = {
  'c/Chart.yaml':
    'name: c\nversion: 1.0.0\ndependencies: [{ name: cache, version: 1.0.0, alias: redis, condition: cacheOn }, { name: lib, version: 1.0.0 }]\n',
  'c/charts/cache/Chart.yaml': 'name: cache\nversion: 1.0.0\n',
  'c/charts/cache/templates/a.yaml': 'size: {{ .Values.size }}\nall: {{ toYaml .Values }}\ntext: {{ tpl .Values.text . }}\n',
  'c/charts/lib/Chart.yaml': 'name: lib\nversion: 1.0.0\ntype: library\n',
  'c/charts/lib/templates/_a.tpl': '{{ define "lib.a" }}{{ .Values.colour }}{{ end }}',
};

test.each([
  ['envs: prod\n', 'envs. Did you mean env?'],
  ['color: red\n', 'color. Did you mean colour?'],
  ['rediss: { size: 1 }\n', 'rediss. Did you mean redis?'],
])('a misspelt key is also named in a chart with charts in it: %s', async (values, note) => {
  expect(await noted(values, WITH_CACHE)).toEqual([`c/prod.yaml: no template of c uses ${note}`]);
});

test.each([
  ['the values of a chart in it', 'redis: { sise: 1 }\ncache: { size: 1 }\n', {}],
  ['what all charts or the condition use', 'global: { hots: a }\ntags: { a: true }\ncacheOn: true\n', {}],
  [
    'a key that the helper of a chart in it uses',
    'envs: prod\n',
    { 'c/charts/cache/templates/_a.tpl': '{{ define "b" }}{{ .Values.envs }}{{ end }}' },
  ],
  [
    'a library that takes all values',
    'envs: prod\n',
    { 'c/charts/lib/templates/_b.tpl': '{{ define "lib.b" }}{{ toYaml .Values }}{{ end }}' },
  ],
  ['a packed chart beside it', 'envs: prod\n', { 'c/charts/more-1.0.0.tgz': '' }],
])('nothing is named in a chart with charts in it for %s', async (_, values, files) => {
  expect(await noted(values, { ...WITH_CACHE, ...files })).toEqual([]);
});
