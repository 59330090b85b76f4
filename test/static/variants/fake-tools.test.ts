import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readManifests } from '../../../src/static/read/read-manifests.ts';
import type { ReadResult } from '../../../src/static/read/read-result.ts';
import type { RenderOptions } from '../../../src/static/read/render/render-options.ts';
import { HANG_LIMIT } from '../../support/hang-limit.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeProgram } from '../../support/process/write-program.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const KUSTOMIZED = {
  'base/kustomization.yaml': 'resources: [shop.yaml]\n',
  'base/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
  'overlays/prod/kustomization.yaml': 'resources: [../../base]\nnamePrefix: p-\n',
};
const CHART = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'chart/templates/placement.yaml': placementYaml('{{ .Values.name }}'),
};

interface Fake {
  readonly read: (options?: Partial<RenderOptions>) => Promise<ReadResult>;
  readonly folder: string;
}

/** A tree, and programs of these scripts on the PATH. */
function fake(tree: Readonly<Record<string, string>>, programs: Readonly<Record<string, string>>): Fake {
  const folder = temporaryFolder();
  const cwd = join(folder, 'repository');
  writeTree(cwd, tree);
  mkdirSync(join(cwd, '.git'));
  mkdirSync(join(folder, 'bin'));
  for (const [name, script] of Object.entries(programs)) writeProgram(join(folder, 'bin', name), script);
  const env = { PATH: `relative:${join(folder, 'bin')}`, SECRET: 'hunter2', GITHUB_TOKEN: 'hunter2', HOME: folder };
  return { folder, read: (options) => readManifests(['.'], { cwd, render: { what: 'auto', env, ...options } }) };
}

function reasons({ notEvaluated }: ReadResult): readonly string[] {
  return notEvaluated.map(({ file, line, reason, fleetObject }) => `${file}:${line} ${fleetObject === true ? 'fleet ' : ''}${reason}`);
}

describe('without the tool', () => {
  test('an overlay is not checked, nor is a KubeFleet object that it changes', async () => {
    const { manifests, ...read } = await fake({ ...KUSTOMIZED, 'overlays/prod/kustomization.yaml': PATCHING }, {}).read();
    expect(reasons({ manifests, ...read })).toEqual([
      'base/shop.yaml:1 fleet overlays/prod/kustomization.yaml changes this ClusterResourcePlacement; the changes were not checked.',
      'overlays/prod/kustomization.yaml:1 overlays/prod was not rendered, so what it does by patches was not checked: neither kustomize nor kubectl is on the PATH; run: kustomize build overlays/prod',
    ]);
    expect(manifests.map(({ unresolved }) => unresolved)).toEqual([[''], []]);
  });

  test('a kustomization that only lists files and sets a namespace is checked without rendering', async () => {
    const read = await fake({ ...KUSTOMIZED, 'overlays/prod/kustomization.yaml': 'resources: [../../base]\nnamespace: prod\n' }, {}).read();
    expect(reasons(read)).toEqual([]);
    expect(read.manifests.map(({ overlay, object }) => [overlay, object.kind, object.metadata.name])).toEqual([
      ['overlays/prod', 'ClusterResourcePlacement', 'shop'],
      ['overlays/prod', 'Namespace', 'prod'],
    ]);
  });

  test('two overlays that share a base and set namespaces are not checked, because the base is in both', async () => {
    const overlay = (namespace: string): string => `resources: [../../base]\nnamespace: ${namespace}\n`;
    const read = await fake(
      { ...KUSTOMIZED, 'overlays/prod/kustomization.yaml': overlay('prod'), 'overlays/dev/kustomization.yaml': overlay('dev') },
      {},
    ).read();
    expect(reasons(read).map((reason) => reason.replace(/, so .*/, ''))).toEqual([
      'overlays/dev/kustomization.yaml:1 overlays/dev was not rendered',
      'overlays/prod/kustomization.yaml:1 overlays/prod was not rendered',
    ]);
  });

  test('a file that a kustomization lists in a field as Go reads it is not checked', async () => {
    const read = await fake({ 'kustomization.yaml': 'Resources: [placement.txt]\n', 'placement.txt': placementYaml('shop') }, {}).read();
    expect(reasons(read)).toEqual([expect.stringMatching(/^kustomization\.yaml:1 fleet .*it has a field "Resources"/)]);
  });

  test.each(['Chart.yaml', 'requirements.yaml'])(
    'the charts that a chart names in %s, and that they name, are not checked',
    async (file) => {
      const chart = (name: string, path: string): Readonly<Record<string, string>> => ({
        [`${name}/Chart.yaml`]: `name: ${name}\nversion: 1.0.0\n`,
        [`${name}/${file}`]: `name: ${name}\nversion: 1.0.0\ndependencies:\n  - { name: x, version: 1.0.0, repository: "file://${path}" }\n`,
      });
      const library = 'name: lib\nversion: 1.0.0\ntype: library\ndependencies: [{ repository: "file://../shop" }]\n';
      const tree = { ...chart('shop', '../mid'), ...chart('mid', '../lib'), 'lib/Chart.yaml': library };
      const template = `{{ define "x" }}\n${placementYaml('shop')}{{ end }}\n`;
      const read = await fake({ ...tree, 'lib/templates/_x.tpl': template }, {}).read();
      expect(reasons(read)).toContainEqual(expect.stringMatching(/^lib\/templates\/_x\.tpl:1 fleet shop was not rendered/));
    },
  );

  test('a chart is not checked', async () => {
    expect(reasons(await fake(CHART, {}).read())).toEqual([
      'chart/templates/placement.yaml:1 fleet chart was not rendered, so what it deploys was not checked: helm is not on the PATH; run: helm template chart',
    ]);
  });
});

