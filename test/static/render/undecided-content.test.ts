import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packedCharts } from '../../../src/static/read/render/charts/packed-charts.ts';
import { undecidedContent } from '../../../src/static/read/render/charts/undecided-content.ts';
import { undecidedTemplates } from '../../../src/static/read/render/charts/undecided-templates.ts';
import type { Overlay } from '../../../src/static/read/render/overlay.ts';
import type { RepositoryFiles } from '../../../src/static/read/render/repository-files.ts';
import { Sources } from '../../../src/static/read/render/sources.ts';

const CHART: Overlay = { tool: 'helm', name: 'ch', directory: 'ch', file: 'ch/Chart.yaml', values: [], args: [] };
const CM = '\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: cfg}\n';
const CRP = '\napiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: q}\n';
const REVISION = '{{ if gt .Release.Revision 1 }}';

type Texts = Readonly<Record<string, string>>;
interface Beside {
  readonly packed?: Texts;
  readonly read?: Texts;
}

async function sourcesOf(files: Texts): Promise<readonly [ReadonlySet<string>, Sources]> {
  const texts = new Map(Object.entries(files));
  const repository = { text: (name: string) => Promise.resolve(texts.get(name)) } as unknown as RepositoryFiles;
  return [new Set(texts.keys()), await Sources.of(texts.keys(), repository)];
}

async function hiddenIn(files: Texts, { packed = {}, read = {} }: Beside = {}): Promise<readonly string[]> {
  const found = undecidedContent(...(await sourcesOf(files)), {
    directory: 'ch',
    overlayFile: 'ch/Chart.yaml',
    manifests: [],
    packed: new Map(Object.entries(packed)),
    evaluated: new Map(Object.entries(read)),
    isReleaseKnown: false,
    isUpgradeKnown: true,
  });
  return found.flatMap(({ file, line, guard, hidden, isAlone }) =>
    hidden.length > 0 && isAlone ? [`${file}:${line} ${guard} ${hidden.join()}`] : [],
  );
}

test.each<[string, Texts, Beside, readonly string[]]>([
  [
    'a template that is included',
    { 'ch/templates/_h.tpl': `{{ define "a" }}${REVISION}${CM}{{ end }}{{ end }}`, 'ch/templates/b.yaml': '# b\n{{ include "a" . }}' },
    {},
    ['ch/templates/b.yaml:2 .Release.Revision ConfigMap'],
  ],
  [
    'a template that an included one includes',
    {
      'ch/templates/_h.tpl': `{{ define "b" }}{{ include "a" . }}{{ end }}{{ define "a" }}{{ if lookup "v1" "Secret" "s" "x" }}${CM}{{ end }}{{ end }}`,
      'ch/templates/b.yaml': '{{ template "b" . }}',
    },
    {},
    ['ch/templates/b.yaml:1 lookup ConfigMap'],
  ],
  [
    'a block about the release',
    { 'ch/templates/b.yaml': `{{ with .Release }}{{ if gt .Revision 1 }}${CM}{{ end }}{{ end }}` },
    {},
    ['ch/templates/b.yaml:1 .Release.Revision ConfigMap'],
  ],
  [
    'a value that is evaluated',
    {
      'ch/templates/b.yaml': `{{ if eq (tpl .Values.c .) "true" }}${CM}{{ end }}`,
      'ch/values.yaml': 'c: "{{ gt .Release.Revision 1 }}"\n',
    },
    {},
    ['ch/templates/b.yaml:1 .Release.Revision ConfigMap'],
  ],
  [
    'a file that is evaluated',
    { 'ch/templates/b.yaml': '{{ tpl (.Files.Get "x.txt") . }}' },
    { read: { 'ch/x.txt': `${REVISION}${CM}{{ end }}` } },
    ['ch/x.txt:1 .Release.Revision ConfigMap'],
  ],
  [
    'a packed chart',
    {},
    { packed: { 'ch/charts/l.tgz/templates/b.yaml': `\n${REVISION}${CM}{{ end }}` } },
    ['ch/charts/l.tgz:1 .Release.Revision ConfigMap'],
  ],
  [
    'a packed library',
    { 'ch/templates/b.yaml': `{{ if eq (include "a" .) "true" }}${CM}{{ end }}` },
    { packed: { 'ch/charts/l.tgz/templates/_h.tpl': '{{ define "a" }}{{ gt .Release.Revision 1 }}{{ end }}' } },
    ['ch/templates/b.yaml:1 .Release.Revision ConfigMap'],
  ],
  [
    'no template that is included, because a value decides about it',
    {
      'ch/templates/_h.tpl': `{{ define "a" }}${REVISION}${CM}{{ end }}{{ end }}`,
      'ch/templates/b.yaml': '{{ if .Values.on }}{{ include "a" . }}{{ end }}',
    },
    {},
    [],
  ],
  ['no block of values', { 'ch/templates/b.yaml': `{{ with .Values.on }}${REVISION}${CM}{{ end }}{{ end }}` }, {}, []],
  [
    'no file, because none is evaluated',
    { 'ch/templates/b.yaml': '{{ .Files.Get "x.txt" }}' },
    { read: { 'ch/x.txt': `${REVISION}${CM}{{ end }}` } },
    [],
  ],
])('the release alone decides about objects of %s', async (_, files, beside, wanted) => {
  expect(await hiddenIn(files, beside)).toEqual(wanted);
});

