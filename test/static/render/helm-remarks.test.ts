import { expect, test } from 'vitest';

import { silentTemplates, otherValues, unusedValues } from '../../../src/static/read/render/charts/helm-remarks.ts';
import { undecidedTemplates } from '../../../src/static/read/render/charts/undecided-templates.ts';
import type { Overlay } from '../../../src/static/read/render/overlay.ts';
import { readableObjects, readsFiles } from '../../../src/static/read/render/readable-objects.ts';
import type { RepositoryFiles } from '../../../src/static/read/render/repository-files.ts';
import { Sources } from '../../../src/static/read/render/sources.ts';
import { listedValues } from '../../../src/static/read/render/charts/listed-values.ts';
import { valuesGivenElsewhere } from '../../../src/static/read/render/charts/values-given-elsewhere.ts';
import { valuesWithFleet } from '../../../src/static/read/render/charts/values-with-fleet.ts';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';

const CHART: Overlay = { tool: 'helm', name: 'shop', directory: 'shop', file: 'shop/Chart.yaml', values: [], args: [] };

const HELPERS = [
  '{{ define "is-value" }}{{ .Values.on }}{{ end }}',
  '{{- define "is-on" -}}{{ include "is-upgrade" . }}{{ end }}',
  '{{ define "is-upgrade" }}{{ .Release.IsUpgrade }}{{ end }}',
].join('\n');

function itemOf(text: string): string {
  return `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`;
}

async function sourcesOf(files: Readonly<Record<string, string>>): Promise<readonly [ReadonlySet<string>, Sources]> {
  const names = new Set(Object.keys(files));
  return [names, await Sources.of(names, { text: (name: string) => Promise.resolve(files[name]) } as unknown as RepositoryFiles)];
}

test.each([
  ['{{ if .Release.IsUpgrade }}', '.Release.IsUpgrade'],
  ['{{- if not .Release.IsInstall -}}', '.Release.IsInstall'],
  ['{{ if gt .Release.Revision 1 }}', '.Release.Revision'],
  ['{{ if lookup "v1" "Namespace" "" "shop" }}', 'lookup'],
  ['{{ if (semverCompare ">=1.30" .Capabilities.KubeVersion.Version) }}', '.Capabilities.KubeVersion'],
  ['{{ range .Files.Lines "clusters.txt" }}', '.Files'],
  ['# {{ if .Release.IsUpgrade }}', '.Release.IsUpgrade'],
  ['{{- range $k, $v := $ }}', 'all of $'],
  ['{{ if eq .Release.Namespace "fleet" }}', '.Release.Namespace'],
  ['{{ else if .Capabilities.APIVersions.Has "x/v1" }}', '.Capabilities.APIVersions'],
  ['{{ if eq (now | date "2006") "2099" }}', 'now'],
  ['{{- with (include "is-on" .) }}', 'the template "is-on"'],
])('a KubeFleet object behind %s is reported as not checked, in the chart and in its subchart', async (guard, named) => {
  const text = `a: b\n${guard}\n${placementYaml('shop')}{{ end }}\n`;
  for (const file of ['shop/templates/p.yaml', 'shop/charts/fleet/templates/p.yaml', 'shop/templates/_p.tpl']) {
    const [names, sources] = await sourcesOf({ [file]: text, 'shop/templates/_h.tpl': HELPERS });
    const [entry, ...others] = undecidedTemplates(names, sources, CHART, 'helm template shop', false);
    expect([entry, ...others]).toMatchObject([{ file, line: 2, fleetObject: true }]);
    expect(entry?.reason).toContain(`depends on ${named},`);
  }
});

