/** Lists whose own type the hub does not serve: kubectl refuses them, and other deployers take the items of some. */
import { expect, it } from 'vitest';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';

type Files = Readonly<Record<string, string>>;

const list = (kind: string): string =>
  `apiVersion: v1\nkind: ${kind}\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: { name: web, namespace: shop }\n`;
const LISTED: Files = { 'apps/kustomization.yaml': 'resources: [list.yaml]\n' };
const workflow = (step: string): Files => ({
  '.github/workflows/deploy.yml': `on: push\njobs: { deploy: { runs-on: ubuntu-latest, steps: [{ run: ${step} }] } }\n`,
});
const FLUX: Files = {
  'hub/apps.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec: { path: ./apps, prune: true, interval: 1m, sourceRef: { kind: GitRepository, name: flux-system } }
`,
};
const ARGO: Files = {
  'hub/apps.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: apps, namespace: argocd }
spec:
  project: default
  source: { repoURL: https://github.com/o/fleet, path: apps, targetRevision: main }
  destination: { server: https://kubernetes.default.svc }
`,
};

it.each<[string, string, Files, boolean]>([
  ['something that is not known', 'ConfigMpaList', {}, true],
  ['kubectl', 'ConfigMpaList', workflow('kubectl apply -R -f .'), true],
  ['a kustomization', 'ConfigMpaList', LISTED, false],
  ['Flux', 'ConfigMpaList', FLUX, false],
  ['Flux, whose kustomize takes no such list', 'Lisst', FLUX, true],
  ['Argo CD', 'ConfigMpaList', ARGO, false],
  ['Argo CD, which takes every list', 'Lisst', ARGO, false],
])('a list that is deployed by %s: %s', async (_, kind, files, isReported) => {
  const tree = { 'apps/list.yaml': list(kind), 'fleet/shop.yaml': `${namespaceYaml('shop')}---\n${placementYaml('shop')}`, ...files };
  const { dir, git } = gitRepository(tree);
  git('remote', 'add', 'origin', 'https://github.com/o/fleet');
  const { report, exitCode } = await runCli(dir, ['lint', '.', '--render-with', 'off']);
  const found = (report?.lint?.findings ?? []).map(({ rule, file, line, severity }) => `${severity} ${rule} ${file}:${line}`);
  expect([found, exitCode]).toEqual(isReported ? [['error kind-not-served apps/list.yaml:2'], 1] : [[], 0]);
});

it('the items of a list that kubectl refuses are judged as well', async () => {
  const text = list('Lisst').replace('{ name: web, namespace: shop }', '{ name: We_b, namespace: shop }');
  const { dir } = gitRepository({ 'list.yaml': text, 'shop.yaml': `${namespaceYaml('shop')}---\n${placementYaml('shop')}` });
  const { report } = await runCli(dir, ['lint', '.']);
  expect((report?.lint?.findings ?? []).map(({ rule, line }) => `${rule} ${line}`)).toEqual(['kind-not-served 2', 'object-malformed 6']);
});