test.each([
  ['chart/templates/p.tpl', '\0GITCRYPT\0a', ''],
  ['chart/charts/fleet/templates/p.txt', 'version https://git-lfs.github.com/spec/v1\n', ''],
  ['chart/raw/p.txt', 'version https://git-lfs.github.com/spec/v1\n', '{{ .Files.Get "raw/p.txt" }}\n'],
])(
  'a chart that is not rendered has %s, whose content is not in the checkout, as a possible KubeFleet object',
  async (name, text, template) => {
    const chart = { 'chart/Chart.yaml': 'apiVersion: v2\nname: chart\nversion: 0.1.0\n', 'chart/templates/a.yaml': template };
    const named = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
      (await fake({ ...chart, ...files }, {}).read()).notEvaluated.map(({ file, fleetObject }) => `${file} ${String(fleetObject)}`);
    // A file that a template reads is also named as one whose content is elsewhere.
    expect(await named({ [name]: text })).toEqual([...(template === '' ? [] : [`${name} undefined`]), `${name} true`]);
    expect(await named({ [name]: 'kind: ConfigMap\n', 'chart/README.md': text })).toEqual(['chart/Chart.yaml undefined']);
  },
);

const PATCHING = `resources: [../../base]
patches:
  - target: {kind: ClusterResourcePlacement}
    patch: '[{"op": "remove", "path": "/spec/policy"}]'
`;