test.each([
  ['{{ randInt 0 9 }}', 'randInt'],
  ['{{ now | date "20060102" }}', 'now'],
  ['{{ date "20060102" .Values.day }}', 'date'],
  ['{{ (genCA "a" 1).Cert | sha256sum | trunc 5 }}', 'genCA'],
  ['{{ uuidv4 }}', 'uuidv4'],
  ['{{ $r := randAlphaNum 5 }}{{ $r | lower }}', 'randAlphaNum'],
  ['{{ $r := include "is-random" . }}{{ $r }}', 'the template "is-random"'],
  ['{{ include "is-named" . }}', 'the template "is-named"'],
  ['{{ include (print "is-" "named") . }}', 'a template whose name it computes'],
  ['{{ printf "a-%s" (ago .Values.day) }}', 'ago'],
  ['{{ tpl .Values.name . }}', 'now in shop/values.yaml'],
  ['{{ tpl "{{ now }}" . }}', 'now'],
  ['{{ .Capabilities.HelmVersion.Version }}', '.Capabilities.HelmVersion'],
  ['{{ first (keys .Values.more) }}', 'the order of `keys`, which changes from run to run'],
  ['{{ index (values .Values.more | uniq) 0 }}', 'the order of `values`'],
  ['{{ $k := keys .Values.more }}{{ $k | join "-" }}', 'the order of `keys`'],
  ['{{ range $i, $k := keys .Values.more }}{{ if eq $i 0 }}{{ $k }}{{ end }}{{ end }}', 'the order of `keys`'],
  ['{{ .Files.Get "a" }}', '.Files, and a deploy step may change these files'],
])('a KubeFleet object with the value %s is reported as not checked, also if the release is known', async (value, named) => {
  const helpers = '{{ define "is-named" }}{{ include "is-random" . }}{{ end }}{{ define "is-random" }}{{ randAlpha 3 }}{{ end }}';
  const text = placementYaml('shop').replace('name: shop', `name: "a${value}"`);
  for (const file of ['shop/templates/p.yaml', 'shop/charts/fleet/templates/p.yaml', 'shop/templates/_p.tpl']) {
    const files = { [file]: text, 'shop/values.yaml': 'name: "{{ now }}"\n', 'shop/templates/_h.tpl': helpers };
    const [entry, ...others] = undecidedTemplates(...(await sourcesOf(files)), CHART, 'helm template shop', true);
    expect([entry, ...others]).toMatchObject([{ file, fleetObject: true }]);
    expect(entry?.reason).toContain(named);
  }
});

const CONF = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: conf }\ndata:\n';

test.each([
  ['an annotation', placementYaml('shop').replace('metadata:', 'metadata:\n  annotations:\n    day: {{ now }}')],
  ['a comment', `# {{ now }}\n${placementYaml('shop')}`],
  ['another object', `${placementYaml('shop')}---\napiVersion: v1\nkind: Secret\nmetadata: { name: x }\ndata: { a: {{ randAlpha 5 }} }\n`],
  ['files of another object', `${placementYaml('shop')}---\n${CONF}{{ (.Files.Glob "conf/*").AsConfig | indent 2 }}\n`],
  [
    'a loop of another object over files',
    `${CONF}{{ range $p, $_ := .Files.Glob "c/*" }}{{ if $p }}{{ $.Files.Get $p }}{{ end }}{{ end }}\n---\n${placementYaml('shop')}`,
  ],
  ['keys in an order', placementYaml('shop').replace('shop', '{{ keys .Values.more | sortAlpha | first }}')],
  ['the number of keys', placementYaml('shop').replace('shop', '{{ len (keys .Values.more) }}{{ has "a" (keys .Values.more) }}')],
  ['a loop over keys', placementYaml('shop').replace('shop', '{{ range keys .Values.more }}{{ . }}{{ end }}')],
  ['values with such a name', placementYaml('shop').replace('shop', '{{ first .Values.keys }}{{ index .values 0 }}')],
  ['a text', placementYaml('shop').replace('shop', '{{ print "now" .Values.now }}')],
  ['a field', placementYaml('shop').replace('shop', '{{ .Values.date }}-{{ $.Values.x.now }}')],
])('a template with the time, chance or files only in %s is checked', async (_, text) => {
  const [names, sources] = await sourcesOf({ 'shop/templates/p.yaml': text });
  expect(undecidedTemplates(names, sources, CHART, 'helm template shop', true)).toEqual([]);
});

test.each([
  ['a loop around both objects', `${CONF}{{ range .Files.Lines "a" }}\n---\n${placementYaml('shop')}{{ end }}\n`],
  ['a variable', `${CONF}{{ $n := .Files.Get "a" }}\n---\n${placementYaml('shop')}# {{ $n }}\n`],
  ['the first of two branches', `${CONF}{{ if .Values.a }}{{ else if .Files.Get "a" }}\n---\n${placementYaml('shop')}{{ end }}\n`],
  ['the document of the placement', `${CONF}---\n${placementYaml('{{ .Files.Get "a" | trim }}')}`],
])('files that a template reads in %s may decide about its KubeFleet object', async (_, text) => {
  const [names, sources] = await sourcesOf({ 'shop/templates/p.yaml': text });
  expect(undecidedTemplates(names, sources, CHART, 'helm template shop', true)).toMatchObject([{ fleetObject: true }]);
});