test.each<[Texts, Beside, string]>([
  [{}, { packed: { 'ch/charts/l.tgz/templates/b.yaml': `${REVISION}${CRP}{{ end }}` } }, 'ch/charts/l.tgz'],
  [
    { 'ch/templates/b.yaml': `{{ if include "a" . }}${CRP}{{ end }}` },
    { packed: { 'ch/charts/l.tgz/templates/_h.tpl': '{{ define "a" }}{{ gt .Release.Revision 1 }}{{ end }}' } },
    'ch/templates/b.yaml',
  ],
  [
    { 'ch/templates/b.yaml': `{{ if tpl (.Files.Get "x.txt") . }}${CRP}{{ end }}` },
    { read: { 'ch/x.txt': '{{ .Release.IsUpgrade }}' } },
    'ch/templates/b.yaml',
  ],
])(
  'a KubeFleet object that a packed chart or an evaluated file decides about is not evaluated: %#',
  async (files, { packed = {}, read = {} }, file) => {
    const beside = { packed: new Map(Object.entries(packed)), read: new Map(Object.entries(read)) };
    expect(undecidedTemplates(...(await sourcesOf(files)), CHART, 'helm template ch', true, beside)).toMatchObject([
      { file, fleetObject: true },
    ]);
    const control = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, text.replaceAll(REVISION, '{{ if .Values.on }}')]),
    );
    expect(undecidedTemplates(...(await sourcesOf(control)), CHART, 'helm template ch', true)).toEqual(
      // Without the other texts, only a file of the chart is asked for.
      Object.keys(read).length > 0 ? [expect.objectContaining({ file })] : [],
    );
  },
);

test('the texts of a packed chart are read, and nothing of a broken one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-gate-packed-'));
  const block = (text: string): Buffer => Buffer.concat([Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)]);
  const header = (name: string, size: number, kind = '0'): Buffer => {
    const made = Buffer.alloc(512);
    made.write(name, 0);
    made.write(size.toString(8).padStart(11, '0'), 124);
    made.write(kind, 156);
    return made;
  };
  const long = 'x'.repeat(700);
  const tar = [
    header('l/', 0, '5'),
    header('l/templates/a.yaml', 700),
    block(long),
    header('l/values.yaml', 4),
    block('a: 1'),
    Buffer.alloc(1024),
  ];
  writeFileSync(join(folder, 'a.tgz'), gzipSync(Buffer.concat(tar)));
  writeFileSync(join(folder, 'b.tgz'), 'no archive');
  writeFileSync(join(folder, 'c.tgz'), gzipSync(header('l/a.yaml', 8 ** 10)));
  writeFileSync(join(folder, 'f.tgz'), gzipSync('-1777777777'.repeat(200)));
  const repository = { absolute: (name: string) => join(folder, name) } as unknown as RepositoryFiles;
  const found = await packedCharts(new Set(['a.tgz', 'b.tgz', 'c.tgz', 'd.tgz', 'e.yaml', 'f.tgz']), repository);
  expect([...found].filter(([name]) => !name.startsWith('f.tgz'))).toEqual([
    ['a.tgz/templates/a.yaml', long],
    ['a.tgz/values.yaml', 'a: 1'],
    ['c.tgz/a.yaml', ''],
  ]);
  rmSync(folder, { recursive: true });
});

test('a value of other objects that comes from the time or from chance is named with its line', async () => {
  const [names, sources] = await sourcesOf({
    'ch/templates/_h.tpl': '{{ define "r" }}{{ randAlpha 3 }}{{ end }}',
    'ch/templates/a.yaml': `${CM}data: { a: {{ include "r" . }}, b: {{ now }} }\n`,
    'ch/templates/b.yaml': `${CM}  annotations:\n    a: {{ now }}\ndata: { b: {{ .Values.b }} }\n`,
  });
  const chart = { directory: 'ch', overlayFile: 'ch/Chart.yaml', manifests: [], packed: new Map(), evaluated: new Map() };
  const found = undecidedContent(names, sources, { ...chart, isReleaseKnown: true, isUpgradeKnown: true });
  expect(found).toMatchObject([{ file: 'ch/templates/a.yaml', line: 5, guard: 'the template "r"', hidden: [], isValue: true }]);
});