describe('a tool that', () => {
  const failing: readonly (readonly [what: string, script: string, why: string])[] = [
    [
      'fails',
      'echo "a warning" >&2; echo "Error: no such patch in $PWD" >&2; echo "more" >&2; exit 1',
      'kustomize says: Error: no such patch in ',
    ],
    ['fails without a word', 'exit 3', 'kustomize says: it failed without a message'],
    ['prints no objects', 'echo "Hello: world"', 'kustomize printed a document that is not a Kubernetes object'],
    ['prints no YAML', `echo 'kind: [}'`, 'kustomize printed a document that is not a Kubernetes object'],
    ['floods standard output', 'while :; do echo "apiVersion: v1"; done', 'kustomize wrote more than 100000 bytes, which is the limit'],
  ];
  test.each(failing)('%s is reported with its own message', async (_, script, why) => {
    const limits = { timeout: HANG_LIMIT, total: HANG_LIMIT, maxOutput: 100_000, maxMemory: 2 ** 31 };
    const read = await fake(KUSTOMIZED, { kustomize: script }).read({ limits });
    expect(reasons(read).at(-1)).toContain(
      `overlays/prod/kustomization.yaml:1 fleet overlays/prod was not rendered, so what it deploys was not checked: ${why}`,
    );
    expect(reasons(read).at(-1)).toMatch(/; run: kustomize build overlays\/prod$/);
  });

  test.each([
    ['kustomize', 'kustomize build overlays/prod'],
    ['kubectl', 'kubectl kustomize overlays/prod'],
  ])('hangs is stopped at its time limit, and its own command is given: %s', async (program, command) => {
    const read = await fake(KUSTOMIZED, { [program]: '/bin/sleep 600' }).read({
      limits: { timeout: 1500, total: HANG_LIMIT, maxOutput: 1000, maxMemory: 2 ** 31 },
    });
    expect(reasons(read).at(-1)).toBe(
      `overlays/prod/kustomization.yaml:1 fleet overlays/prod was not rendered, so what it deploys was not checked: ${program} took longer than 1.5 s; run: ${command}`,
    );
  });

  test('floods standard error has its message cut', async () => {
    const script = 'i=0; while [ $i -lt 5000 ]; do echo "Error: on and on and on and on and on and on" >&2; i=$((i+1)); done; exit 1';
    expect(reasons(await fake(KUSTOMIZED, { kustomize: script }).read()).at(-1)).toContain('kustomize says: Error: on and on');
  });

  test('writes too much is killed, with the processes that it started', async () => {
    const { read, folder } = fake(KUSTOMIZED, {});
    const pids = join(folder, 'pids');
    writeProgram(join(folder, 'bin/kustomize'), `/bin/sleep 600 & echo $! >> ${pids}; echo $$ >> ${pids}; while :; do echo on; done`);
    await read({ limits: { timeout: HANG_LIMIT, total: HANG_LIMIT, maxOutput: 1000, maxMemory: 2 ** 31 } });
    const started = readFileSync(pids, 'utf8').trim().split('\n');
    expect(started).toHaveLength(2);
    await expect.poll(() => started.filter(isAlive)).toEqual([]);
  });

  test('is not started any more once the total time is used up', async () => {
    const { read, folder } = fake({ ...KUSTOMIZED, 'overlays/dev/kustomization.yaml': KUSTOMIZED['overlays/prod/kustomization.yaml'] }, {});
    writeProgram(join(folder, 'bin/kustomize'), `echo x >> ${join(folder, 'started')}; exit 1`);
    const result = await read({ limits: { timeout: HANG_LIMIT, total: 0, maxOutput: 1000, maxMemory: 2 ** 31 } });
    expect(
      reasons(result).filter((reason) => reason.includes('was not started, because all renderings together took longer than 0 s')),
    ).toHaveLength(2);
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });
});

test('a tool that cannot be started is treated as missing: a kustomization that needs none is checked without it', async () => {
  const broken = (tree: Readonly<Record<string, string>>): Promise<ReadResult> => {
    const { read, folder } = fake(tree, { kustomize: '' });
    writeFileSync(join(folder, 'bin/kustomize'), '#!/nowhere/sh\n');
    return read();
  };
  expect(reasons(await broken(KUSTOMIZED)).at(-1)).toContain(
    'overlays/prod was not rendered, so what it does by namePrefix was not checked: kustomize cannot be started (ENOENT)',
  );
  expect(reasons(await broken({ ...KUSTOMIZED, 'overlays/prod/kustomization.yaml': 'resources: [../../base]\n' }))).toEqual([]);
});

test('an object that helm also creates for tests is checked, and one that is only for tests is not', async () => {
  const hook = (events: string): string =>
    placementYaml('shop').replace('metadata:\n', `metadata:\n  annotations: { helm.sh/hook: "${events}" }\n`);
  for (const [events, times] of [
    ['test', 0],
    ['test-success, Test', 0],
    ['pre-install, test', 1],
  ] as const) {
    const output = `---\n# Source: shop/templates/placement.yaml\n${hook(events)}`;
    const { manifests } = await fake(CHART, { helm: `case "$*" in *--skip-tests*) exit 1;; esac; printf '%s' '${output}'` }).read();
    expect([events, manifests.map(({ object }) => object.kind)]).toEqual([
      events,
      Array.from({ length: times }, () => 'ClusterResourcePlacement'),
    ]);
  }
});

test('a list of a chart, which helm looks up as kubectl does, is known by its template', async () => {
  const item = 'items: [{ apiVersion: v1, kind: ConfigMap, metadata: { name: web } }]';
  const output = `---\n# Source: shop/templates/list.yaml\napiVersion: v1\nkind: Lisst\n${item}\n`;
  const files = { ...CHART, 'chart/templates/list.yaml': `apiVersion: v1\nkind: Lis{{ "" }}st\n${item}\n` };
  const { manifests } = await fake(files, { helm: `printf '%s' '${output}'` }).read();
  expect(manifests.map(({ list }) => [list?.kind, list?.locate('/kind').file])).toEqual([['Lisst', 'chart/templates/list.yaml']]);
});