test.each([
  ['a value', `{{ if .Values.on }}\n${placementYaml('shop')}{{ end }}\n`],
  [
    'an API version of KubeFleet, which helm is given',
    `{{ if .Capabilities.APIVersions.Has "placement.kubernetes-fleet.io/v1" }}\n${placementYaml('shop')}{{ end }}\n`,
  ],
  ['the name of its release, which is given', `{{ if eq .Release.Name "a" }}\n${placementYaml('shop')}{{ end }}\n`],
  ['a template that depends on a value', `{{ if include "is-value" . }}\n${placementYaml('shop')}{{ end }}\n`],
  ['the same word in a text', placementYaml('lookup')],
  ['no KubeFleet object', '{{ if .Release.IsUpgrade }}\nkind: ConfigMap\n{{ end }}\n'],
])('a template that depends on %s is checked', async (_, text) => {
  const [names, sources] = await sourcesOf({ 'shop/templates/p.yaml': text, 'shop/templates/_h.tpl': HELPERS });
  expect(undecidedTemplates(names, sources, CHART, 'helm template shop', true)).toEqual([]);
});

test.each([
  ['a text of a value', `{{ if tpl .Values.on . }}\n${placementYaml('shop')}{{ end }}\n`, 'on: "{{ .Values.off }}"\n'],
  ['a template that gets the release', `{{ if include "is-value" (dict "Release" .Release) }}\n${placementYaml('shop')}{{ end }}\n`, ''],
  ['a part of its values as YAML', `${placementYaml('shop')}{{ with .Values.more }}{{ toYaml . }}{{ end }}\n`, ''],
  ['a text that is written there', `{{ if tpl "{{ .Values.on }}" . }}\n${placementYaml('shop')}{{ end }}\n`, 'off: "{{ now }}"\n'],
  ['a date in an annotation', `${placementYaml('shop')}# {{ .Values.day | date "2006" }}\n`, ''],
])('a template with %s is checked', async (_, text, values) => {
  const [names, sources] = await sourcesOf({ 'shop/templates/p.yaml': text, 'shop/values.yaml': values, 'shop/templates/_h.tpl': HELPERS });
  expect(undecidedTemplates(names, sources, CHART, 'helm template shop', true)).toEqual([]);
});

const PASSED = [
  '{{ define "kind-of" }}{{ with (get . "Release") }}{{ .Revision }}{{ end }}{{ end }}',
  '{{ define "printed" }}{{ toYaml .ctx }}{{ end }}{{ define "over" }}{{ include "printed" (dict "ctx" $) }}{{ end }}',
  '{{ define "second" }}{{ $all := index . 0 }}{{ print (index . 1) }}{{ include "named" $all }}{{ end }}',
  '{{ define "yaml" }}{{ toYaml . }}{{ end }}',
  '{{ define "rendered" }}{{ $v := typeIs "string" .value | ternary .value (.value | toYaml) }}{{ tpl $v .context }}{{ end }}',
  '{{ define "labels" }}{{ with .customLabels }}{{ toYaml . }}{{ end }}app: {{ .context.Chart.Name }}{{ end }}',
  '{{ define "named" }}{{ .Values.on }}{{ toYaml .Values.more }}{{ end }}',
].join('\n');

test.each([
  '(get . "Release").Revision',
  '(get $ "Release").Revision',
  '(get (merge (dict) .) "Release").Revision',
  '(get (merge (dict) $) `Release`).Revision',
  '(get (merge (dict) .) (print "Rel" "ease")).Revision',
  'dig "Release" "Revision" 0 (merge (dict) .)',
  'merge (dict) . | dig "Release" "Revision" 0',
  '(get (merge (dict) .) "Capabilities").APIVersions',
  '(get (mergeOverwrite (dict "x" 1) .) "Release").Revision',
  '(index (mustMerge (dict) .) "Release").Revision',
  '(get (deepCopy .) "Release").Revision',
  '(get (dict "ctx" .).ctx "Release").Revision',
  '(get (get (dict "ctx" .) "ctx") "Release").Revision',
  '(get (index (list . "x") 0) "Release").Revision',
  '(get (first (list . "x")) "Release").Revision',
  '(get (omit . "Values") "Release").Revision',
  '(get (pick . "Release") "Release").Revision',
  '(get (default . .Values.none) "Release").Revision',
  '(first (pluck "Release" (merge (dict) .))).Revision',
  '(merge (dict) . | toJson | fromJson).x',
  '(toYaml (merge (dict) .) | fromYaml).x',
  'has 2 (values (merge (dict) .))',
  'tpl "{{ (get . \\"Release\\").Revision }}" .',
  'include "kind-of" .',
  'include "kind-of" (merge (dict) .)',
  'include "over" .',
  'include "printed" (dict "ctx" .)',
  'include "yaml" .',
  'include "second" (list "a" .)',
  'include "second" (append (list "a") .)',
  'include "printed" (set (dict) "ctx" (deepCopy $))',
])('a copy of all that a template is given is read as it is: %s', async (condition) => {
  for (const text of [
    `{{ if ${condition} }}\n${placementYaml('shop')}{{ end }}\n`,
    `{{ if .Values.on }}\n{{ if ${condition} }}\n${placementYaml('shop')}{{ end }}{{ end }}\n`,
    `{{ if .Values.on }}{{ else if ${condition} }}\n${placementYaml('shop')}{{ end }}\n`,
    `{{ $on := ${condition} }}{{ if $on }}\n${placementYaml('shop')}{{ end }}\n`,
    `{{ $_ := set .Values "r" (${condition}) }}{{ if .Values.r }}\n${placementYaml('shop')}{{ end }}\n`,
  ]) {
    const [names, sources] = await sourcesOf({ 'shop/templates/p.yaml': text, 'shop/templates/_h.tpl': PASSED });
    expect(undecidedTemplates(names, sources, CHART, 'helm template shop', true), text).toMatchObject([{ fleetObject: true }]);
  }
});

