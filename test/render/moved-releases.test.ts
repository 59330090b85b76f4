/** A change that deploys a chart to a hub with other files of values; the configuration has a release of the chart for each of these. */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');
type Files = Readonly<Record<string, string>>;

const CHART = {
  '.fleet-gate.yaml': `render:\n${['prod', 'test'].map((env) => `  - { path: c, values: [c/${env}.yaml], args: [--name-template=shop, --namespace=shop] }\n`).join('')}`,
  'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
  'c/values.yaml': 'clusters: []\nother: 0\n',
  'c/prod.yaml': 'clusters: [p1]\n',
  'c/test.yaml': 'clusters: [t1]\n',
  'c/templates/shop.yaml': placementYaml('shop', { policy: '{ placementType: PickFixed, clusterNames: {{ toJson .Values.clusters }} }' }),
  'c/templates/web.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: shop }\ndata: { one: {{ toJson .Values.clusters | quote }}, two: '{{ .Values.other }}' }\n`,
  'ns.yaml': namespaceYaml('shop'),
  'clusters.yaml': joinedMembers('p1', 't1', 'd1'),
};

const upgrade = (env: string, more = ''): string => `helm upgrade --install shop c -n shop -f c/${env}.yaml${more}`;
const onHub = (hub: string, env: string): string => upgrade(env, ` --kube-context ${hub}`);
const job = (...commands: readonly string[]): Files => ({
  '.github/workflows/deploy.yaml': `on: push\njobs:\n  deploy:\n    runs-on: x\n    steps:\n${commands.map((command) => `      - run: ${command}\n`).join('')}`,
});
const jobs = (...commands: readonly string[]): Files => ({
  '.github/workflows/deploy.yaml': `on: push\njobs:\n${commands.map((command, at) => `  j${String(at)}: { runs-on: x, steps: [{ run: ${command} }] }\n`).join('')}`,
});
const application = (hub: string, env: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${hub}, namespace: argocd }
spec:
  source: { repoURL: 'https://example.com/own.git', path: c, helm: { releaseName: shop, valueFiles: [${env}.yaml] } }
  destination: { server: 'https://${hub}', namespace: shop }
`;
const argo = (prod: string, test: string): Files => ({
  'argo/prod.yaml': application('hub-prod', prod),
  'argo/test.yaml': application('hub-test', test),
});
const flux = (env: string): Files => ({
  'hubs/prod/shop.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: own, namespace: flux-system }
spec: { url: 'https://example.com/own.git', ref: { branch: main } }
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: shop, namespace: shop }
spec:
  releaseName: shop
  chart: { spec: { chart: ./c, sourceRef: { kind: GitRepository, name: own, namespace: flux-system }, valuesFiles: [c/${env}.yaml] } }
`,
});

/** The exit codes of lint and plan, what the plan has of placements, and what it did not evaluate. */
async function told(base: Files, head: Files): Promise<readonly unknown[]> {
  const repository = gitRepository({ ...CHART, ...base });
  for (const [file, text] of Object.entries(head)) repository.write(file, text);
  repository.git('remote', 'add', 'origin', 'https://example.com/own.git');
  const PATH = [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const run = async (command: string): ReturnType<typeof runCli> =>
    runCli(repository.dir, [command, '.', '--base', 'HEAD', '--clusters', 'clusters.yaml', '--format', 'json'], { env: { PATH } });
  const [linted, planned] = [await run('lint'), await run('plan')];
  const { plan } = planned.report ?? {};
  return [
    [linted.exitCode, planned.exitCode],
    [
      ...(plan?.placements ?? []).map(({ change }) => (isDeepStrictEqual(change?.added, change?.removed) ? 'unchanged' : 'changed')),
      ...(plan?.deleted ?? []).map(() => 'deleted'),
    ],
    [...new Set((plan?.notEvaluated ?? []).filter(({ fleetObject }) => fleetObject === true).map(({ reason }) => reason))],
  ];
}

const PROD_TO_TEST = (where: string): string =>
  `This change deploys c (c/test.yaml) in place of c (c/prod.yaml) ${where}. What that changes there was not checked.`;

describe.skipIf(helm === undefined)('other files of values for a hub are not checked, and no plan compares them', () => {
  it.each([
    [
      'a step that names its hub',
      job(onHub('prod', 'prod'), onHub('test', 'test')),
      job(onHub('prod', 'test'), onHub('test', 'test')),
      'to prod',
    ],
    ['the only step', job(upgrade('prod')), job(upgrade('test')), 'by .github/workflows/deploy.yaml'],
    [
      'one of the jobs, whose hubs are not known',
      jobs(upgrade('prod'), upgrade('test')),
      jobs(upgrade('test'), upgrade('test')),
      'by .github/workflows/deploy.yaml',
    ],
    ['an Application', argo('prod', 'test'), argo('test', 'test'), 'to https://hub-prod'],
  ])('%s', async (_, base, head, where) => {
    expect(await told(base, head)).toEqual([[6, 6], [], [PROD_TO_TEST(where)]]);
  });

  it('of a HelmRelease', async () => {
    const [codes, changes] = await told(flux('prod'), flux('test'));
    expect([codes, changes]).toEqual([[6, 6], []]);
  });

  it('of both hubs', async () => {
    const [codes, changes] = await told(
      job(onHub('prod', 'prod'), onHub('test', 'test')),
      job(onHub('test', 'prod'), onHub('prod', 'test')),
    );
    expect([codes, changes]).toEqual([[6, 6], []]);
  });

  it('of a second step for the same hub, with the same objects', async () => {
    const [codes] = await told(job(onHub('prod', 'prod')), job(onHub('prod', 'prod'), onHub('prod', 'test')));
    expect(codes).toEqual([6, 6]);
  });
});

describe.skipIf(helm === undefined)('releases that stay on their hubs are compared', () => {
  const BOTH = job(onHub('prod', 'prod'), onHub('test', 'test'));

  it.each([
    ['the steps in another order', BOTH, job(onHub('test', 'test'), onHub('prod', 'prod'))],
    ['jobs in another order', jobs(upgrade('prod'), upgrade('test')), jobs(upgrade('test'), upgrade('prod'))],
    ['one more job before them', jobs(upgrade('prod'), upgrade('test')), jobs('make', upgrade('test'), upgrade('test'), upgrade('prod'))],
    ['one more hub', BOTH, job(onHub('prod', 'prod'), onHub('test', 'test'), onHub('dev', 'test'))],
    ['an edit of the step', BOTH, job(onHub('prod', 'prod'), `${onHub('test', 'test')} --wait`)],
  ])('%s', async (_, base, head) => {
    const [codes, changes] = await told(base, head);
    expect([codes, changes]).toEqual([
      [0, 0],
      ['unchanged', 'unchanged'],
    ]);
  });

  it('only what the values change is left open', async () => {
    const same = { 'c/test.yaml': 'clusters: [p1]\nother: 1\n' };
    const [codes, changes] = await told({ ...same, ...BOTH }, job(onHub('prod', 'test'), onHub('test', 'test')));
    expect([codes, changes]).toEqual([
      [0, 0],
      ['unchanged', 'unchanged'],
    ]);
  });
});
