/** A change cannot choose which folders are checked: an overlay that is deployed is checked, even if another kustomization lists it. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { namespaceShop } from '../support/fleets/fleet.ts';
import { reliability } from '../support/reliability.ts';
import { runCli } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import type { Tree } from '../support/unread/places.ts';
import { writeTree } from '../support/trees/write-files.ts';

const suite = reliability('overlays', {
  title: 'An overlay that is deployed is checked',
  proves:
    'A change adds an overlay that lists another one and hides its errors with a patch, a deletion or another name. The listed one is checked if the command line, Flux or Argo CD names it, or if it was checked before. Otherwise the report names it. The control is the tree without the added overlay, which fails.',
});

const SELECTORS = [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }];
const REFUSED = {
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop' },
  spec: { resourceSelectors: SELECTORS, policy: { placementType: 'PickN', numberOfClusters: 1, clusterNames: ['east'] } },
};
const OF_REFUSED = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: shop}\n';

/** What makes the fault of the listed overlay disappear. */
const HIDING: Readonly<Record<string, (base: string) => Tree>> = {
  'a strategic merge': (base) => ({
    'kustomization.yaml': stringify({ resources: [base], patches: [{ patch: `${OF_REFUSED}spec: {policy: {clusterNames: null}}\n` }] }),
  }),
  'a JSON patch': (base) => ({
    'kustomization.yaml': stringify({
      resources: [base],
      patches: [{ target: { kind: 'ClusterResourcePlacement' }, patch: '[{"op": "remove", "path": "/spec/policy/clusterNames"}]' }],
    }),
  }),
  'a deletion': (base) => ({
    'kustomization.yaml': stringify({ resources: [base], patches: [{ patch: `$patch: delete\n${OF_REFUSED}` }] }),
  }),
  'a deletion in a file': (base) => ({
    'kustomization.yml': stringify({ resources: [base], patchesStrategicMerge: ['gone.yaml'] }),
    'gone.yaml': `$patch: delete\n${OF_REFUSED}`,
  }),
  'a deletion in a component': (base) => ({
    Kustomization: stringify({ resources: [base], components: ['off'] }),
    'off/kustomization.yaml': stringify({
      apiVersion: 'kustomize.config.k8s.io/v1alpha1',
      kind: 'Component',
      patches: [{ patch: `$patch: delete\n${OF_REFUSED}` }],
    }),
  }),
};

const PROD: Tree = {
  'overlays/prod/kustomization.yaml': 'resources: [bad.yaml, ns.yaml]\n',
  'overlays/prod/bad.yaml': stringify(REFUSED),
  'overlays/prod/ns.yaml': stringify(namespaceShop()),
};

/** Who deploys the listed overlay. */
const DEPLOYED: Readonly<Record<string, { readonly argv?: readonly string[]; readonly tree?: Tree }>> = {
  'the command line': { argv: ['lint', 'overlays/prod', 'overlays'] },
  'the command line, with a slash': { argv: ['lint', 'overlays', './overlays/prod/'] },
  'a configuration': { tree: { '.fleet-gate.yaml': 'paths: [overlays, overlays/prod]\n' } },
  'a Kustomization of Flux': { tree: { 'flux.yaml': flux('./overlays/prod') } },
  'a Kustomization of Flux, from the top': { tree: { 'clusters/a/flux.yaml': flux('/overlays/prod/') } },
  'an Application': {
    tree: { 'app.yaml': stringify(application({ source: { repoURL: 'https://example.com/a.git', path: 'overlays/prod' } })) },
  },
  'an Application with several sources': {
    tree: { 'app.yaml': stringify(application({ sources: [{ repoURL: 'https://example.com/a.git', path: 'overlays/prod' }] })) },
  },
  'an ApplicationSet': {
    tree: {
      'set.yaml': stringify({
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'ApplicationSet',
        metadata: { name: 'shop' },
        spec: { generators: [], template: { spec: { source: { repoURL: 'https://example.com/a.git', path: 'overlays/prod' } } } },
      }),
    },
  },
};