test.each([
  '{{ $m := merge (dict) . }}{{ if (index $m "Release").Revision }}',
  '{{ $m := dict }}{{ $m = merge $m . }}{{ if (index $m "Release").Revision }}',
  '{{ $m := dict }}{{ $_ := merge $m . }}{{ if (index $m "Release").Revision }}',
  '{{ $m := dict }}{{ $_ := set $m "all" . }}{{ if (index $m.all "Release").Revision }}',
  '{{ $v := . }}{{ range $v := .Values.all }}{{ end }}{{ if (get $v "Release").Revision }}',
  '{{ $v := . }}{{ if .Values.on }}{{ $v = dict }}{{ end }}{{ if (get $v "Release").Revision }}',
  '{{ $all := . }}{{ with .Values.on }}{{ if (get $all "Release").Revision }}{{ end }}',
  '{{ with merge (dict) . }}{{ if (get . "Release").Revision }}{{ end }}',
  '{{ with .Values.on }}{{ else }}{{ if (get . "Release").Revision }}{{ end }}',
  '{{ with .Values.on }}{{ else with merge (dict) . }}{{ if (get . "Release").Revision }}{{ end }}',
  '{{ range list . }}{{ if (get . "Release").Revision }}{{ end }}',
  '{{ range $name, $each := dict "a" . }}{{ if (get $each "Release").Revision }}{{ end }}',
  '{{ range $name, $each := merge (dict) . }}{{ if eq $name "x" }}{{ end }}',
  '{{ $_ := set .Values "all" . }}{{ if (get .Values.all "Release").Revision }}',
  '{{ template "kind-of" merge (dict) . }}{{ if .Values.on }}',
  '{{ if .Values.on }}{{ merge (dict) . }}',
])('a copy of all that a template is given is read as it is in a variable or a block: %s', async (start) => {
  const files = { 'shop/templates/p.yaml': `${start}\n${placementYaml('shop')}{{ end }}\n`, 'shop/templates/_h.tpl': PASSED };
  const found = undecidedTemplates(...(await sourcesOf(files)), CHART, 'helm template shop', true);
  expect(found).toMatchObject([{ file: 'shop/templates/p.yaml', fleetObject: true }]);
});

test.each([
  'include "named" .',
  'include "named" $',
  'include "named" (merge (dict "x" 1) .)',
  'include "named" (omit . "Capabilities")',
  'include "rendered" (dict "value" .Values.x "context" $)',
  'include "rendered" ( dict "value" .Values.x "context" . ) | nindent 4',
  'include "labels" (dict "customLabels" .Values.labels "context" $)',
  'include "labels" (merge (dict "customLabels" .Values.labels) (dict "context" .))',
  'tpl .Values.x (merge (dict "x" 1) .)',
  'tpl (toYaml .Values.x) $',
  '(merge (dict "x" 1) .).Values.on',
  '(merge (dict "x" 1) .).x',
  'include "second" (list . "a")',
  'get .Values "Release"',
  'get (get . "Values") "on"',
  'dig "Values" "on" 0 (merge (dict) .)',
  'toYaml (pick . "Chart")',
  'eq .Values.on "Release"',
  'toYaml (dict "a" .Values.on)',
  'hasKey . "Values"',
])('what passes all that it is given on, and what reads only its values, is checked: %s', async (condition) => {
  for (const text of [
    `{{ if ${condition} }}\n${placementYaml('shop')}{{ end }}\n`,
    `{{ $on := ${condition} }}{{ if $on }}\n${placementYaml('shop')}{{ end }}\n`,
    placementYaml('shop').replace('metadata:', `metadata:\n  labels: {{ ${condition} }}`),
  ]) {
    const [names, sources] = await sourcesOf({ 'shop/templates/p.yaml': text, 'shop/templates/_h.tpl': PASSED });
    expect(undecidedTemplates(names, sources, CHART, 'helm template shop', true), text).toEqual([]);
  }
});

