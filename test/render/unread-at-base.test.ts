/** A base that cannot be rendered: what it had is not known, so a run that must not remove anything does not pass. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { writeTree } from '../support/trees/write-files.ts';
import { toolFolder } from './tools.ts';

const [kustomize, helm] = [toolFolder('kustomize'), toolFolder('helm')];
const SHOP = `${placementYaml('shop')}  policy: { placementType: PickAll }\n`;
const NAMESPACE = namespaceYaml('shop');
type Files = Readonly<Record<string, string>>;

async function told(before: Files, head: Files, ...flags: readonly string[]): Promise<readonly [exitCode: number, said: string]> {
  const repository = gitRepository({ 'clusters.yaml': joinedMembers('p1'), '.gitignore': 'made.*\n', ...before });
  for (const [file, text] of Object.entries(head)) repository.write(file, text);
  const PATH = [kustomize ?? '', helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const args = ['lint', '.', '--base', 'HEAD', '--plan', '--clusters', 'clusters.yaml', '--format', 'json', ...flags];
  const { exitCode, report } = await runCli(repository.dir, args, { env: { PATH } });
  return [exitCode, [...(report?.lint?.notEvaluated ?? []).map(({ reason }) => reason), ...(report?.plan?.assumptions ?? [])].join('\n')];
}

const OVERLAY = 'resources: [all.yaml]\nconfigMapGenerator: [{ name: e, namespace: shop, envs: [made.env] }]\n';
const MADE = { 'deploy/made.env': 'a=b\n' };
const CHART: Files = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
  'chart/values.yaml': 'isOn: false\n',
  'chart/templates/ns.yaml': NAMESPACE,
  'chart/templates/crp.yaml': `{{ if .Values.isOn }}\n${SHOP}{{ end }}\n`,
};

describe.skipIf(kustomize === undefined || helm === undefined)('what the base had is not known', () => {
  it.each<[string, Files, Files]>([
    ['a file of an overlay', { 'deploy/kustomization.yaml': OVERLAY, 'deploy/all.yaml': `${SHOP}---\n${NAMESPACE}` }, MADE],
    [
      'a file of an overlay with placed content',
      { 'shop.yaml': `${SHOP}---\n${NAMESPACE}`, 'deploy/kustomization.yaml': OVERLAY.replace('resources: [all.yaml]\n', '') },
      MADE,
    ],
    [
      'the values of a chart',
      { ...CHART, '.fleet-gate.yaml': 'render: [{ path: chart, values: [made.yaml] }]\n' },
      { 'made.yaml': 'isOn: true\n' },
    ],
  ])('if git ignores %s', async (_, before, head) => {
    const [exitCode, said] = await told(before, head, '--fail-on-removal', 'any');
    expect(exitCode).toBe(6);
    expect(said).toMatch(/The base of it could not be read, .* and give --base-dir DIR\. In the base: \S+.* was not rendered, .*made\./);
    const [passed, note] = await told(before, head);
    expect([passed, note]).toEqual([
      0,
      expect.stringMatching(/Files of the base could not be evaluated completely .*In the base: .*made\./),
    ]);
  });
});

describe.skipIf(kustomize === undefined || helm === undefined)('what the base had is known', () => {
  it.each<[string, Files, Files]>([
    ['a value turns a placement on', CHART, { 'chart/values.yaml': 'isOn: true\n' }],
    [
      'an overlay without anything of KubeFleet',
      {
        'shop.yaml': SHOP,
        'deploy/kustomization.yaml': OVERLAY.replace('namespace: shop', 'namespace: other'),
        'deploy/all.yaml': namespaceYaml('other'),
      },
      MADE,
    ],
  ])('%s', async (_, before, head) => {
    expect((await told(before, head, '--fail-on-removal', 'any'))[0]).toBe(0);
  });
});

/** The charts of a change that deletes the placement cart, after `helm dependency build` in its tree only. */
async function withoutCart(before: Files, head: Files): Promise<readonly [exitCode: number | undefined, ...unknown[]]> {
  const dependencies = 'dependencies: [{ name: common, version: 1.0.0, repository: "https://charts.example.com" }]\n';
  const repository = gitRepository({
    'clusters.yaml': joinedMembers('p1'),
    '.gitignore': 'charts/\n',
    ...CHART,
    'chart/Chart.yaml': `${CHART['chart/Chart.yaml']}${dependencies}`,
    'chart/templates/crp.yaml': SHOP.replace('name: shop', 'name: shop\n  labels: { {{ include "labels" . }} }'),
    'chart/templates/cart.yaml': `${placementYaml('cart')}---\n${namespaceYaml('cart')}`,
    ...before,
  });
  repository.remove('chart/templates/cart.yaml');
  for (const [file, text] of Object.entries(head)) repository.write(file, text);
  const common = temporaryFolder();
  writeTree(common, {
    'Chart.yaml': 'apiVersion: v2\nname: common\nversion: 1.0.0\ntype: library\n',
    'templates/_labels.tpl': '{{ define "labels" }}a: b{{ end }}\n',
  });
  execFileSync(path.join(helm ?? '', 'helm'), ['package', common, '-d', path.join(repository.dir, 'chart/charts')], { stdio: 'pipe' });
  const PATH = [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const args = ['lint', '.', '--base', 'HEAD', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any', '--format', 'json'];
  const { exitCode, report } = await runCli(repository.dir, args, { env: { PATH } });
  return [exitCode, (report?.removals ?? []).map(({ object }) => object.name), (report?.notes ?? []).some((note) => note.includes(BUILT))];
}

const BUILT = 'The base of chart names the same dependencies, and was rendered with those that are in `charts/` here.';

describe.skipIf(helm === undefined)('dependencies of a chart that git ignores', () => {
  const named = (text: string): Files => ({
    'chart/Chart.yaml': `${CHART['chart/Chart.yaml']}dependencies: [{ name: common, ${text} }]\n`,
  });
  it('are those of the base as well if it names the same', async () => {
    expect(await withoutCart({}, {})).toEqual([1, ['cart'], true]);
    expect(await withoutCart({}, named('version: 1.0.0, repository: "https://charts.example.com"'))).toEqual([1, ['cart'], true]);
  });

  it.each<[string, Files, Files]>([
    [
      'another version',
      named('version: 0.9.0, repository: "https://charts.example.com"'),
      named('version: 1.0.0, repository: "https://charts.example.com"'),
    ],
    ['another lock', { 'chart/Chart.lock': 'digest: a\n' }, { 'chart/Chart.lock': 'digest: b\n' }],
    ['charts of this repository', named('version: 1.0.0, repository: "file://../common"'), {}],
  ])('are not known for the base if they have %s', async (_, before, head) => {
    expect(await withoutCart(before, head)).toEqual([6, [], false]);
  });
});
