import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeProgram } from '../../support/process/write-program.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop }\n';
const PLAIN = {
  'app/base/kustomization.yaml': 'resources: [a.yaml]\n',
  'app/base/a.yaml': CONFIG_MAP,
  'app/prod/kustomization.yaml': 'namePrefix: p-\nresources: [../base]\n',
};
const noteOf = (what: string): string =>
  `Not rendered: ${what}, because this tree has no placement, and their files cannot make an object of KubeFleet.`;
const NOTE = noteOf('one kustomization');
const MEMBER = `apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: { name: member-1 }
spec: { identity: { kind: ServiceAccount, name: agent, namespace: fleet-system, apiGroup: '' } }
`;
/** A chart, which computes a kind as many do. */
const CHART = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: chart\nversion: 0.1.0\n',
  'chart/values.yaml': 'kind: Deployment\n',
  'chart/templates/app.yaml': 'apiVersion: apps/v1\nkind: {{ .Values.kind }}\nmetadata: { name: app }\n{{ toYaml .Values.more }}\n',
};

/** Runs the program on a tree, and returns whether it has started kustomize or helm. */
async function judge(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = ['lint'],
): Promise<CliRun & { readonly isStarted: boolean }> {
  const folder = temporaryFolder();
  const cwd = join(folder, 'repository');
  writeTree(cwd, files);
  mkdirSync(join(cwd, '.git'));
  for (const tool of ['kustomize', 'helm']) writeProgram(join(folder, 'bin', tool), `echo yes > ${folder}/started; exit 1`);
  const ran = await runCli(cwd, args, { env: { PATH: join(folder, 'bin') } });
  return { ...ran, isStarted: existsSync(join(folder, 'started')) };
}

test('kustomizations without KubeFleet are not rendered, and a note says so', async () => {
  const { exitCode, isStarted, report } = await judge(PLAIN);
  expect({ exitCode, isStarted }).toEqual({ exitCode: 0, isStarted: false });
  expect(report?.notes).toContain(NOTE);
  expect(report?.lint?.notEvaluated).toEqual([]);
});

const WITHOUT_PLACEMENT: Readonly<Record<string, string>> = {
  'a MemberCluster': MEMBER,
  'a MemberCluster beside other objects': `${CONFIG_MAP}---\n${MEMBER}`,
  'the rights of a role': `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: reader }
rules: [{ apiGroups: [placement.kubernetes-fleet.io], resources: [clusterresourceplacements], verbs: [get] }]
`,
  'a label of KubeFleet': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop, labels: { kubernetes-fleet.io/team: a } }\n',
  'a text about a placement': `${CONFIG_MAP}data: { README: Ask us before you edit a ClusterResourcePlacement of placement.kubernetes-fleet.io. }\n`,
  'the definition of a kind': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: resourceplacements.placement.kubernetes-fleet.io }
spec: { group: placement.kubernetes-fleet.io, names: { kind: ResourcePlacement, plural: resourceplacements }, scope: Namespaced, versions: [] }
`,
};

test.each(Object.entries(WITHOUT_PLACEMENT))('neither kustomizations nor charts are rendered beside %s', async (_, text) => {
  const { exitCode, isStarted, report } = await judge({ ...PLAIN, ...CHART, 'fleet/a.yaml': text });
  expect({ exitCode, isStarted }).toEqual({ exitCode: 0, isStarted: false });
  expect(report?.notes).toContain(noteOf('one kustomization and one chart'));
  expect(report?.lint?.notEvaluated).toEqual([]);
});

test('a chart with all charts that it depends on is not rendered', async () => {
  const files = {
    ...PLAIN,
    ...CHART,
    'chart/Chart.yaml': `${CHART['chart/Chart.yaml']}dependencies: [{ name: part, version: 0.1.0, repository: "https://charts.example.com" }]\n`,
    'chart/charts/part/Chart.yaml': 'apiVersion: v2\nname: part\nversion: 0.1.0\n',
    'chart/charts/part/templates/role.yaml': `kind: Role\nrules:\n- apiGroups:\n  - placement.kubernetes-fleet.io\n  resources: ["*"]\n`,
  };
  const { isStarted, report } = await judge(files);
  expect([isStarted, report?.notes?.includes(noteOf('one kustomization and one chart'))]).toEqual([false, true]);
});

const TYPED_BY_VALUES = 'apiVersion: {{ .Values.version }}\nkind: {{ .Values.kind }}\nmetadata: { name: all }\n';

const RENDERED_CHARTS: readonly (readonly [what: string, files: Readonly<Record<string, string>>])[] = [
  ['a kind that its values have', { 'chart/values.yaml': 'kind: ClusterResourcePlacement\n' }],
  ['a kind that values beside it have', { 'values-prod.yaml': 'kind: ClusterResourcePlacement\n' }],
  [
    'an apiVersion in pieces',
    { 'chart/templates/a.yaml': 'apiVersion: {{ printf "placement.%s-%s.io" "kubernetes" "fleet" }}/v1\nkind: {{ .Values.kind }}\n' },
  ],
  [
    'an apiVersion that it replaces in',
    { 'chart/templates/a.yaml': 'apiVersion: {{ "placement.X-fleet.io/v1" | replace "X" "kubernetes" }}\nkind: {{ .Values.kind }}\n' },
  ],
  ['a placement in another file', { 'chart/files/a.txt': placementYaml('a') }],
  ['an encoded placement', { 'chart/files/a.txt': Buffer.from(placementYaml('a')).toString('base64') }],
  [
    'a chart that it depends on and that is not there',
    { 'chart/requirements.yaml': 'dependencies: [{ name: part, version: 0.1.0, repository: "https://charts.example.com" }]\n' },
  ],
  [
    'values in a ConfigMap',
    {
      'chart/templates/a.yaml': TYPED_BY_VALUES,
      'fleet/a.yaml': `${CONFIG_MAP}data: { version: placement.kubernetes-fleet.io/v1, type: ClusterResourcePlacement }\n`,
    },
  ],
  [
    'values of a HelmRelease',
    {
      'chart/templates/a.yaml': TYPED_BY_VALUES,
      'fleet/a.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: a, namespace: shop }
spec: { chart: { spec: { chart: ./chart } }, values: { version: placement.kubernetes-fleet.io/v1, kind: ClusterResourcePlacement } }
`,
    },
  ],
];

