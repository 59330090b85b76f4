/** A value turns off a template of a chart that made a placement at the base, or that another release makes. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinedMembers, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { runCli, type CliRun } from '../support/process/run-cli.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');

const PLACEMENT = `${placementYaml('shop')}  policy: { placementType: PickAll }\n`;
const TEMPLATE = `{{- if .Values.placement.enabled }}\n${PLACEMENT}{{- end }}\n`;
const ON = 'placement: { enabled: true, name: shop, region: eu }\n';
const OFF = ON.replace('true', 'false');
const LABELLED = TEMPLATE.replace('name: shop', 'name: shop\n  labels: { region: "{{ .Values.placement.region }}" }');
const HELPED = TEMPLATE.replace('name: shop', 'name: shop\n  labels: { {{ include "label" . }} }');
const HELPER = '{{ define "label" }}chart: "{{ .Chart.Version }}"{{ end }}\n';
const CHART = 'apiVersion: v2\nname: shop\nversion: 0.1.0\n';

type Files = Readonly<Record<string, string>>;
/** `undefined`: the change deletes the file. */
type Edits = Readonly<Record<string, string | undefined>>;

async function run(before: Files, after: Edits, ...more: readonly string[]): Promise<CliRun> {
  const repository = gitRepository({
    'chart/Chart.yaml': CHART,
    'chart/templates/ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n',
    'chart/templates/crp.yaml': TEMPLATE,
    'chart/values.yaml': ON,
    'clusters.yaml': joinedMembers('m1'),
    ...before,
  });
  for (const [file, text] of Object.entries(after)) {
    if (text === undefined) repository.remove(file);
    else repository.write(file, text);
  }
  const PATH = [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const args = ['lint', '.', '--plan', '--clusters', 'clusters.yaml', '--base', 'HEAD', '--format', 'json', ...more];
  return runCli(repository.dir, args, { env: { PATH } });
}

function removed({ report }: CliRun): readonly string[] {
  return (report?.removals ?? []).map(({ kind, object }) => `${kind} ${object.kind}/${object.name}`);
}

describe.skipIf(helm === undefined)('a placement of a template', () => {
  const HIDDEN = 'chart/values.yaml';
  it.each<[string, Files, Files]>([
    ['a value is false', {}, { [HIDDEN]: OFF }],
    ['the value is removed', {}, { [HIDDEN]: 'placement: { name: shop, region: eu }\n' }],
    [
      'the chart gets another version too',
      { 'chart/templates/_h.tpl': HELPER, 'chart/templates/crp.yaml': HELPED },
      { [HIDDEN]: OFF, 'chart/Chart.yaml': CHART.replace('0.1.0', '0.2.0') },
    ],
    ['the condition is new', { 'chart/templates/crp.yaml': PLACEMENT }, { 'chart/templates/crp.yaml': TEMPLATE, [HIDDEN]: OFF }],
    [
      'the list of a loop is empty',
      { 'chart/templates/crp.yaml': `{{ range .Values.names }}\n${PLACEMENT}{{ end }}\n`, [HIDDEN]: 'names: [a]\n' },
      { [HIDDEN]: 'names: []\n' },
    ],
    ['it is one of two', { 'chart/templates/crp.yaml': `${TEMPLATE}---\n${placementYaml('other')}` }, { [HIDDEN]: OFF }],
  ])('is removed if %s', async (_, before, after) => {
    const result = await run(before, after);
    expect(removed(result)).toEqual(['placement ClusterResourcePlacement/shop']);
    expect(result.exitCode).toBe(0);
  });

  it('is removed, which fails if removals must fail', async () => {
    expect((await run({}, { [HIDDEN]: OFF }, '--fail-on-removal', 'any')).exitCode).toBe(1);
  });

  it.each<[string, Files, Files]>([
    ['its template is edited too', {}, { [HIDDEN]: OFF, 'chart/templates/crp.yaml': TEMPLATE.replace('PickAll', 'PickN') }],
    ['a value in it is edited too', { 'chart/templates/crp.yaml': LABELLED }, { [HIDDEN]: OFF.replace('eu', 'us') }],
    ['a value in it is removed too', { 'chart/templates/crp.yaml': LABELLED }, { [HIDDEN]: OFF.replace('eu', '""') }],
    [
      'a template that it includes is edited too',
      { 'chart/templates/_h.tpl': HELPER, 'chart/templates/crp.yaml': HELPED },
      { [HIDDEN]: OFF, 'chart/templates/_h.tpl': HELPER.replace('chart:', 'c:') },
    ],
    [
      'an inner condition is edited too',
      {
        'chart/templates/crp.yaml': TEMPLATE.replace('  policy:', '{{ if .Values.inner }}\n  policy:').replace(
          '}\n{{- end',
          '}\n{{ end }}\n{{- end',
        ),
        [HIDDEN]: `${ON}inner: true\n`,
      },
      { [HIDDEN]: OFF },
    ],
    [
      'the list of a loop is edited',
      {
        'chart/templates/crp.yaml': `{{ range .Values.names }}{{ if .used }}\n${PLACEMENT}{{ end }}{{ end }}\n`,
        [HIDDEN]: 'names: [{ used: true }]\n',
      },
      { [HIDDEN]: 'names: [{ used: false }]\n' },
    ],
    [
      'the hub decides too',
      { 'chart/templates/crp.yaml': TEMPLATE.replace('if ', 'if and .Capabilities.KubeVersion.Version ') },
      { [HIDDEN]: OFF },
    ],
    [
      'a Helmfile gives values to the chart',
      { 'helmfile.yaml': 'releases:\n  - name: shop\n    chart: ./chart\n    values: [{ placement: { enabled: true } }]\n' },
      { [HIDDEN]: OFF },
    ],
    ['its template is new', {}, { 'chart/templates/new.yaml': TEMPLATE.replaceAll('enabled', 'other').replaceAll('shop', 'new') }],
  ])('is not evaluated if %s', async (_, before, after) => {
    expect((await run(before, after)).exitCode).toBe(6);
  });
});

describe.skipIf(helm === undefined)('an object that no value of a release turns on', () => {
  const other = (name: string): string => placementYaml(name, { policy: 'placementType: PickAll' });
  const OPTIONAL = `{{- if .Values.other }}\n${other('other')}{{- end }}\n`;
  const [NAME, NEXT] = ['chart/templates/other.yaml', 'chart/templates/another.yaml'];
  const CRP = 'chart/templates/crp.yaml';
  const VALUES = 'chart/values.yaml';
  const release = (file: string): string => `{ path: chart, values: [${file}], args: [--name-template=shop, --namespace=shop] }`;
  const releases: Files = {
    '.fleet-gate.yaml': `render: [${release('chart/values-dev.yaml')}, ${release('chart/values-prod.yaml')}]\n`,
    'chart/values-dev.yaml': 'stage: dev\n',
    'chart/values-prod.yaml': 'stage: prod\n',
  };

  it.each<[string, Files, Edits]>([
    ['its template is renamed', { [NAME]: OPTIONAL }, { [NAME]: undefined, [NEXT]: OPTIONAL }],
    [
      'its template is renamed and gets a comment',
      { [NAME]: OPTIONAL },
      { [NAME]: undefined, [NEXT]: `# Only some have it.\n${OPTIONAL}` },
    ],
    ['it moves beside one that is made', { [NAME]: OPTIONAL }, { [NAME]: undefined, [CRP]: `${TEMPLATE}---\n${OPTIONAL}` }],
    ['it leaves one that is made', { [CRP]: `${TEMPLATE}---\n${OPTIONAL}` }, { [CRP]: TEMPLATE, [NAME]: OPTIONAL }],
    [
      'its helper is renamed',
      { 'chart/templates/_a.tpl': `{{ define "other" }}\n${other('other')}{{ end }}\n` },
      { 'chart/templates/_a.tpl': undefined, 'chart/templates/_b.tpl': `{{ define "other" }}\n${other('other')}{{ end }}\n` },
    ],
    ['it is new, and another release makes it', releases, { [NAME]: OPTIONAL, 'chart/values-prod.yaml': 'stage: prod\nother: true\n' }],
  ])('passes if %s', async (_, before, after) => {
    const result = await run(before, after);
    expect([result.exitCode, removed(result)]).toEqual([0, []]);
    const files = result.report?.lint?.notEvaluated.map(({ file }) => file);
    expect(Object.keys(after).filter((file) => files?.includes(file))).toHaveLength(1);
  });

  it.each<[string, Files, Edits]>([
    ['it is new', releases, { [NAME]: OPTIONAL }],
    ['its template is renamed and edited', { [NAME]: OPTIONAL }, { [NAME]: undefined, [NEXT]: OPTIONAL.replace('PickAll', 'PickN') }],
    [
      'the base made it, and its template is renamed',
      { [NAME]: OPTIONAL, [VALUES]: `${ON}other: true\n` },
      { [NAME]: undefined, [NEXT]: OPTIONAL, [VALUES]: ON },
    ],
    [
      'the base made it, and its helper is renamed',
      {
        'chart/templates/_a.tpl': `{{ define "other" }}\n${other('other')}{{ end }}\n`,
        [NAME]: '{{ if .Values.other }}{{ include "other" . }}{{ end }}\n',
        [VALUES]: `${ON}other: true\n`,
      },
      {
        'chart/templates/_a.tpl': undefined,
        'chart/templates/_b.tpl': `{{ define "other" }}\n${other('other')}{{ end }}\n`,
        [VALUES]: ON,
      },
    ],
    [
      'it moves together with one that the base made',
      { [NAME]: OPTIONAL },
      { [NAME]: undefined, [CRP]: undefined, [NEXT]: `${OPTIONAL}---\n${TEMPLATE}`, [VALUES]: OFF },
    ],
    [
      'another release makes it, and the edit turns it off in one that made it',
      { ...releases, [NAME]: OPTIONAL, [VALUES]: `${ON}other: true\n` },
      { [NAME]: OPTIONAL.replace('name: other', 'name: other\n  labels: { a: b }'), 'chart/values-dev.yaml': 'stage: dev\nother: false\n' },
    ],
  ])('is not evaluated if %s', async (_, before, after) => {
    expect((await run(before, after)).exitCode).toBe(6);
  });
});
