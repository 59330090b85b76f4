/** A base that cannot be rendered: what it had is not known, so a run that must not remove anything does not pass. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
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