// SECURITY.md: What could not be read or understood is never
test('an overlay that is deployed is checked by itself, although another one removes something from it', async () => {
  let times = 0;
  for (const [by, { argv = ['lint'], tree = {} }] of Object.entries(DEPLOYED))
    for (const [hiding, overlay] of Object.entries(HIDING))
      for (const tools of RENDERING) {
        const told = `${by}, hidden by ${hiding}, ${tools.join(' ')}`;
        const alone = folderWith(PROD, tree);
        expect((await runCli(alone, [...argv, ...tools])).exitCode, `control: ${told}`).toBe(1);
        const { exitCode, report } = await runCli(folderWith(PROD, tree, below('overlays/dr', overlay('../prod'))), [...argv, ...tools]);
        expect([1, 6], `${told}: ${JSON.stringify(report?.lint?.notEvaluated)}`).toContain(exitCode);
        times += 1;
      }
  suite.tell({
    tried: 'an overlay that a deployer or the command line names, and another one that hides its fault',
    times,
    outcome: 'refused with 1, or not evaluated with 6',
  });
});

test('an overlay that was checked before the change is checked after it', async () => {
  let times = 0;
  for (const [hiding, overlay] of Object.entries(HIDING))
    for (const tools of RENDERING) {
      const base = folderWith({ ...PROD, 'overlays/prod/bad.yaml': stringify({ ...REFUSED, spec: { resourceSelectors: SELECTORS } }) });
      const cwd = folderWith(PROD, below('overlays/dr', overlay('../prod')));
      const { exitCode } = await runCli(cwd, ['lint', '--base-dir', base, ...tools]);
      expect([1, 6], `hidden by ${hiding} ${tools.join(' ')}`).toContain(exitCode);
      times += 1;
    }
  suite.tell({
    tried: 'an overlay that was judged at the base, and that the change makes a base of another one',
    times,
    outcome: 'refused with 1, or not evaluated with 6',
  });
});

test('an overlay that is only a base of another one is named, and its placement does not disappear', async () => {
  let times = 0;
  for (const [hiding, overlay] of Object.entries(HIDING)) {
    const { exitCode, report } = await runCli(folderWith(PROD, below('overlays/dr', overlay('../prod'))), ['lint']);
    const notes = report?.notes ?? [];
    const named = notes.some((note) => note.includes('overlays/prod (in overlays/dr)'));
    expect(named, `${hiding}: ${JSON.stringify(notes)}`).toBe(true);
    if (hiding.startsWith('a deletion')) expect([1, 6], hiding).toContain(exitCode);
    times += 1;
  }
  suite.tell({
    tried: 'an overlay that is not named, beside one that hides its fault',
    times,
    outcome: 'a note names it, and a placement that is removed everywhere is not evaluated',
  });
});

test('a base that is complete only in its overlays has no false error', async () => {
  const open = { ...REFUSED, spec: { resourceSelectors: SELECTORS, policy: { placementType: 'PickN' } } };
  const base: Tree = {
    'base/kustomization.yaml': 'resources: [p.yaml, ns.yaml]\n',
    'base/p.yaml': stringify(open),
    'base/ns.yaml': stringify(namespaceShop()),
  };
  const complete = {
    patches: [
      { target: { kind: 'ClusterResourcePlacement' }, patch: '[{"op": "add", "path": "/spec/policy/numberOfClusters", "value": 1}]' },
    ],
  };
  const trees: readonly Tree[] = [
    { 'dev/kustomization.yaml': stringify({ resources: ['../base'], ...complete }) },
    { 'dev/kustomization.yaml': stringify({ resources: ['../base'], nameSuffix: '-dev', ...complete }) },
    { 'dev/kustomization.yaml': stringify({ resources: ['../base'], namePrefix: 'dev-', ...complete }) },
    {
      'dev/kustomization.yaml': stringify({ resources: ['../base'], ...complete }),
      'local/kustomization.yaml': stringify({ resources: ['../base'], patches: [{ patch: `$patch: delete\n${OF_REFUSED}` }] }),
    },
  ];
  for (const tree of trees) {
    const { exitCode, report } = await runCli(folderWith(base, tree), ['lint']);
    expect(exitCode, JSON.stringify([tree, report?.lint?.findings, report?.lint?.notEvaluated])).toBe(0);
  }
  suite.tell({
    tried: 'a base that is complete only in its overlays',
    times: trees.length,
    outcome: 'no finding, and nothing not evaluated',
  });
});