test.each<[string, readonly string[]]>([
  ['{{ if .Capabilities.APIVersions.Has "networking.k8s.io/v1/Ingress" }}a{{ end }}', []],
  ['{{ if $.Capabilities.APIVersions.Has `policy/v1` }}a{{ end }}', []],
  ['{{ ternary "a" "b" (.Capabilities.APIVersions.Has "batch/v1/CronJob") }}', []],
  ['{{ if .Capabilities.APIVersions.Has "placement.kubernetes-fleet.io/v1" }}a{{ end }}', []],
  ['{{ if .Capabilities.APIVersions.Has "batch/v1beta1/CronJob" }}a{{ end }}', ['.Capabilities']],
  ['{{ ternary "a" "b" (.Capabilities.APIVersions.Has "example.com/v1/Widget") }}', ['.Capabilities']],
  ['{{ if .Capabilities.APIVersions.Has .Values.kind }}a{{ end }}', ['.Capabilities']],
  ['{{ if and (.Capabilities.APIVersions.Has "policy/v1") (eq .Capabilities.KubeVersion.Minor "31") }}a{{ end }}', ['.Capabilities']],
  ['{{ .Capabilities.APIVersions.Has "example.com/v1/Widget" }}', ['value .Capabilities.APIVersions']],
  ['{{ toJson .Capabilities.APIVersions }}', ['value .Capabilities.APIVersions']],
])('a question for a kind is a condition, and known for the kinds of every hub: %s', async (asked, guards) => {
  const [names, sources] = await sourcesOf({ 'ch/templates/a.yaml': `${CM}data: {a: ${asked}}\n` });
  const chart = { directory: 'ch', overlayFile: 'ch/Chart.yaml', manifests: [], packed: new Map(), evaluated: new Map() };
  const found = undecidedContent(names, sources, { ...chart, isReleaseKnown: true, isUpgradeKnown: true });
  expect(found.map(({ guard, isValue }) => `${isValue === true ? 'value ' : ''}${guard}`)).toEqual(guards);
});

const IN_VALUES = `extra:\n  - {apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourcePlacement, metadata: {name: q}}\ntext: |${CRP.replaceAll('\n', '\n  ')}\nsub: {more: [{apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourcePlacement}]}\nplain: [{apiVersion: v1, kind: ConfigMap}]\n`;
const MINOR = '{{- if eq .Capabilities.KubeVersion.Minor "31" }}';

test.each<[string, string, readonly string[]]>([
  ['a list', `${MINOR}{{ range .Values.extra }}\n---\n{{ toYaml . }}{{ end }}{{ end }}`, ['.Capabilities']],
  ['a text', `${MINOR}{{ .Values.text }}{{ end }}`, ['.Capabilities']],
  ['a value of a chart in it', `{{ if lookup "v1" "Secret" "s" "x" }}{{ toYaml .Values.more }}{{ end }}`, ['lookup']],
  ['a value of a value', `${REVISION}{{ toYaml $.Values.sub.more }}{{ end }}`, ['.Release.Revision']],
  ['a value of another kind', `${MINOR}{{ toYaml .Values.plain }}{{ end }}`, []],
  ['values beside the condition', `${MINOR}a: b{{ end }}{{ range .Values.extra }}\n---\n{{ toYaml . }}{{ end }}`, []],
  ['a condition about values', `{{ if .Values.on }}{{ .Values.text }}{{ end }}`, []],
])('a condition that the hub decides is around values with an object of KubeFleet: %s', async (_, template, guards) => {
  const found = undecidedContent(...(await sourcesOf({ 'ch/templates/b.yaml': template, 'ch/values.yaml': IN_VALUES })), {
    directory: 'ch',
    overlayFile: 'ch/Chart.yaml',
    manifests: [],
    packed: new Map(),
    evaluated: new Map(),
    isReleaseKnown: true,
    isUpgradeKnown: false,
  });
  expect(found.flatMap(({ isOfFleet, guard }) => (isOfFleet === true ? [guard] : []))).toEqual(guards);
});

