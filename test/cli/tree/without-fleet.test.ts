import { existsSync, mkdirSync } from 'node:fs';
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
const NOTE = 'One kustomization was not rendered, because no file in this tree contains an object of KubeFleet.';

/** Runs the program on a tree, and returns whether it has started kustomize. */
async function judge(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = ['lint'],
): Promise<CliRun & { readonly isStarted: boolean }> {
  const folder = temporaryFolder();
  const cwd = join(folder, 'repository');
  writeTree(cwd, files);
  mkdirSync(join(cwd, '.git'));
  writeProgram(join(folder, 'bin/kustomize'), `echo yes > ${folder}/started; exit 1`);
  const ran = await runCli(cwd, args, { env: { PATH: join(folder, 'bin') } });
  return { ...ran, isStarted: existsSync(join(folder, 'started')) };
}

test('kustomizations without KubeFleet are not rendered, and a note says so', async () => {
  const { exitCode, isStarted, report } = await judge(PLAIN);
  expect({ exitCode, isStarted }).toEqual({ exitCode: 0, isStarted: false });
  expect(report?.notes).toContain(NOTE);
  expect(report?.lint?.notEvaluated).toEqual([]);
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
