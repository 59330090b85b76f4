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
    'A change adds an overlay that lists another one and hides its errors with a patch, a deletion or another name. The listed one is checked if the command line, Flux or Argo CD names it, or if it was checked before. Otherwise the report names it. A file that was checked as it is stays checked if a kustomization or chart is added. The control is the tree without the added overlay, which fails.',
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

/** Who deploys it from the working directory, or is another deployer of this repository. */
const MORE_DEPLOYED: Readonly<Record<string, Tree>> = {
  'a step in the folder': workflow('kustomize build | kubectl apply -f -', { 'working-directory': 'overlays/prod' }),
  'a build into a file': workflow('kustomize build overlays/prod -o out.yaml\nkubectl apply -f out.yaml'),
  'a build with redirected output': workflow('kubectl kustomize overlays/prod > out.yaml\nkubectl apply -f out.yaml'),
  'a subshell': workflow('(cd overlays/prod && kubectl apply -k .)'),
  'a subshell whose output is piped': workflow('(cd overlays && kustomize build prod) | kubectl apply -f -'),
  'a variable with the output': workflow('OUT=$(kustomize build overlays/prod)\necho "$OUT" | kubectl apply -f -'),
  'a build into a folder': workflow('kustomize build overlays/prod --output out && kubectl apply -f out/'),
  'a build that another job deploys': workflow('kubectl kustomize overlays/prod > out.yaml'),
  'the command of Flux': workflow('flux build kustomization a --path ./overlays/prod | kubectl apply -f -'),
  'a container': workflow('docker run -v "$PWD:/w" registry.k8s.io/kustomize/kustomize:v5.4.3 build /w/overlays/prod | kubectl apply -f -'),
  'a folder that is not known': workflow('kustomize build "$SOURCES/overlays/prod" | kubectl apply -f -'),
  'a script with pushd': { 'deploy.sh': 'pushd overlays/prod\nkubectl kustomize | kubectl apply -f -\npopd\n' },
  'a loop over all overlays': workflow('for overlay in overlays/*/; do\n  kubectl apply -k "$overlay"\ndone'),
  'a loop of clusters': { 'deploy.sh': 'for name in dr prod; do kubectl apply --context $name -k overlays/$name; done\n' },
  find: { 'deploy.sh': 'find overlays -name kustomization.yaml | xargs -n1 dirname | xargs -I{} kubectl apply -k {}\n' },
  'the output of kustomize as a file': { 'deploy.sh': 'kubectl apply -f <(kustomize build overlays/prod)\n' },
  OpenShift: { 'deploy.sh': 'kustomize build overlays/prod | oc apply -f -\n' },
  'a loop of make': { Makefile: 'deploy:\n\tfor name in dr prod; do \\\n\t  kubectl apply -k overlays/$$name; \\\n\tdone\n' },
  npm: { 'package.json': JSON.stringify({ scripts: { deploy: 'kustomize build overlays/prod | kubectl apply -f -' } }) },
  CircleCI: {
    '.circleci/config.yml': stringify({
      jobs: { a: { steps: [{ run: { working_directory: 'overlays/prod', command: 'kubectl apply -k .' } }] } },
    }),
  },
  Skaffold: { 'skaffold.yaml': 'apiVersion: skaffold/v4beta6\nkind: Config\nmanifests: {kustomize: {paths: [overlays/prod]}}\n' },
  Task: { 'Taskfile.yml': 'version: "3"\ntasks: {a: {cmds: ["kubectl apply -k overlays/prod"]}}\n' },
  just: { Justfile: 'a:\n  kubectl apply -k overlays/prod\n' },
  'Config Sync': {
    'sync.yaml': deployer('configsync.gke.io/v1beta1', 'RootSync', { git: { repo: 'https://github.com/o/r', dir: '/overlays/prod' } }),
  },
  'Rancher Fleet': {
    'git.yaml': deployer('fleet.cattle.io/v1alpha1', 'GitRepo', { repo: 'https://github.com/o/r', paths: ['overlays/prod'] }),
  },
  kapp: {
    'app.yaml': deployer('kappctrl.k14s.io/v1alpha1', 'App', {
      fetch: [{ git: { url: 'https://github.com/o/r', subPath: './overlays/prod' } }],
    }),
  },
};