test('the kinds of values are those that a condition hides, if it writes none itself', async () => {
  const values = { 'ch/values.yaml': 'plain: [{apiVersion: v1, kind: Secret}]\n' };
  const hidden = (content: string): Promise<readonly string[]> =>
    hiddenIn({ ...values, 'ch/templates/b.yaml': `${REVISION}${content}{{ end }}` });
  expect(await hidden('{{ toYaml .Values.plain }}')).toEqual(['ch/templates/b.yaml:1 .Release.Revision Secret']);
  expect(await hidden(`${CM}data: {a: {{ toYaml .Values.plain | quote }}}\n`)).toEqual([
    'ch/templates/b.yaml:1 .Release.Revision ConfigMap',
  ]);
});

const LOOKUP = '{{ if lookup "v1" "Secret" "s" "x" }}';
const PICKED = `{{ $s := dict }}{{ include "a" $s }}${CRP}spec: {policy: {placementType: {{ $s.type | default .Values.type }}}}\n`;

test.each<[string, string, readonly string[]]>([
  ['sets a field', `${LOOKUP}{{ $_ := set . "type" "PickN" }}{{ end }}`, ['lookup']],
  ['removes a field', `${LOOKUP}{{ $_ := unset . "type" }}{{ end }}`, ['lookup']],
  ['merges a map', `${LOOKUP}{{ $_ := mergeOverwrite . (dict "type" "PickN") }}{{ end }}`, ['lookup']],
  ['sets what the hub has', '{{ $_ := set . "type" (lookup "v1" "Secret" "s" "x") }}', ['lookup']],
  ['sets the time', '{{ $_ := set . "type" (now | date "2006") }}', ['now']],
  ['sets a field of the release', `${LOOKUP}{{ $_ := set .Release "seen" true }}{{ end }}`, ['lookup']],
  ['depends on a release that it is given', '{{ if gt .all.Release.Revision 1 }}{{ $_ := set .s "a" 1 }}{{ end }}', ['.Release.Revision']],
  ['includes one that sets a field', `${LOOKUP}{{ include "b" . }}{{ end }}`, ['lookup']],
  ['sets a value that the placement uses', `${LOOKUP}{{ $_ := set .Values "type" "PickN" }}{{ end }}`, ['lookup']],
  ['shares a map before it changes it', `{{ $d := dict }}{{ $_ := set . "d" $d }}${LOOKUP}{{ $_ := set $d "a" 1 }}{{ end }}`, ['lookup']],
  ['sets a value that no placement uses', `${LOOKUP}{{ $_ := set .Values "more" 1 }}{{ end }}`, []],
  ['changes a map of its own', `{{ $d := dict }}${LOOKUP}{{ $_ := set $d "a" 1 }}{{ end }}{{ toYaml $d }}`, []],
  ['merges into a map of its own', `{{ $d := dict }}${LOOKUP}{{ $d = . | merge $d }}{{ end }}{{ toYaml $d }}`, []],
  ['merges into a part of a map that it is given', `${LOOKUP}{{ toYaml (merge (pick . "a") (dict "a" 1)) }}{{ end }}`, ['lookup']],
  ['merges into a part of a map of its own', `${LOOKUP}{{ toYaml (merge (pick ("a: 1" | fromYaml) "a") .) }}{{ end }}`, []],
  ['changes a copy', `${LOOKUP}{{ $_ := set (deepCopy .) "a" 1 }}{{ end }}`, []],
  ['sets a field in any case', '{{ $_ := set . "type" "PickN" }}', []],
  ['only prints', `${LOOKUP}a{{ end }}`, []],
])('a template that %s, if the hub decides, may change the KubeFleet objects of its chart', async (_, body, guards) => {
  const helpers = `{{ define "a" }}${body}{{ end }}`;
  const more = '{{ define "b" }}{{ $_ := set . "type" "PickN" }}{{ end }}';
  const inPackage = { 'ch/charts/l.tgz/templates/p.yaml': PICKED };
  for (const [files, packed] of [
    [{ 'ch/templates/p.yaml': PICKED }, {}],
    [{}, inPackage],
  ] as const) {
    const found = undecidedContent(...(await sourcesOf({ 'ch/templates/_a.tpl': helpers, 'ch/templates/_b.tpl': more, ...files })), {
      directory: 'ch',
      overlayFile: 'ch/Chart.yaml',
      manifests: [],
      packed: new Map(Object.entries(packed)),
      evaluated: new Map(),
      isReleaseKnown: true,
      isUpgradeKnown: true,
    });
    expect([...new Set(found.flatMap(({ isOfFleet, guard }) => (isOfFleet === true ? [guard] : [])))]).toEqual(guards);
  }
});