test('a file of a chart with a placement is named if a template can read it and helm does not bring it', async () => {
  const files = {
    'chart/Chart.yaml': 'apiVersion: v2\nname: chart\nversion: 0.1.0\n',
    'chart/values.yaml': 'on: false\n',
    'chart/templates/a.yaml': '{{ if .Values.on }}{{ .Files.Get "raw/b.txt" }}{{ end }}\n',
    'chart/raw/b.txt': placementYaml('shop'),
  };
  const [nothing, brought] = ['', `---\n# Source: chart/templates/a.yaml\n${placementYaml('shop')}`];
  const read = async (output: string): Promise<readonly string[]> =>
    reasons(await fake(files, { helm: `printf '%s' '${output}'` }).read()).filter((reason) => reason.includes('raw/b.txt'));
  expect(await read(nothing)).toEqual([
    'chart/raw/b.txt:1 It names KubeFleet kinds, but helm template chart does not produce a KubeFleet object from it.',
  ]);
  expect(await read(brought)).toEqual([]);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['a chart', { 'chart/templates/s.yaml': 'a: {{ .Files.Get "files/a.conf" }}\n' }, 'helm'],
  ['a chart in it', { 'chart/charts/b/Chart.yaml': 'name: b\nversion: 1.0.0\n', 'chart/templates/s.yaml': 'a: {{ .Files }}\n' }, 'helm'],
  ['a chart with other values', { 'chart/values-b.yaml': 'b: hunter2-Xk9q8\n', 'chart/templates/s.yaml': '{{ .Files }}\n' }, 'helm'],
  ['a chart of a kustomization', { 'kustomization.yaml': 'helmCharts: [{ name: chart }]\nhelmGlobals: { chartHome: . }\n' }, 'kustomize'],
])('an error of %s is shown without the texts of files that its templates read', async (_, more, tool) => {
  const text = 'bind a\nrequirepass hunter2-Xk9q8\n';
  const files = { ...CHART, 'chart/files/a.conf': text, 'chart/charts/b/files/a.conf': text, ...more };
  const says = 'echo "Error: at c: cannot parse \\"requirepass hunter2-Xk9q8\\" and hunter2-Xk9q8" >&2; exit 1';
  const entry = { path: '.', tool: 'kustomize', args: ['--enable-helm'], place: '.fleet-gate.yaml:1' } as const;
  const read = await fake(files, { helm: says, kustomize: says }).read(tool === 'helm' ? {} : { what: [entry] });
  const said = reasons(read).filter((reason) => reason.includes(`${tool} says: Error: at c: cannot parse`));
  expect(said).not.toEqual([]);
  expect(said.join('\n')).not.toContain('hunter2-Xk9q8');
});

test('an object of a chart that a HelmRelease patches after it is rendered is not checked', async () => {
  const release = (kind: string): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: shop, namespace: flux-system }
spec:
  chart: { spec: { chart: ./chart, sourceRef: { kind: GitRepository, name: apps } } }
  postRenderers: [{ kustomize: { patches: [{ target: { kind: ${kind} }, patch: "[{ op: remove, path: /spec/policy }]" }] } }]
`;
  const helm = `printf '%s' '---\n# Source: shop/templates/placement.yaml\n${placementYaml('shop')}'`;
  const patched = await fake({ ...CHART, 'release.yaml': release('ClusterResourcePlacement') }, { helm }).read();
  expect(reasons(patched)).toContainEqual(
    expect.stringMatching(/^chart\/templates\/placement\.yaml:1 fleet release\.yaml changes this ClusterResourcePlacement;/),
  );
  const other = await fake({ ...CHART, 'release.yaml': release('Deployment') }, { helm }).read();
  expect(reasons(other).filter((reason) => reason.includes(' fleet '))).toEqual([]);
});

test('a fault in the text of a chart has the line of its template, and that of the whole output', async () => {
  const service = (before: string): string =>
    `${before}apiVersion: v1\nkind: Service\nmetadata: { name: shop }\nspec:\n  type: ClusterIP\n  ports: []\n  type: NodePort\n`;
  const printed = `---\n# Source: shop/templates/placement.yaml\n${placementYaml('shop')}---\n# Source: shop/templates/service.yaml\n${service('')}`;
  const faultsOf = async (template: string): Promise<unknown> => {
    const files = { ...CHART, 'chart/templates/service.yaml': template };
    const { problems } = await fake(files, { helm: `printf '%s' '${printed}'` }).read();
    return problems.map(({ file, line, message }) => [`${file}:${line}`, message]);
  };
  const start = printed.slice(0, printed.indexOf('apiVersion: v1')).split('\n').length;
  const said = (line: number): string =>
    `The key "type" is in this mapping twice, first on line ${line} (line ${start + 6} of what \`helm template chart\` prints).`;
  expect(await faultsOf(service('{{ if .Values.a }}\n\n'))).toEqual([['chart/templates/service.yaml:9', said(7)]]);
  // The template has no line like the second one.
  const loop = service('').replace('  type: NodePort\n', '{{ range .Values.types }}\n  type: {{ . }}\n{{ end }}');
  expect(await faultsOf(loop)).toEqual([['chart/templates/service.yaml:1', said(5)]]);
});