function workflow(run: string, step: object = {}): Tree {
  return { '.github/workflows/deploy.yaml': stringify({ on: 'push', jobs: { a: { steps: [{ run, ...step }] } } }) };
}

function deployer(apiVersion: string, kind: string, spec: object): string {
  return stringify({ apiVersion, kind, metadata: { name: 'a', namespace: 'a' }, spec });
}

test('an overlay that a pipeline, a script or a tool deploys is checked by itself', async () => {
  let times = 0;
  for (const [by, tree] of Object.entries(MORE_DEPLOYED))
    for (const [hiding, overlay] of Object.entries(HIDING)) {
      const { exitCode } = await runCli(folderWith(PROD, tree, below('overlays/dr', overlay('../prod'))), ['lint']);
      expect([1, 6], `${by}, hidden by ${hiding}`).toContain(exitCode);
      times += 1;
    }
  suite.tell({
    tried:
      'an overlay that a pipeline, a script, Skaffold, Task, just, Config Sync, Rancher Fleet or kapp names, and another one that hides its fault',
    times,
    outcome: 'refused with 1, or not evaluated with 6',
  });
});

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

test('a chart that is named is checked, although a condition of its parent chart turns it off', async () => {
  const parent = (isOn: boolean): Tree => ({
    'app/Chart.yaml': `${CHART}dependencies: [{name: part, version: 1.0.0, condition: part.enabled}]\n`,
    'app/values.yaml': `part: {enabled: ${String(isOn)}}\n`,
    'app/charts/part/Chart.yaml': CHART.replace('name: shop', 'name: part'),
    'app/charts/part/templates/p.yaml': stringify(REFUSED),
    'ns.yaml': stringify(namespaceShop()),
  });
  const ways: readonly { readonly argv: readonly string[]; readonly tree?: Tree }[] = [
    { argv: ['lint', '.', 'app/charts/part'] },
    { argv: ['lint', 'app', 'app/charts/part/'] },
    {
      argv: ['lint'],
      tree: { 'app.yaml': stringify(application({ source: { repoURL: 'https://example.com/a.git', path: 'app/charts/part' } })) },
    },
  ];
  for (const { argv, tree = {} } of ways)
    for (const isOn of [true, false]) {
      const { exitCode, report } = await runCli(folderWith(parent(isOn), tree), argv);
      expect([1, 6], `${argv.join(' ')} ${String(isOn)}: ${JSON.stringify(report?.lint)}`).toContain(exitCode);
    }
  suite.tell({
    tried: 'a chart that the command line or Argo CD names, and that a condition of its parent chart turns off',
    times: ways.length,
    outcome: 'refused with 1, or not evaluated with 6',
  });
});

