/** A value turns off a template of a chart that made a placement at the base. */
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

async function run(before: Files, after: Files, ...more: readonly string[]): Promise<CliRun> {
  const repository = gitRepository({
    'chart/Chart.yaml': CHART,
    'chart/templates/ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n',
    'chart/templates/crp.yaml': TEMPLATE,
    'chart/values.yaml': ON,
    'clusters.yaml': joinedMembers('m1'),
    ...before,
  });
  for (const [file, text] of Object.entries(after)) repository.write(file, text);
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