test.each([
  '{{ $all := . }}{{ range .Values.names }}{{ include "named" $all }}{{ toYaml . }}{{ end }}',
  '{{ $m := dict "value" .Values.x "context" . }}{{ toYaml $m.value }}{{ include "rendered" $m }}',
  '{{ $ctx := merge (dict "x" 1) . }}{{ with .Values.more }}{{ toYaml . }}{{ include "named" $ctx }}{{ end }}',
  '{{ $_ := set . "name" "a" }}{{ if .Values.on }}{{ toYaml .Values.more }}{{ end }}',
  '{{ range $name, $each := .Values.all }}{{ toYaml $each }}{{ end }}',
  '{{ with $ }}{{ toYaml .Values.more }}{{ end }}',
  '{{ $v := . }}{{ range $v := .Values.all }}{{ toYaml $v }}{{ end }}',
  '{{ if .Values.on }}{{ $v := . }}{{ end }}{{ $v := .Values.x }}{{ toYaml $v }}',
  '{{ index .Values.all "Files" }}',
  '{{ if not .Values.on }}{{ fail (printf "%s is missing in %s" "on" .Chart.Name) }}{{ end }}',
  '{{- /* It prints toYaml . */ -}}',
  '# {{ include (print $.Template.BasePath "/config.yaml") . | sha256sum }}{{ include "yaml" .Values.more }}',
])('parts of the values beside all that a template is given are checked: %s', async (part) => {
  const files = { 'shop/templates/p.yaml': `${placementYaml('shop')}${part}\n`, 'shop/templates/_h.tpl': PASSED };
  expect(undecidedTemplates(...(await sourcesOf(files)), CHART, 'helm template shop', true)).toEqual([]);
});

test('a text that a template computes for tpl is not checked', async () => {
  const text = `{{ if tpl (print "{{ look" "up }}") . }}\n${placementYaml('shop')}{{ end }}\n`;
  const [names, sources] = await sourcesOf({ 'shop/templates/p.yaml': text });
  expect(undecidedTemplates(names, sources, CHART, 'helm template shop', true)).toMatchObject([{ line: 1, fleetObject: true }]);
});

test.each([
  ['{{ tpl (cat "{{- with $.RelativeScope -}}" $v "{{- end }}") . }}', true],
  ['{{ tpl (cat "{{ look" "up }}" $v) . }}', false],
  ['{{ tpl (cat "{{ with $.Release }}" $v "{{ end }}") . }}', false],
])('a value within a block is no text that a template computes: %s', async (expression, isChecked) => {
  const text = `${placementYaml('shop')}# {{ $v := .Values.on }}${expression}\n`;
  const [names, sources] = await sourcesOf({ 'shop/templates/p.yaml': text });
  expect(undecidedTemplates(names, sources, CHART, 'helm template shop', true).length).toBe(isChecked ? 0 : 1);
});

test.each([
  ['prints a part', '{{ and (lookup "v1" "Secret" "s" "x") "a" }}', true],
  ['includes one that does', '{{ include "part" . }}', true],
  ['only fails', '{{ if lookup "v1" "Secret" "s" "x" }}{{ fail "x" }}{{ end }}', false],
  ['prints a value', '{{ .Values.on }}', false],
])('a template of a placement that includes a named one is not checked if that %s of the hub', async (_, body, isOpen) => {
  const helpers = `{{ define "a" }}${body}{{ end }}{{ define "part" }}{{ and (lookup "v1" "Secret" "s" "x") "b" }}{{ end }}`;
  const text = placementYaml('shop').replace('name: shop', 'name: "{{ include "a" . }}"');
  const [names, sources] = await sourcesOf({ 'shop/templates/p.yaml': text, 'shop/templates/_h.tpl': helpers });
  expect(undecidedTemplates(names, sources, CHART, 'helm template shop', true).length).toBe(isOpen ? 1 : 0);
});

test.each([
  ['# {{/*\n', '# */}}\n', true],
  ['# {{ if false }}\n', '# {{ end }}\n', true],
  ['{{/*\n', '*/}}\n', undefined],
  ['{{ if .Values.on }}\n', '{{ end }}\n', false],
])('an object that helm does not make and kubectl applies is not checked: %j', async (start, end, isFleet) => {
  const [names, sources] = await sourcesOf({ 'shop/templates/p.yaml': `${start}${placementYaml('shop')}${end}` });
  const found = silentTemplates(names, new Map(), sources, CHART, 'helm template shop');
  expect(found.map(({ fleetObject = false }) => fleetObject)).toEqual(isFleet === undefined ? [] : [isFleet]);
});