const FOLDER: Tree = {
  'deploy/a.yaml': stringify({
    ...REFUSED,
    spec: { resourceSelectors: SELECTORS, policy: { placementType: 'PickN', numberOfClusters: 1 } },
  }),
  'deploy/ns.yaml': stringify(namespaceShop()),
};
const PATCH = { patch: `${OF_REFUSED}spec: {policy: {clusterNames: null}}\n` };
const ns = { resources: ['ns.yaml'] };
const CHART = 'apiVersion: v2\nname: shop\nversion: 1.0.0\n';

/** What a change adds to a folder of files so that one of them seems to be something else. */
const TAKING: Readonly<Record<string, Tree>> = {
  'a patch': { 'deploy/kustomization.yaml': stringify({ resources: ['a.yaml', 'ns.yaml'], patches: [PATCH] }) },
  'a deletion': {
    'deploy/kustomization.yaml': stringify({ resources: ['a.yaml', 'ns.yaml'], patches: [{ patch: `$patch: delete\n${OF_REFUSED}` }] }),
  },
  'a patch and a prefix': {
    'deploy/kustomization.yaml': stringify({ resources: ['a.yaml', 'ns.yaml'], namePrefix: 'p-', patches: [PATCH] }),
  },
  'the file as a patch': { 'deploy/kustomization.yaml': stringify({ ...ns, patches: [{ path: 'a.yaml' }] }) },
  'the file as an old patch': { 'deploy/Kustomization': stringify({ ...ns, patchesStrategicMerge: ['a.yaml'] }) },
  'the file as content': { 'deploy/kustomization.yml': stringify({ ...ns, configMapGenerator: [{ name: 'x', files: ['a.yaml'] }] }) },
  'the file as variables': { 'deploy/kustomization.yaml': stringify({ ...ns, configMapGenerator: [{ name: 'x', envs: ['a.yaml'] }] }) },
  'the file in a Secret': { 'deploy/kustomization.yaml': stringify({ ...ns, secretGenerator: [{ name: 'x', files: ['k=a.yaml'] }] }) },
  'the file as a schema': { 'deploy/kustomization.yaml': stringify({ ...ns, openapi: { path: 'a.yaml' } }) },
  'the file as a definition': { 'deploy/kustomization.yaml': stringify({ ...ns, crds: ['a.yaml'] }) },
  'the file as a configuration': { 'deploy/kustomization.yaml': stringify({ ...ns, configurations: ['a.yaml'] }) },
  'the file as a replacement': { 'deploy/kustomization.yaml': stringify({ ...ns, replacements: [{ path: 'a.yaml' }] }) },
  'the file as a transformer': { 'deploy/kustomization.yaml': stringify({ ...ns, transformers: ['a.yaml'] }) },
  'the file as a generator': { 'deploy/kustomization.yaml': stringify({ ...ns, generators: ['a.yaml'] }) },
  'the file as values': {
    'deploy/kustomization.yaml': stringify({ ...ns, helmCharts: [{ name: 'x', repo: 'https://example.com', valuesFile: 'a.yaml' }] }),
  },
  'a kustomization without the file': { 'deploy/kustomization.yaml': stringify(ns) },
  'an empty kustomization': { 'deploy/kustomization.yaml': '' },
  'a component': {
    'deploy/kustomization.yaml': stringify({
      apiVersion: 'kustomize.config.k8s.io/v1alpha1',
      kind: 'Component',
      ...ns,
      patches: [{ path: 'a.yaml' }],
    }),
  },
  'a kustomization at the top': { 'kustomization.yaml': stringify({ resources: ['deploy/a.yaml', 'deploy/ns.yaml'], patches: [PATCH] }) },
  'a kustomization beside it': {
    'deploy/kustomization.yaml': stringify({ resources: ['a.yaml', 'ns.yaml'] }),
    'x/kustomization.yaml': stringify({ resources: ['../deploy'], patches: [PATCH] }),
  },
  'a chart': { 'deploy/Chart.yaml': CHART },
  'a chart that ignores it': { 'deploy/Chart.yaml': CHART, 'deploy/.helmignore': '*\n' },
  'a library chart at the top': { 'Chart.yaml': `${CHART}type: library\n` },
};