test('an overlay that was checked before the change is checked after it', async () => {
  let times = 0;
  for (const [hiding, overlay] of Object.entries(HIDING))
    for (const tools of RENDERING) {
      const base = folderWith({ ...PROD, 'overlays/prod/bad.yaml': stringify({ ...REFUSED, spec: { resourceSelectors: SELECTORS } }) });
      const cwd = folderWith(PROD, below('overlays/dr', overlay('../prod')));
      const renamed = folderWith(below('base', atTop(PROD, 'overlays/prod')), below('overlays/dr', overlay('../../base')));
      for (const changed of [cwd, renamed]) {
        const { exitCode } = await runCli(changed, ['lint', '--base-dir', base, ...tools]);
        expect([1, 6], `hidden by ${hiding} ${tools.join(' ')}`).toContain(exitCode);
        times += 1;
      }
    }
  suite.tell({
    tried: 'an overlay that was judged at the base, and that the change makes a base of another one, also with another name',
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
      // A check of all folders deploys none of them.
      ...workflow('for folder in */; do kustomize build "$folder" | kubeconform; done'),
    },
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
  'deploy/web.yaml': stringify(web()),
};
const FILES = ['a.yaml', 'ns.yaml', 'web.yaml'];
const CHART = 'apiVersion: v2\nname: shop\nversion: 1.0.0\n';

/** A file of the folder that the change makes wrong: a placement, or content of one. */
const WRONG: readonly { readonly file: string; readonly wrong: object; readonly patch: string }[] = [
  { file: 'a.yaml', wrong: REFUSED, patch: `${OF_REFUSED}spec: {policy: {clusterNames: null}}\n` },
  {
    file: 'web.yaml',
    wrong: web({ app: 'other' }),
    patch:
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec: {template: {metadata: {labels: {app: web}}}}\n',
  },
];

/** What a change adds to a folder of files so that one of them seems to be something else. */
function taking(file: string, patch: string): Readonly<Record<string, Tree>> {
  const all = FILES;
  const others = { resources: all.filter((each) => each !== file) };
  const [gone] = /^[^]*?metadata: .*\n/.exec(patch) ?? [];
  return {
    'a patch': { 'deploy/kustomization.yaml': stringify({ resources: all, patches: [{ patch }] }) },
    'a patch, and Flux': { 'deploy/kustomization.yaml': stringify({ resources: all, patches: [{ patch }] }), 'app.yaml': flux('./deploy') },
    'a deletion': { 'deploy/kustomization.yaml': stringify({ resources: all, patches: [{ patch: `$patch: delete\n${gone}` }] }) },
    'a patch and a prefix': { 'deploy/kustomization.yaml': stringify({ resources: all, namePrefix: 'p-', patches: [{ patch }] }) },
    'the file as a patch': { 'deploy/kustomization.yaml': stringify({ ...others, patches: [{ path: file }] }) },
    'the file as a patch of nothing': {
      'deploy/kustomization.yaml': stringify({ ...others, patches: [{ path: file, target: { kind: 'Role' } }] }),
    },
    'the file as an old patch': { 'deploy/Kustomization': stringify({ ...others, patchesStrategicMerge: [file] }) },
    'the file as content': {
      'deploy/kustomization.yml': stringify({ ...others, configMapGenerator: [{ name: 'x', namespace: 'shop', files: [file] }] }),
    },
    'the file as variables': { 'deploy/kustomization.yaml': stringify({ ...others, configMapGenerator: [{ name: 'x', envs: [file] }] }) },
    'the file in a Secret': {
      'deploy/kustomization.yaml': stringify({ ...others, secretGenerator: [{ name: 'x', namespace: 'shop', files: [`k=${file}`] }] }),
    },
    'the file as a schema': { 'deploy/kustomization.yaml': stringify({ ...others, openapi: { path: file } }) },
    'the file as a definition': { 'deploy/kustomization.yaml': stringify({ ...others, crds: [file] }) },
    'the file as a configuration': { 'deploy/kustomization.yaml': stringify({ ...others, configurations: [file] }) },
    'the file as a replacement': { 'deploy/kustomization.yaml': stringify({ ...others, replacements: [{ path: file }] }) },
    'the file as a transformer': { 'deploy/kustomization.yaml': stringify({ ...others, transformers: [file] }) },
    'the file as a generator': { 'deploy/kustomization.yaml': stringify({ ...others, generators: [file] }) },
    'the file as values': {
      'deploy/kustomization.yaml': stringify({ ...others, helmCharts: [{ name: 'x', repo: 'https://example.com', valuesFile: file }] }),
    },
    'a kustomization without the file': { 'deploy/kustomization.yaml': stringify(others) },
    'an empty kustomization': { 'deploy/kustomization.yaml': '' },
    'a component': {
      'deploy/kustomization.yaml': stringify({
        apiVersion: 'kustomize.config.k8s.io/v1alpha1',
        kind: 'Component',
        ...others,
        patches: [{ path: file }],
      }),
    },
    'a kustomization at the top': {
      'kustomization.yaml': stringify({ resources: all.map((each) => `deploy/${each}`), patches: [{ patch }] }),
    },
    'a kustomization beside it': {
      'deploy/kustomization.yaml': stringify({ resources: all }),
      'x/kustomization.yaml': stringify({ resources: ['../deploy'], patches: [{ patch }] }),
    },
    'a chart': { 'deploy/Chart.yaml': CHART },
    'a chart that ignores it': { 'deploy/Chart.yaml': CHART, 'deploy/.helmignore': '*\n' },
    'a library chart at the top': { 'Chart.yaml': `${CHART}type: library\n` },
  };
}

test('a kustomization that is added to a folder does not take its files out of the check', async () => {
  let times = 0;
  const wrongs = WRONG.flatMap(({ file, wrong, patch }) =>
    Object.entries(taking(file, patch)).map(([how, tree]) => ({ file, wrong, how, tree })),
  );
  for (const { file, wrong, how, tree } of wrongs)
    for (const paths of suite.whole ? [[], ['deploy']] : [[]])
      for (const tools of RENDERING) {
        const told = `${file}: ${how} ${[...paths, ...tools].join(' ')}`;
        const cwd = folderWith(FOLDER, { [`deploy/${file}`]: stringify(wrong) }, tree);
        const { exitCode, report } = await runCli(cwd, ['lint', ...paths, '--base-dir', folderWith(FOLDER), ...tools]);
        expect([1, 6], `${told}: ${JSON.stringify(report?.lint)}`).toContain(exitCode);
        times += 1;
      }
  suite.tell({
    tried: 'a kustomization or chart that is added to a folder whose files were checked as they are',
    times,
    outcome: 'refused with 1, or not evaluated with 6',
  });
});

/** What a change adds to a folder of files so that files with templates seem to be those of a chart. */
const CHARTS: Readonly<Record<string, Tree>> = {
  'a chart': { 'Chart.yaml': CHART },
  'a chart with a condition': { 'Chart.yaml': CHART, 'templates/_a.tpl': '{{ fail "x" }}' },
  'a chart that ignores it': { 'Chart.yaml': CHART, '.helmignore': '*\n' },
  'a library chart': { 'Chart.yaml': `${CHART}type: library\n` },
};

test('a chart that is added around files does not take them out of the check', async () => {
  let times = 0;
  for (const { file, wrong } of WRONG)
    for (const [how, chart] of Object.entries(CHARTS))
      for (const tools of RENDERING) {
        const moved = Object.fromEntries(
          Object.entries(FOLDER).map(([name, text]) => [name.replace('deploy/', 'deploy/templates/'), text]),
        );
        const cwd = folderWith(moved, { [`deploy/templates/${file}`]: stringify(wrong) }, below('deploy', chart));
        const { exitCode, report } = await runCli(cwd, ['lint', '--base-dir', folderWith(moved), ...tools]);
        expect([1, 6], `${file}: ${how} ${tools.join(' ')} ${JSON.stringify(report?.lint)}`).toContain(exitCode);
        times += 1;
      }
  suite.tell({ tried: 'a chart that is added around a folder of files', times, outcome: 'refused with 1, or not evaluated with 6' });
});

test('a new file that only a new kustomization uses, and that it makes nothing of, is reported', async () => {
  const placement = { ...REFUSED, metadata: { name: 'other' } };
  const workload = { ...web(), metadata: { name: 'other', namespace: 'shop' } };
  let times = 0;
  for (const object of [placement, workload])
    for (const [how, use] of Object.entries({
      'a patch of nothing': { patches: [{ path: 'more.yaml', target: { kind: 'Role' } }] },
      'a schema': { openapi: { path: 'more.yaml' } },
    })) {
      const tree = { 'deploy/more.yaml': stringify(object), 'deploy/kustomization.yaml': stringify({ resources: FILES, ...use }) };
      const { exitCode, report } = await runCli(folderWith(FOLDER, tree), ['lint', '--base-dir', folderWith(FOLDER)]);
      const reported = [...(report?.notes ?? []), ...(report?.lint?.notEvaluated ?? []).map(({ file, reason }) => `${file} ${reason}`)];
      expect(exitCode, `${how} ${JSON.stringify(reported)}`).toBe(object === placement ? 6 : 0);
      expect(reported.filter((text) => text.includes('deploy/more.yaml')).length, `${how} ${JSON.stringify(reported)}`).toBeGreaterThan(0);
      times += 1;
    }
  suite.tell({
    tried: 'a new file beside them that a new kustomization uses only as a patch of nothing or as a schema',
    times,
    outcome: 'a placement was not evaluated with 6, and other content was named in a note',
  });
});

const CONFIG = stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'conf', namespace: 'shop' }, data: { a: 'b' } });