test('a chart that a condition of its parent disables is named', async () => {
  const [names, sources] = await sourcesOf({
    'shop/charts/fleet/templates/p.yaml': placementYaml('shop'),
    'shop/files/p.yaml': placementYaml('shop'),
  });
  expect(silentTemplates(names, new Map(), sources, CHART, 'helm template shop').map(({ file }) => file)).toEqual([
    'shop/charts/fleet/templates/p.yaml',
  ]);
});

test.each([
  [
    'one of two documents',
    { 'shop/templates/p.yaml': `${placementYaml('a')}---\n{{ if .Values.on }}\n${placementYaml('b')}{{ end }}\n` },
    { 'shop/templates/p.yaml': 1 },
    ['shop/templates/p.yaml: It has 2 KubeFleet objects, but helm template shop produces only 1 of them.'],
  ],
  [
    'one of two items of a list',
    {
      'shop/templates/p.yaml': `kind: List\nitems:\n${itemOf(placementYaml('a'))}{{ if .Values.on }}\n${itemOf(placementYaml('b'))}{{ end }}\n`,
    },
    { 'shop/templates/p.yaml': 1 },
    ['shop/templates/p.yaml: It has 2 KubeFleet objects, but helm template shop produces only 1 of them.'],
  ],
  [
    'one of two documents with a separator that an expression makes',
    { 'shop/templates/p.yaml': `${placementYaml('a')}{{ if .Values.on }}\n{{ "---" }}\n${placementYaml('b')}{{ end }}\n` },
    { 'shop/templates/p.yaml': 1 },
    ['shop/templates/p.yaml: It has 2 KubeFleet objects, but helm template shop produces only 1 of them.'],
  ],
  [
    'no version of two for the same object',
    {
      'shop/templates/p.yaml': placementYaml('a').replace(
        /^apiVersion: (.*)\/v1\n/,
        '{{ if .Values.on }}\napiVersion: $1/v1\n{{ else }}\napiVersion: $1/v1beta1\n{{ end }}\n',
      ),
    },
    { 'shop/templates/p.yaml': 1 },
    [],
  ],
  [
    'a file without an extension',
    { 'shop/templates/p': placementYaml('a') },
    {},
    ['shop/templates/p: It names KubeFleet kinds, but helm template shop does not produce a KubeFleet object from it.'],
  ],
  [
    'a template that is never included',
    { 'shop/templates/_p.tpl': `{{ define "p" }}\n${placementYaml('a')}{{ end }}` },
    { 'shop/templates/a.yaml': 0 },
    ['shop/templates/_p.tpl: It names KubeFleet kinds, but helm template shop does not produce a KubeFleet object from it.'],
  ],
  [
    'a template that is included',
    { 'shop/templates/_p.tpl': `{{ define "p" }}\n${placementYaml('a')}{{ end }}` },
    { 'shop/templates/a.yaml': 1 },
    [],
  ],
  ['a template of an apiVersion', { 'shop/templates/_p.tpl': '{{ define "p" }}placement.kubernetes-fleet.io/v1{{ end }}' }, {}, []],
  [
    'one of two templates that are included',
    { 'shop/templates/_p.tpl': `{{ define "p" }}\n${placementYaml('a')}{{ end }}{{ define "q" }}\n${placementYaml('b')}{{ end }}` },
    { 'shop/templates/a.yaml': 1 },
    ['shop/templates/_p.tpl: It has 2 KubeFleet objects, but helm template shop produces only 1 of them.'],
  ],
  [
    'values',
    { 'shop/values.yaml': `objects:\n- ${placementYaml('a').trim().replaceAll('\n', '\n  ')}\n` },
    {},
    ['shop/values.yaml: It names KubeFleet kinds, but helm template shop does not produce a KubeFleet object from it.'],
  ],
  [
    'values in one line',
    { 'shop/values.yaml': `object: {"apiVersion": "placement.kubernetes-fleet.io/v1", "kind": "ClusterResourcePlacement"}\n` },
    {},
    ['shop/values.yaml: It names KubeFleet kinds, but helm template shop does not produce a KubeFleet object from it.'],
  ],
  ['an apiVersion in the values', { 'shop/values.yaml': 'api: placement.kubernetes-fleet.io/v1\n' }, {}, []],
  ['notes', { 'shop/templates/NOTES.txt': placementYaml('a') }, {}, []],
  [
    'a comment',
    { 'shop/templates/p.yaml': `${placementYaml('a')}---\n{{- /*\n${placementYaml('b')}*/ -}}\n` },
    { 'shop/templates/p.yaml': 1 },
    [],
  ],
])('what a chart does not render of %s', async (_, files, made, named) => {
  const [names, sources] = await sourcesOf(files);
  const found = silentTemplates(names, new Map(Object.entries(made)), sources, CHART, 'helm template shop');
  expect(found.map(({ file, reason }) => `${file}: ${reason}`)).toEqual(named);
});

