/** Flux and Argo CD give a release its name and its namespace. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const helm = toolFolder('helm');
const CHART = {
  'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'shop/templates/shop.yaml': placementYaml('{{ .Release.Name }}', { namespace: '{{ .Release.Namespace }}' }),
};
const source = (more: object = {}): object => ({ repoURL: 'https://example.com/fleet', targetRevision: 'main', path: 'shop', ...more });
const application = (metadata: object, spec: object): object => ({ metadata, spec: { project: 'default', ...spec } });
const to = (namespace: string): object => ({ name: 'hub', namespace });

function set(template: object): object {
  const generators = [{ list: { elements: [{ env: 'prod' }] } }];
  return { apiVersion: 'argoproj.io/v1alpha1', kind: 'ApplicationSet', metadata: { name: 'all' }, spec: { generators, template } };
}

function single(spec: object): object {
  return { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', ...application({ name: 'shop-prod' }, spec) };
}

/** A HelmRelease, its HelmChart and its source. */
const byReference = (kind: string): string =>
  [
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { name: 'fleet', namespace: 'flux-system' },
      spec: { url: 'https://example.com/fleet', ref: { branch: 'main' } },
    },
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'HelmChart',
      metadata: { name: 'shop', namespace: 'flux-system' },
      spec: { chart: './shop', sourceRef: { kind: 'GitRepository', name: 'fleet' } },
    },
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'web', namespace: 'flux-system' },
      spec: { targetNamespace: 'shop', chartRef: { kind, name: 'shop' } },
    },
  ]
    .map((object) => `---\n${stringify(object)}`)
    .join('');

describe.skipIf(helm === undefined)('the release of', () => {
  const lint = async (deployers: string) => {
    const { dir, git } = gitRepository({ ...CHART, 'app.yaml': deployers });
    git('remote', 'add', 'origin', 'https://example.com/fleet');
    const PATH = [helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
    const { exitCode, report } = await runCli(dir, ['lint', '.'], { env: { PATH } });
    const needed = report?.lint?.assumptions?.map(({ name, neededBy }) => [name, neededBy[0]?.name]);
    return { exitCode, notEvaluated: report?.lint?.notEvaluated, needed };
  };

  it.each<[string, object | string, string]>([
    ['an Application', single({ source: source(), destination: to('shop') }), 'shop-prod'],
    ['an Application that names it', single({ source: source({ helm: { releaseName: 'web' } }), destination: to('shop') }), 'web'],
    ['a set', set(application({ name: 'shop-{{env}}' }, { source: source(), destination: to('shop') })), 'shop-prod'],
    [
      'a set that names it',
      set(application({ name: 'shop-{{env}}' }, { source: source({ helm: { releaseName: 'web' } }), destination: to('shop') })),
      'web',
    ],
    ['a HelmRelease that refers to a HelmChart', byReference('HelmChart'), 'shop-web'],
  ])('%s is known', async (_, deployer, name) => {
    const text = typeof deployer === 'string' ? deployer : stringify(deployer);
    expect(await lint(text)).toEqual({ exitCode: 0, notEvaluated: [], needed: [['shop', name]] });
  });

  it('a HelmRelease that refers to an artifact is not known', async () => {
    expect((await lint(byReference('OCIRepository'))).exitCode).toBe(6);
  });
});