/** Ordinary changes from files to a kustomization. A file without text is deleted. */
const MIGRATIONS: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  labels: { 'deploy/kustomization.yaml': stringify({ resources: FILES, labels: [{ pairs: { team: 'shop' } }] }) },
  'an image and replicas': {
    'deploy/kustomization.yaml': stringify({
      resources: FILES,
      images: [{ name: 'nginx', newTag: '1.28' }],
      replicas: [{ name: 'web', count: 3 }],
    }),
  },
  'a patch of the placement': {
    'deploy/kustomization.yaml': stringify({ resources: FILES, patches: [{ patch: `${OF_REFUSED}spec: {revisionHistoryLimit: 3}\n` }] }),
  },
  'a patch in a file': {
    'deploy/kustomization.yaml': stringify({ resources: FILES, patches: [{ path: 'replicas.yaml' }] }),
    'deploy/replicas.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec: {replicas: 3}\n',
  },
  'the namespace': {
    'deploy/web.yaml': stringify({ ...web(), metadata: { name: 'web' } }),
    'deploy/kustomization.yaml': stringify({ resources: FILES, namespace: 'shop', images: [{ name: 'nginx', newTag: '1.28' }] }),
  },
  'a generator': {
    'deploy/conf.yaml': undefined,
    'deploy/conf.properties': 'a=b\n',
    'deploy/web.yaml': stringify(web({}, { envFrom: [{ configMapRef: { name: 'conf' } }] })),
    'deploy/kustomization.yaml': stringify({
      namespace: 'shop',
      resources: FILES,
      configMapGenerator: [{ name: 'conf', envs: ['conf.properties'] }],
      images: [{ name: 'nginx', newTag: '1.28' }],
    }),
  },
  'a base and an overlay': {
    ...Object.fromEntries(
      FILES.flatMap((file) => [
        [`deploy/${file}`, undefined],
        [`base/${file}`, FOLDER[`deploy/${file}`]],
      ]),
    ),
    'base/kustomization.yaml': stringify({ resources: FILES }),
    'deploy/kustomization.yaml': stringify({ resources: ['../base'], patches: [{ path: 'replicas.yaml' }] }),
    'deploy/replicas.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec: {replicas: 3}\n',
  },
};