test('a placement of a chart is not checked if a deployer gives it other values', async () => {
  const files = { ...CHART, 'chart/templates/placement.yaml': `{{ if .Values.enabled }}\n${placementYaml('shop')}{{ end }}` };
  const helm = `printf '%s' '---\n# Source: shop/templates/placement.yaml\n${placementYaml('shop')}'`;
  const fleetFiles = async (name: string, text: string): Promise<readonly string[]> =>
    (await fake({ ...files, [name]: text }, { helm }).read()).notEvaluated.flatMap(({ file, fleetObject }) =>
      fleetObject === true ? [file] : [],
    );
  const release = (values: string): string =>
    `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: shop, namespace: flux-system }\nspec:\n  chart: { spec: { chart: ./chart, sourceRef: { kind: GitRepository, name: apps } } }\n  ${values}\n`;
  const application = (helmFields: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: shop, namespace: argocd }\nspec:\n  source: { repoURL: "https://example.com/apps", path: chart, helm: ${helmFields} }\n`;
  for (const [name, text, isOpen] of [
    ['release.yaml', release('values: { enabled: false }'), true],
    ['release.yaml', release('values: { image: a }'), false],
    ['release.yaml', release('valuesFrom: [{ kind: ConfigMap, name: values }]'), true],
    ['release.yaml', release('releaseName: a'), false],
    ['app.yaml', application('{ parameters: [{ name: enabled, value: "no" }] }'), true],
    ['app.yaml', application('{ valueFiles: [values.yaml] }'), false],
    ['helmfile.yaml', 'releases: [{ name: shop, chart: ./chart, values: [{ enabled: false }] }]\n', true],
    ['helmfile.yaml', 'releases: [{ name: shop, chart: ./chart, values: [{ image: a }] }]\n', false],
  ] as const)
    expect([text, await fleetFiles(name, text)]).toEqual([text, isOpen ? [name] : []]);
});

test('an old kustomize reports no origins, so its objects are found by their identity', async () => {
  const { read, folder } = fake(KUSTOMIZED, {});
  writeTree(folder, {
    'printed.yaml': `${placementYaml('p-shop')}---\n${namespaceYaml('p-shop')}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: made}\n`,
  });
  const script = `if /bin/grep -q buildMetadata "$2/kustomization.yaml"; then echo "Error: unknown field" >&2; exit 1; fi; /bin/cat ${folder}/printed.yaml`;
  writeProgram(join(folder, 'bin/kustomize'), script);
  const { manifests, notEvaluated } = await read();
  expect(notEvaluated).toEqual([]);
  expect(manifests.map(({ object, file }) => [object.kind, file])).toEqual([
    ['ClusterResourcePlacement', 'base/shop.yaml'],
    ['Namespace', 'base/shop.yaml'],
    ['ConfigMap', 'overlays/prod/kustomization.yaml'],
  ]);
  const [placement] = manifests;
  expect([placement?.locate('/spec').line, placement?.locate('/metadata/name').file]).toEqual([6, 'overlays/prod/kustomization.yaml']);
});

test('the output of a tool about a Secret is never quoted', async () => {
  const { read, folder } = fake(KUSTOMIZED, {});
  const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {password: hunter2}\n';
  const envelope =
    'apiVersion: placement.kubernetes-fleet.io/v1beta1\nkind: ResourceEnvelope\nmetadata: {name: e}\ndata:\n  s: {kind: Secret, stringData: {password: hunter2}}\n  c: {kind: ConfigMap}\n';
  writeTree(folder, { 'printed.yaml': `${secret}---\n${envelope}` });
  writeProgram(join(folder, 'bin/kustomize'), `/bin/cat ${folder}/printed.yaml`);
  const { manifests } = await read();
  const quotes = manifests.flatMap(({ rendered }) =>
    ['', '/stringData/password', '/data', '/data/s/stringData/password', '/data/c'].map((at) => rendered?.quote(at)),
  );
  expect(JSON.stringify(quotes)).not.toContain('hunter2');
  expect(quotes.at(-1)).toBe('data.c: {"kind":"ConfigMap"}');
});

describe('a tool gets', () => {
  const record = (folder: string): string =>
    `/usr/bin/env > ${folder}/env; echo "$0 $*" >> ${folder}/arguments; echo 'apiVersion: v1'; echo 'kind: List'; echo 'items: []'`;

  test('an environment without secrets, network, plugins or settings', async () => {
    const { read, folder } = fake(KUSTOMIZED, {});
    writeProgram(join(folder, 'bin/kustomize'), record(folder));
    await read();
    const env = Object.fromEntries(
      readFileSync(join(folder, 'env'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    );
    expect(JSON.stringify(env)).not.toContain('hunter2');
    expect(env).toMatchObject({
      PATH: join(folder, 'bin'),
      HTTPS_PROXY: 'http://127.0.0.1:9',
      GIT_ALLOW_PROTOCOL: 'none',
      KUBECONFIG: '/dev/null',
    });
    expect(env['HELM_PLUGINS']).toContain(join(tmpdir(), 'fleet-gate-render-'));
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('fleet-gate-render-') && env['HELM_PLUGINS']?.includes(name))).toEqual(
      [],
    );
  });

  test('its subcommand: kubectl replaces kustomize', async () => {
    const { read, folder } = fake({ ...KUSTOMIZED, ...CHART }, {});
    for (const name of ['kubectl', 'helm']) writeProgram(join(folder, 'bin', name), record(folder));
    await read();
    const lines = readFileSync(join(folder, 'arguments'), 'utf8').trim().split('\n').toSorted();
    expect(lines.map((line) => line.replace(/(?:\/\S*)?fleet-gate-\S*\//g, '').replace(/ --api-versions=.*/, ''))).toEqual([
      'helm template another-name chart --namespace=another --include-crds',
      'helm template release-name chart --namespace=default --include-crds',
      'kubectl kustomize 1',
    ]);
  });

  test('no access to a program in a relative folder of the PATH', async () => {
    const { read, folder } = fake(KUSTOMIZED, {});
    writeProgram(join(folder, 'repository/relative/kustomize'), `echo x > ${folder}/started`);
    await read();
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });

  test('only regular files to run', async () => {
    const { read, folder } = fake(KUSTOMIZED, {});
    mkdirSync(join(folder, 'bin/kustomize'));
    writeFileSync(join(folder, 'bin/kubectl'), '');
    expect(reasons(await read()).at(-1)).toContain('neither kustomize nor kubectl is on the PATH');
  });
});

test('disabled rendering is reported', async () => {
  const { read, folder } = fake({ ...KUSTOMIZED, ...CHART }, {});
  writeProgram(join(folder, 'bin/kustomize'), `echo x > ${folder}/started`);
  const result = await read({ what: 'off' });
  expect(reasons(result).filter((reason) => reason.includes('rendering is off'))).toHaveLength(2);
  expect(existsSync(join(folder, 'started'))).toBe(false);
});

test('only the requested tool is used', async () => {
  const { read } = fake({ ...KUSTOMIZED, ...CHART }, { kustomize: 'exit 1', helm: 'exit 1' });
  expect(
    reasons(await read({ only: { tool: 'helm', by: 'someone' } })).filter((reason) => reason.includes('someone does not include it')),
  ).toHaveLength(1);
  expect(reasons(await read({ only: { tool: 'helm', by: 'someone' } })).filter((reason) => reason.includes('helm says'))).toHaveLength(1);
});

function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}