const READING = '{{ if .Values.on }}{{ .Files.Get "raw/b.txt" }}{{ end }}\n';

test.each([
  [
    'are not brought',
    READING,
    {},
    ['shop/raw/b.txt: It names KubeFleet kinds, but helm template shop does not produce a KubeFleet object from it.'],
  ],
  ['are brought', READING, { 'shop/templates/a.yaml': 1 }, []],
  ['are brought by a template with another one', `${placementYaml('a')}---\n${READING}`, { 'shop/templates/a.yaml': 2 }, []],
  [
    'are not brought by a template with another one',
    `${placementYaml('a')}---\n${READING}`,
    { 'shop/templates/a.yaml': 1 },
    ['shop/raw/b.txt: It names KubeFleet kinds, but helm template shop does not produce a KubeFleet object from it.'],
  ],
  ['no template reads', '{{ .Values.on }}', {}, undefined],
])('KubeFleet objects in a file of a chart that %s', async (_, template, made, named) => {
  const [names, sources] = await sourcesOf({
    'shop/templates/a.yaml': template,
    'shop/raw/b.txt': placementYaml('b'),
    'shop/raw/c.txt': 'kind: ConfigMap\n',
    'shop/raw/crd.yaml': 'apiVersion: apiextensions.k8s.io/v1\nspec:\n  names:\n    kind: ClusterResourcePlacement\n',
    'shop/README.md': placementYaml('c'),
    'shop/values.yaml': 'on: false\n',
  });
  expect(readsFiles(names, sources, CHART)).toBe(named !== undefined);
  if (named === undefined) return;
  const found = silentTemplates(
    names,
    new Map(Object.entries(made)),
    sources,
    CHART,
    'helm template shop',
    readableObjects(names, sources, [], CHART),
  );
  expect(found.map(({ file, reason }) => `${file}: ${reason}`)).toEqual(named);
});

test.each(['shop/templates/_a.tpl', 'shop/charts/fleet/templates/a.yaml', 'shop/values.yaml'])(
  '%s can read files of a chart',
  async (name) => {
    const [names, sources] = await sourcesOf({ [name]: READING });
    expect(readsFiles(names, sources, CHART)).toBe(true);
  },
);

test('a template that reads KubeFleet objects only in an upgrade is not checked, and one that always does is', async () => {
  const [names, sources] = await sourcesOf({
    'shop/templates/a.yaml': '{{ if .Release.IsUpgrade }}\n{{ .Files.Get "raw/b.txt" }}{{ end }}\n',
    'shop/templates/b.yaml': '{{ .Files.Get "raw/b.txt" }}\n',
    'shop/raw/b.txt': placementYaml('b'),
  });
  const readable = readableObjects(names, sources, [], CHART);
  expect(undecidedTemplates(names, sources, CHART, 'helm template shop', false, { readable })).toEqual([
    {
      file: 'shop/templates/a.yaml',
      line: 1,
      reason:
        'It reads files with KubeFleet objects and depends on .Release.IsUpgrade, which helm template shop does not know from the hub: what it makes there was not checked.',
      fleetObject: true,
    },
  ]);
  expect(undecidedTemplates(names, sources, CHART, 'helm template shop', false)).toEqual([]);
});

test('files of values that were not used are named, without those of packaged parts and tests', () => {
  const files = [
    'values.yaml',
    'values-prod.yaml',
    'values/dev.yml',
    'prod/values.yaml',
    'charts/a/values-x.yaml',
    'ci/b-values.yaml',
    'templates/values-c.yaml',
    'values.schema.json',
    'docs/values.md',
    'Chart.yaml',
  ];
  const found = (directory: string): readonly string[] =>
    otherValues(new Set(files.map((name) => (directory === '' ? name : `${directory}/${name}`))), { ...CHART, directory });
  expect(found('')).toEqual(['prod/values.yaml', 'values-prod.yaml', 'values/dev.yml']);
  expect(found('shop')).toEqual(['shop/prod/values.yaml', 'shop/values-prod.yaml', 'shop/values/dev.yml']);
});

test.each([
  ['nothing of KubeFleet', 'a: b\n', undefined],
  ['a kind without a version', 'kind: ClusterResourcePlacement\n', undefined],
  ['both at other keys', 'a: placement.kubernetes-fleet.io/v1\nk: ClusterResourcePlacement\n', true],
  ['an object', 'extra:\n- apiVersion: placement.kubernetes-fleet.io/v1\n  kind: ClusterResourcePlacement\n', true],
])('values that were not used are not evaluated if they have an object of KubeFleet: %s', (_, text, fleetObject) => {
  const [entry] = unusedValues(new Map([['shop/values-prod.yaml', text]]), CHART);
  expect(entry?.reason).toContain('without shop/values-prod.yaml;');
  expect(entry?.fleetObject).toBe(fleetObject);
});