test('a kustomization that is added to a folder does not take its files out of the check', async () => {
  let times = 0;
  for (const [how, tree] of Object.entries(TAKING))
    for (const paths of suite.whole ? [[], ['deploy']] : [[]])
      for (const tools of RENDERING) {
        const told = `${how} ${[...paths, ...tools].join(' ')}`;
        const cwd = folderWith(FOLDER, { 'deploy/a.yaml': stringify(REFUSED) }, tree);
        const { exitCode, report } = await runCli(cwd, ['lint', ...paths, '--base-dir', folderWith(FOLDER), ...tools]);
        expect([1, 6], `${told}: ${JSON.stringify(report?.lint)}`).toContain(exitCode);
        times += 1;
      }
  // Without a fault in the file, the new kustomization is no reason to fail.
  const moved = { 'deploy/kustomization.yaml': stringify({ resources: ['a.yaml', 'ns.yaml'], labels: [{ pairs: { team: 'shop' } }] }) };
  const patched = {
    'deploy/kustomization.yaml': stringify({
      resources: ['a.yaml', 'ns.yaml'],
      patches: [{ patch: `${OF_REFUSED}spec: {revisionHistoryLimit: 3}\n` }],
    }),
  };
  for (const tree of [moved, patched]) {
    const { exitCode, report } = await runCli(folderWith(FOLDER, tree), ['lint', '--base-dir', folderWith(FOLDER)]);
    expect([exitCode, report?.lint?.findings], JSON.stringify(report?.lint)).toEqual([0, []]);
  }
  const delivered = { 'app.yaml': flux('./deploy') };
  const broken = folderWith(FOLDER, { 'deploy/a.yaml': stringify(REFUSED) }, TAKING['a patch'] ?? {}, delivered);
  expect((await runCli(broken, ['lint', '--base-dir', folderWith(FOLDER, delivered)])).exitCode).toBe(0);
  suite.tell({
    tried: 'a kustomization or chart that is added to a folder whose files were checked as they are',
    times,
    outcome: 'refused with 1, or not evaluated with 6',
  });
});

/** With the tools of the machine, and without any. */
const RENDERING: readonly (readonly string[])[] = suite.whole ? [[], ['--render-with', 'off']] : [[]];

function flux(folder: string): string {
  return stringify({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'shop', namespace: 'flux-system' },
    spec: { interval: '10m', prune: true, path: folder, sourceRef: { kind: 'GitRepository', name: 'a' } },
  });
}

function application(spec: object): object {
  return { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name: 'shop', namespace: 'argocd' }, spec };
}

function below(folder: string, tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).map(([file, text]) => [path.posix.join(folder, file), text]));
}

function folderWith(...trees: readonly Tree[]): string {
  const cwd = temporaryFolder();
  for (const tree of trees) writeTree(cwd, tree);
  return cwd;
}