test.each(RENDERED_CHARTS)('a chart is rendered with %s', async (_, files) => {
  const { isStarted, report } = await judge({ ...CHART, 'a.yaml': CONFIG_MAP, ...files });
  expect(isStarted).toBe(true);
  expect(report?.notes ?? []).not.toContain(noteOf('one chart'));
});

test('a chart with a file whose content is not here does not pass', async () => {
  const { exitCode, report } = await judge({
    ...CHART,
    'a.yaml': CONFIG_MAP,
    'chart/templates/a.txt': ELSEWHERE['a pointer of Git LFS'] ?? '',
  });
  expect([exitCode, report?.lint?.notEvaluated.length]).toEqual([6, 1]);
});

/** Runs the program, with a kustomize that prints a text, and returns the folders that it has built. */
async function built(files: Readonly<Record<string, string>>, printed: string): Promise<CliRun & { readonly folders: readonly string[] }> {
  const folder = temporaryFolder();
  const cwd = join(folder, 'repository');
  writeTree(cwd, files);
  writeTree(folder, { printed });
  mkdirSync(join(cwd, '.git'));
  writeProgram(join(folder, 'bin/kustomize'), `/bin/cat "$2/kustomization.yaml" >> ${folder}/started; /bin/cat ${folder}/printed`);
  const ran = await runCli(cwd, ['lint'], { env: { PATH: join(folder, 'bin') } });
  const started = existsSync(join(folder, 'started')) ? readFileSync(join(folder, 'started'), 'utf8') : '';
  const folders = ['app/prod', 'other'].filter((name) => started.includes(`repository/${name}`));
  return { ...ran, folders };
}

const OTHERS: readonly (readonly [what: string, files: Readonly<Record<string, string>>])[] = [
  ['has a MemberCluster', { 'other/kustomization.yaml': 'namePrefix: a-\nresources: [a.yaml]\n', 'other/a.yaml': MEMBER }],
  ['has a transformer', { 'other/kustomization.yaml': 'resources: [a.yaml]\ntransformers: [t.yaml]\n', 'other/t.yaml': CONFIG_MAP }],
  ['adds a label of Azure', { 'other/kustomization.yaml': 'resources: [a.yaml]\ncommonLabels: { fleet.azure.com/managed-by: arm }\n' }],
];

test.each(OTHERS)('only the kustomization that %s is rendered', async (_, files) => {
  const { folders, report } = await built({ ...PLAIN, 'other/a.yaml': CONFIG_MAP, ...files }, CONFIG_MAP);
  expect(folders).toEqual(['other']);
  expect(report?.notes).toContain(NOTE);
});

test.each(OTHERS)('all are rendered if a kustomization that %s makes a placement', async (_, files) => {
  const { folders, report } = await built({ ...PLAIN, 'other/a.yaml': CONFIG_MAP, ...files }, placementYaml('a'));
  expect(folders).toEqual(['app/prod', 'other']);
  expect(report?.notes ?? []).not.toContain(NOTE);
});

test('replacements below other fields create no object of KubeFleet', async () => {
  const replacement = '{source: {kind: ConfigMap}, targets: [{select: {kind: Deployment}, fieldPaths: [spec.replicas]}]}';
  const { isStarted } = await judge({ ...PLAIN, 'app/prod/kustomization.yaml': `resources: [../base]\nreplacements: [${replacement}]\n` });
  expect(isStarted).toBe(false);
});

type Tree = readonly [what: string, files: Readonly<Record<string, string>>, args?: readonly string[]];

