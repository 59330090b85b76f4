/** A folder without a kustomization that Flux deploys: Flux makes one that lists the kustomizations below it. */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinedMembers, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli, type CliRun } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const tools = { kustomize: toolFolder('kustomize'), helm: toolFolder('helm') };

type Files = Readonly<Record<string, string>>;

function plan(files: Files): Promise<CliRun> {
  const PATH = [tools.kustomize ?? '', tools.helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const repository = gitRepository({ 'clusters.yaml': joinedMembers('e1'), ...files });
  return runCli(repository.dir, ['plan', '.', '--clusters', 'clusters.yaml', '--format', 'json'], { env: { PATH } });
}

const flux = (more = ''): Files => ({
  'hub/flux.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec:
  path: ./apps
  prune: true
  interval: 1h
  sourceRef: { kind: GitRepository, name: flux-system }
${more}`,
});
const SHOP = {
  'apps/shop/kustomization.yaml': 'resources: [zone.yaml, shop.yaml, config.yaml]\nlabels: [{ pairs: { team: shop } }]\n',
  'apps/shop/zone.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n',
  'apps/shop/shop.yaml': placementYaml('shop'),
  'apps/shop/config.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: "${NAME:=shop}" }\n',
};
const ABSENT = 'Not checked, because it is not among these files: what Kustomization/flux-system/apps in hub/flux.yaml deploys.';

function selected({ report }: CliRun): readonly unknown[] {
  return (report?.plan?.placements ?? []).flatMap(({ resources }) => resources.map(({ kind, name }) => `${kind}/${name}`));
}

describe.skipIf(tools.kustomize === undefined)('a kustomization below a folder without one that Flux deploys', () => {
  it('is what Flux deploys, with its namespace and its variables', async () => {
    const plain = await plan({ ...SHOP, ...flux() });
    expect([plain.exitCode, plain.report?.notes?.includes(ABSENT) ?? false]).toEqual([0, false]);
    const whole = await plan({ ...SHOP, ...flux('  targetNamespace: shop\n  postBuild: { substitute: { NAME: cart } }\n') });
    expect([whole.exitCode, selected(whole)]).toEqual([0, ['Namespace/shop', 'ConfigMap/cart']]);
  });

  it('is not evaluated if Flux patches its object of KubeFleet', async () => {
    const patches = '  patches: [{ target: { kind: ClusterResourcePlacement }, patch: "[]" }]\n';
    const { exitCode, out } = await plan({ ...SHOP, ...flux(patches) });
    expect([exitCode, out.includes('not among these files')]).toEqual([6, false]);
  });

  it('is not what Flux deploys if a kustomization between them does not list it', async () => {
    const between = {
      'apps/kustomization.yaml': 'resources: [zone.yaml]\n',
      'apps/zone.yaml': SHOP['apps/shop/zone.yaml'].replace('shop', 'cart'),
    };
    const { report } = await plan({ ...SHOP, ...between, ...flux('  targetNamespace: shop\n') });
    expect(report?.plan?.placements.map(({ resources }) => resources.length)).toEqual([1]);
  });
});

describe.skipIf(tools.helm === undefined)('a chart below a folder that Flux deploys', () => {
  it('is not what Flux deploys', async () => {
    const { report } = await plan({
      'apps/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
      'apps/shop/templates/shop.yaml': placementYaml('{{ .Values.name }}', { namespace: 'shop' }),
      'apps/shop/values.yaml': 'name: shop\n',
      ...flux(),
    });
    expect(report?.notes).toContain(ABSENT);
  });
});

describe.skipIf(tools.helm === undefined)('a template of a chart from git that becomes a link', () => {
  it('is not in the chart that Flux has', async () => {
    const PATH = [tools.helm ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
    const config = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: conf, namespace: shop }\n';
    const repository = gitRepository({
      'clusters.yaml': joinedMembers('e1'),
      'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
      'chart/templates/shop.yaml': `${SHOP['apps/shop/zone.yaml']}---\n${placementYaml('shop')}`,
      'chart/templates/config.yaml': config,
      'hub/release.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: shop, namespace: flux-system }
spec: { interval: 5m, chart: { spec: { chart: ./chart, sourceRef: { kind: GitRepository, name: fleet } } } }
`,
    });
    repository.write('shared/config.yaml', config);
    repository.remove('chart/templates/config.yaml');
    symlinkSync('../../shared/config.yaml', path.join(repository.dir, 'chart/templates/config.yaml'));
    const args = (base: string): string[] => ['lint', '.', '--clusters', 'clusters.yaml', '--base', base, '--fail-on-removal', 'any'];
    const { exitCode, out } = await runCli(repository.dir, args('HEAD'), { env: { PATH } });
    expect([exitCode, out]).toEqual([1, expect.stringContaining('removes ConfigMap/shop/conf')]);
    repository.commit();
    repository.write('README', 'x');
    expect((await runCli(repository.dir, args('HEAD'), { env: { PATH } })).exitCode).toBe(0);
  });
});
