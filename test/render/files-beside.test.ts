/** A kustomization that lists files beside its folder: kustomize refuses them, unless its deployer lets it read them. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const kustomize = toolFolder('kustomize');

type Files = Readonly<Record<string, string>>;

async function lint(files: Files) {
  const PATH = [kustomize ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const { exitCode, report } = await runCli(gitRepository(files).dir, ['lint', '.'], { env: { PATH } });
  return {
    exitCode,
    rules: report?.lint?.findings.map(({ rule }) => rule),
    left: report?.lint?.notEvaluated.map(({ file }) => file) ?? [],
  };
}

const WRONG = placementYaml('shop', { policy: 'placementType: PickSome' });
const BESIDE = { 'shared/shop.yaml': WRONG, 'apps/prod/kustomization.yaml': 'resources: [../../shared/shop.yaml]\n' };
const flux = (folder: string): Files => ({
  'hub/flux.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec: { path: ${folder}, prune: true, interval: 1h, sourceRef: { kind: GitRepository, name: flux-system } }
`,
});
const script = (command: string): Files => ({ 'deploy.sh': `${command}\n` });

describe.skipIf(kustomize === undefined)('files beside a kustomization', () => {
  it.each<[string, Files]>([
    ['Flux builds it', flux('./apps/prod')],
    ['Flux builds the folder above', flux('./apps')],
    ['a command allows them', script('kustomize build --load-restrictor LoadRestrictionsNone apps/prod | kubectl apply -f -')],
    ['kubectl allows them', script('kubectl kustomize apps/prod --load-restrictor=LoadRestrictionsNone | kubectl apply -f -')],
  ])('are checked if %s', async (_, deployer) => {
    expect(await lint({ ...BESIDE, ...deployer })).toEqual({ exitCode: 1, rules: ['schema'], left: [] });
  });

  it.each<[string, Files]>([
    ['nothing deploys it', {}],
    ['Flux builds another folder', flux('./apps/dev')],
    ['a command does not', script('kubectl apply -k apps/prod')],
  ])('leave it not evaluated if %s', async (_, deployer) => {
    expect((await lint({ ...BESIDE, 'shared/shop.yaml': placementYaml('shop'), ...deployer })).exitCode).toBe(6);
  });

  it.each<[string, Files]>([
    ['outside of the repository', { 'apps/prod/kustomization.yaml': 'resources: [../../shared/shop.yaml, ../../../other.yaml]\n' }],
    [
      'in the folder of git',
      {
        'apps/prod/kustomization.yaml':
          'resources: [../../shared/shop.yaml]\nconfigMapGenerator: [{ name: a, files: [../../.git/config] }]\n',
      },
    ],
    [
      'that only a plugin names',
      {
        'apps/prod/kustomization.yaml': 'resources: [shop.yaml]\ngenerators: [map.yaml]\n',
        'apps/prod/map.yaml': 'apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: { name: a }\nfiles: [/etc/hostname]\n',
        'apps/prod/shop.yaml': placementYaml('shop'),
      },
    ],
  ])('are not read if they are %s', async (_, files) => {
    const { left } = await lint({ ...BESIDE, 'shared/shop.yaml': placementYaml('shop'), ...files, ...flux('./apps/prod') });
    expect(left).toContain('apps/prod/kustomization.yaml');
  });
});