test('an ordinary change from files to a kustomization has no finding', async () => {
  let times = 0;
  for (const [what, tree] of Object.entries(MIGRATIONS))
    for (const tools of RENDERING) {
      const base = {
        ...FOLDER,
        'deploy/conf.yaml': CONFIG,
        ...(what === 'a generator' ? { 'deploy/web.yaml': stringify(web({}, { envFrom: [{ configMapRef: { name: 'conf' } }] })) } : {}),
      };
      const head = Object.fromEntries(
        Object.entries({ ...base, ...tree }).flatMap(([file, text]) => (text === undefined ? [] : [[file, text]])),
      );
      const { exitCode, report } = await runCli(folderWith(head), ['lint', '--base-dir', folderWith(base), ...tools]);
      const told = `${what} ${tools.join(' ')} ${JSON.stringify(report?.lint)}`;
      expect(report?.lint?.findings, told).toEqual([]);
      if (tools.length === 0) expect(exitCode, told).toBe(0);
      times += 1;
    }
  const delivered = { 'app.yaml': flux('./deploy') };
  for (const { file, wrong, patch } of WRONG) {
    const patched = folderWith(FOLDER, { [`deploy/${file}`]: stringify(wrong) }, taking(file, patch)['a patch'] ?? {}, delivered);
    expect((await runCli(patched, ['lint', '--base-dir', folderWith(FOLDER, delivered)])).exitCode).toBe(0);
    times += 1;
  }
  suite.tell({ tried: 'ordinary changes from files to a kustomization, and a folder that Flux builds', times, outcome: 'no finding' });
});

/** With the tools of the machine, and without any. */
const RENDERING: readonly (readonly string[])[] = suite.whole ? [[], ['--render-with', 'off']] : [[]];

/** @param labels in place of those that its selector must have @param more fields of its container */
function web(labels: object = {}, more: object = {}): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web', ...labels } },
        spec: { containers: [{ name: 'web', image: 'nginx:1.27', ...more }] },
      },
    },
  };
}

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

function atTop(tree: Tree, folder: string): Tree {
  return Object.fromEntries(Object.entries(tree).map(([file, text]) => [path.posix.relative(folder, file), text]));
}

function folderWith(...trees: readonly Tree[]): string {
  const cwd = temporaryFolder();
  for (const tree of trees) writeTree(cwd, tree);
  return cwd;
}