test('values that a file of another tool gives to a chart are named', () => {
  const texts = new Map(
    Object.entries({
      'helmfile.yaml': 'releases:\n- { name: shop, chart: ./shop, values: [prod.yaml] }\n- { name: web, chart: ./web, set: [] }\n',
      'a/skaffold.yaml': 'deploy: { helm: { releases: [{ name: shop, chartPath: ../shop, setValues: { a: 1 } }] } }\n',
      '.github/workflows/a.yaml': 'jobs: { a: { steps: [{ uses: Azure/k8s-bake@v3, with: { helmChart: shop, overrides: "a:1" } }] } }\n',
      'shop/fleet.yaml': 'helm: { values: { a: 1 } }\n',
      'shop/values.yaml': 'helm: { values: { a: 1 } }\n',
      'web/fleet.yaml': 'helm: { releaseName: web }\n',
      'broken.yaml': 'chart: shop\nvalues: [\n',
      'other.yaml': 'chart: ./other\nvalues: { a: 1 }\n',
    }),
  );
  const named = (...overlays: readonly Overlay[]): readonly string[] =>
    valuesGivenElsewhere(overlays, texts, { listed: listedValues(overlays) }).map(({ file, reason }) => `${file}: ${reason.split(',')[0]}`);
  const given = ['helmfile.yaml', 'a/skaffold.yaml', '.github/workflows/a.yaml', 'shop/fleet.yaml'];
  expect(named(CHART, { ...CHART, directory: 'web' })).toEqual(given.map((file) => `${file}: It gives values to the chart shop`));
  // Helmfile gives it a file that is listed.
  expect(named({ ...CHART, values: ['prod.yaml'] })).toEqual(
    given.slice(1).map((file) => `${file}: It gives values to the chart shop that \`render\` of the configuration does not list`),
  );
  expect(named({ ...CHART, tool: 'kustomize' })).toEqual([]);
  const changing = valuesGivenElsewhere([CHART], texts, { decides: (chart) => chart === CHART.directory });
  expect(changing.map(({ fleetObject }) => fleetObject)).toEqual(given.map(() => true));
});

test.each([
  ['values beside a chart', '{ helm: { valueFiles: [../v/prod.yaml] } }', true],
  ['values of another source', 'sources: [{ chart: c, helm: { valueFiles: [$values/v/prod.yaml] } }]', true],
  ['a pattern', 'valueFiles: ["$values/v/*.yaml"]', true],
  ['an expression', 'template: { valueFiles: ["v/{{ .env }}.yaml"] }', true],
  ['several in one text', 'with: { overrideFiles: "a.yaml\\nv/prod.yaml" }', true],
  ['a Helmfile', 'releases: [{ chart: far/c, values: [v/prod.yaml, { a: b }] }]', true],
  ['values of another name', 'valueFiles: [other-prod.yaml, od.yaml, "v/*.json", "", $values/]', false],
  ['the file at another key', 'files: [v/prod.yaml]', false],
  ['a file without an object of KubeFleet', 'valueFiles: [v/plain.yaml]', false],
])('values with an object of KubeFleet that a file gives to a chart are not evaluated: %s', (_, text, isNamed) => {
  const texts = new Map([
    ['app.yaml', `${text}\n`],
    ['v/prod.yaml', `extra:\n${itemOf(placementYaml('shop'))}`],
    ['v/plain.yaml', 'apis: [placement.kubernetes-fleet.io/v1]\n'],
  ]);
  const entries = valuesWithFleet(new Set(['v/prod.yaml', 'v/plain.yaml']), texts);
  const named = entries.map(({ file, reason, fleetObject }) => [file, reason.split('. ')[0], fleetObject]);
  expect(named).toEqual(isNamed ? [['app.yaml', 'It gives v/prod.yaml to a chart', true]] : []);
  expect(valuesWithFleet(new Set(), texts)).toEqual([]);
});

test('a Helmfile with an object of KubeFleet in the values of a release is not evaluated', () => {
  const named = (key: string): readonly string[] => {
    const text = `releases:\n- chart: far/c\n  ${key}:\n  - extra:\n    ${itemOf(placementYaml('shop')).replaceAll('\n', '\n    ')}\n`;
    return valuesWithFleet(new Set(['helmfile.yaml']), new Map([['helmfile.yaml', text]])).map(({ reason }) => reason.split('. ')[0] ?? '');
  };
  expect(named('values')).toEqual(['It gives values to a chart']);
  expect(named('hooks')).toEqual([]);
});