const RENDERED: readonly Tree[] = [
  ['a placement elsewhere', { 'fleet/a.yaml': placementYaml('a') }],
  ['an escaped kind', { 'fleet/a.json': JSON.stringify({ kind: 'X' }).replace('X', String.raw`Cluster\u0052esourcePlacement`) }],
  ['a template of a placement', { 'fleet/a.yaml': `kind: ClusterResourcePlacement\nmetadata: {name: {{ x }}}\n` }],
  [
    'a placement in a file that only a kustomization reads',
    {
      'app/prod/kustomization.yaml': 'resources: [../base, a.txt]\n',
      'app/prod/a.txt': placementYaml('a'),
    },
  ],
  [
    'a placement outside the named path',
    { 'other/a.yaml': placementYaml('a'), 'app/prod/kustomization.yaml': 'resources: [../base, ../../other/a.yaml]\n' },
    ['lint', 'app'],
  ],
  [
    'a patch that makes another kind of an object',
    {
      'app/prod/kustomization.yaml':
        'resources: [../base]\npatches: [{target: {kind: ConfigMap}, patch: "[{op: replace, path: /kind, value: ClusterResourcePlacement}]"}]\n',
    },
  ],
  [
    'a replacement that writes an apiVersion',
    {
      'app/prod/kustomization.yaml':
        'resources: [../base]\nreplacements: [{source: {kind: ConfigMap}, targets: [{select: {kind: A}, fieldPaths: [apiVersion]}]}]\n',
    },
  ],
  ['a transformer', { 'app/prod/kustomization.yaml': 'resources: [../base]\ntransformers: [t.yaml]\n', 'app/prod/t.yaml': CONFIG_MAP }],
  ['a request for rendering', {}, ['lint', '--render-with', 'kustomize']],
  ['a configuration that asks for rendering', { '.fleet-gate.yaml': 'render: [{ path: app/prod }]\n' }],
  [
    'only generated objects',
    { 'app/base/a.yaml': '', 'app/prod/kustomization.yaml': 'configMapGenerator: [{name: a, literals: [a=b]}]\n' },
  ],
];

test.each(RENDERED.map(([what, files, args = ['lint']]) => [what, files, args] as const))(
  'everything is rendered with %s',
  async (_, files, args) => {
    const { isStarted, report } = await judge({ ...PLAIN, ...files }, args);
    expect(isStarted).toBe(true);
    expect(report?.notes ?? []).not.toContain(NOTE);
  },
);

test.each([
  ['head', PLAIN, { ...PLAIN, 'fleet/a.yaml': placementYaml('a') }],
  ['base', { ...PLAIN, 'fleet/a.yaml': placementYaml('a') }, PLAIN],
])('both trees are rendered if only one has KubeFleet: the other is the %s', async (_, head, base) => {
  const files = Object.entries(base).map(([name, text]) => [`../base/${name}`, text] as const);
  const { report, isStarted } = await judge({ ...head, ...Object.fromEntries(files) }, ['lint', '--base-dir', '../base']);
  expect(isStarted).toBe(true);
  expect(report?.notes ?? []).not.toContain(NOTE);
});

const ELSEWHERE: Readonly<Record<string, string>> = {
  'a pointer of Git LFS': `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 12345\n`,
  'encrypted by git-crypt': '\0GITCRYPT\0\u{81}\0x',
};

const USES: Readonly<Record<string, string>> = {
  'a resource': 'resources: [../base, p.txt]\n',
  'a patch': 'resources: [../base]\npatches: [{path: p.txt}]\n',
  'a resource beside another fault': 'resources: [../base, p.txt]\nunknownField: a\n',
};

test.each(Object.entries(ELSEWHERE).flatMap(([what, text]) => Object.entries(USES).map(([use, overlay]) => [what, use, text, overlay])))(
  'a file that is %s and %s of a kustomization is named, and does not pass',
  async (what, _, text, overlay) => {
    const files = { ...PLAIN, 'app/prod/kustomization.yaml': overlay, 'app/prod/p.txt': text };
    const { exitCode, isStarted, report } = await judge(files);
    expect({ exitCode, isStarted }).toEqual({ exitCode: 6, isStarted: false });
    expect(report?.notes ?? []).not.toContain(NOTE);
    const [entry, ...others] = report?.lint?.notEvaluated ?? [];
    expect([entry, ...others]).toMatchObject([{ file: 'app/prod/p.txt', line: 1 }]);
    expect(entry?.reason).toContain(`the file is ${what}`);
  },
);

test.each(Object.entries(ELSEWHERE))('data of a Secret that is %s holds no object of KubeFleet', async (_, text) => {
  const overlay = 'resources: [../base]\nsecretGenerator: [{name: a, files: [p.txt]}]\n';
  const { exitCode, report } = await judge({ ...PLAIN, 'app/prod/kustomization.yaml': overlay, 'app/prod/p.txt': text });
  expect([exitCode, report?.notes?.includes(NOTE), report?.lint?.notEvaluated]).toEqual([0, true, []]);
});

test('a kustomization that is encrypted by git-crypt and not named as YAML does not pass', async () => {
  const { exitCode, report } = await judge({
    ...PLAIN,
    'app/prod/kustomization.yaml': 'resources: [../base, ../x]\n',
    'app/x/Kustomization': '\0GITCRYPT\0a',
  });
  expect([exitCode, report?.lint?.notEvaluated.map(({ file }) => file)]).toEqual([6, expect.arrayContaining(['app/x/Kustomization'])]);
});
