/** The report about a tree is the same whatever is outside of its repository, to which each kind of file in it refers. */
import { realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { reliability } from '../support/reliability.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { writeTree } from '../support/trees/write-files.ts';

const suite = reliability('outside', {
  title: 'Files outside of the repository',
  proves:
    'A file of the tree names a path outside of the repository, directly or by a link. The report is the same if objects of KubeFleet are there and if other files are there. The control is the same name within the repository.',
});

type Tree = Readonly<Record<string, string>>;

const flux = (kind: string, group: string, spec: object): Tree => ({
  'deploy.yaml': JSON.stringify({ apiVersion: `${group}.toolkit.fluxcd.io/v1`, kind, metadata: { name: 'd', namespace: 'f' }, spec }),
});
const argo = (kind: string, spec: object): Tree => ({
  'deploy.yaml': JSON.stringify({ apiVersion: 'argoproj.io/v1alpha1', kind, metadata: { name: 'd' }, spec }),
});
const kustomization = (fields: object): Tree => ({
  'k/kustomization.yaml': JSON.stringify({ resources: ['shop.yaml'], ...fields }),
  'k/shop.yaml': placementYaml('built'),
});
const chart = (files: Tree): Tree => ({
  'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
  'c/templates/shop.yaml': placementYaml('templated'),
  ...files,
});
const SOURCE = { sourceRef: { kind: 'GitRepository', name: 'r' } };

/** The files that refer to a path. */
const REFERRING: Readonly<Record<string, (to: string) => Tree>> = {
  'a Kustomization of Flux': (to) => flux('Kustomization', 'kustomize', { path: to, ...SOURCE }),
  'components of Flux': (to) => flux('Kustomization', 'kustomize', { path: 'k', components: [to], ...SOURCE }),
  'a HelmRelease': (to) => flux('HelmRelease', 'helm', { chart: { spec: { chart: to, ...SOURCE } } }),
  'values of a HelmRelease': (to) => flux('HelmRelease', 'helm', { chart: { spec: { chart: 'c', valuesFiles: [to], ...SOURCE } } }),
  'an Application': (to) => argo('Application', { source: { repoURL: 'r', path: to }, destination: { name: 'h' } }),
  'values of an Application': (to) =>
    argo('Application', { source: { repoURL: 'r', path: 'c', helm: { valueFiles: [to] } }, destination: { name: 'h' } }),
  'an ApplicationSet': (to) =>
    argo('ApplicationSet', {
      generators: [{ git: { repoURL: 'r', files: [{ path: to }], directories: [{ path: to }] } }],
      template: { spec: { source: { repoURL: 'r', path: '{{path}}' }, destination: { name: 'h' } } },
    }),
  'a script': (to) => ({ 'deploy.sh': `cd ${to}\nkubectl apply -f ${to}\nkubectl apply -k ${to}\nhelm upgrade c ./c -f ${to}\n` }),
  'a Makefile': (to) => ({ Makefile: `deploy:\n\tkubectl apply -R -f ${to}\n` }),
  'a workflow': (to) => ({
    '.github/workflows/deploy.yaml': `on: push\njobs: {a: {runs-on: x, steps: [{run: "kubectl apply -f ${to}", working-directory: "${to}"}, {uses: Azure/k8s-deploy@v5, with: {manifests: "${to}"}}]}}\n`,
  }),
  Skaffold: (to) => ({
    'skaffold.yaml': `apiVersion: skaffold/v4beta6\nkind: Config\nmanifests: {rawYaml: ["${to}"], kustomize: {paths: ["${to}"]}}\n`,
  }),
  Helmfile: (to) => ({ 'helmfile.yaml': `releases: [{name: a, chart: "${to}", values: ["${to}"]}]\n` }),
  'Rancher Fleet': (to) => ({ 'fleet.yaml': `helm: {chart: "${to}", valuesFiles: ["${to}"]}\n` }),
  Terraform: (to) => ({ 'main.tf': `resource "kubernetes_manifest" "a" {\n  manifest = yamldecode(file("${to}"))\n}\n` }),
  '.gitmodules': (to) => ({ '.gitmodules': `[submodule "a"]\n\tpath = ${to}\n\turl = ../a\n` }),
  ...Object.fromEntries(
    ['resources', 'components', 'crds', 'configurations', 'generators', 'transformers', 'validators'].map((field) => [
      `${field} of a kustomization`,
      (to: string): Tree => kustomization({ [field]: [to] }),
    ]),
  ),
  'a patch': (to) => kustomization({ patches: [{ path: to }] }),
  'data of a ConfigMap': (to) => kustomization({ configMapGenerator: [{ name: 'a', files: [`k=${to}`], envs: [to] }] }),
  'a chart of a kustomization': (to) => kustomization({ helmCharts: [{ name: 'c', valuesFile: to }], helmGlobals: { chartHome: to } }),
  'a dependency of a chart': (to) =>
    chart({ 'c/requirements.yaml': `dependencies: [{name: a, version: 1.0.0, repository: "file://${to}"}]\n` }),
  'a schema of values': (to) => chart({ 'c/values.schema.json': JSON.stringify({ $ref: to }) }),
};

/** Paths from the top and from a folder. `linked` and `linked.yaml` are links of the tree. */
const PATHS = [
  '../outside',
  '../outside/a.yaml',
  '../../outside/sub',
  '../outside/sub/a.yaml',
  'linked',
  'linked/a.yaml',
  '../linked',
  'linked.yaml',
];

/** What is outside: the same names, with objects of KubeFleet or without. */
function outside(isFleet: boolean): Tree {
  const text = (name: string): string => (isFleet ? placementYaml(name) : 'a: b\n');
  const folder = {
    'a.yaml': text('canary'),
    'kustomization.yaml': isFleet ? 'resources: [a.yaml]\nnamePrefix: canary-\n' : 'a: b\n',
    'Chart.yaml': isFleet ? 'apiVersion: v2\nname: canary\nversion: 1.0.0\n' : 'a: b\n',
    'templates/a.yaml': text('canary'),
  };
  const both = Object.entries(folder).flatMap(([name, content]) => [
    [`outside/${name}`, content],
    [`outside/sub/${name}`, content],
  ]);
  return Object.fromEntries(both) as Tree;
}

// SECURITY.md: The tree cannot make the Action read outside the repository
test('what is outside of the repository does not change a report', async () => {
  let times = 0;
  const all = Object.entries(REFERRING).flatMap(([what, filesOf]) => PATHS.map((to) => ({ what, to, filesOf })));
  const every = suite.size(1, 12);
  for (const { what, to, filesOf } of all.filter((_, index) => index % every === suite.seed % every)) {
    const said: string[] = [];
    for (const isFleet of [true, false]) {
      const around = gitRepository();
      const cwd = path.join(around.dir, 'repository');
      writeTree(around.dir, outside(isFleet));
      around.git('init', '-q', cwd);
      writeTree(cwd, { 'shop.yaml': placementYaml('shop'), 'ns.yaml': namespaceYaml('shop'), ...filesOf(to) });
      symlinkSync('../outside', path.join(cwd, 'linked'));
      symlinkSync('../outside/a.yaml', path.join(cwd, 'linked.yaml'));
      for (const argv of [['lint'], ['lint', 'shop.yaml', 'ns.yaml', ...Object.keys(filesOf(to))]]) {
        const { out, err } = await runCli(realpathSync(cwd), argv);
        said.push(`${out}${err}`.replaceAll(around.dir, ''));
      }
    }
    const half = said.length / 2;
    expect(said.slice(0, half), `${what}: ${to}`).toEqual(said.slice(half));
    expect(said.join(), `${what}: ${to}`).not.toContain('canary');
    times += half;
  }
  suite.tell({
    tried: 'kinds of files that name a path outside of the repository, directly or by a link, with and without objects of KubeFleet there',
    times,
    outcome: 'each report was the same for both, and none had a name from there',
  });
});

test('what is within the repository does', async () => {
  const said: string[] = [];
  for (const isFleet of [true, false]) {
    const { dir } = gitRepository({
      ...outside(isFleet),
      ...REFERRING['a Kustomization of Flux']?.('outside'),
      'shop.yaml': placementYaml('shop'),
    });
    said.push((await runCli(dir, ['lint', 'shop.yaml', 'deploy.yaml'])).out);
  }
  expect(said[0]).toContain('It deploys outside, which has KubeFleet objects');
  expect(said[1]).not.toContain('It deploys outside');
});
