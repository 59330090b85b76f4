import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { type Command, COMMANDS } from '../../../src/settings/commands.ts';
import { isForCommand, SETTING_NAMES, type SettingName, SETTINGS } from '../../../src/settings/settings.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeProgram } from '../../support/process/write-program.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const SECRET = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, hunter2: 1, hunter2: 2}\n';
const CLUSTERS = 'apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: east}\n';

interface Attack {
  readonly tree: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  readonly git?: boolean;
}

async function started({ tree, links = {}, argv = ['lint'], git = true }: Attack): Promise<string> {
  const top = temporaryFolder();
  const cwd = path.join(top, 'repository');
  writeTree(top, { 'outside/a.yaml': SECRET, 'outside/clusters.yaml': CLUSTERS });
  writeTree(cwd, { 'a.yaml': namespaceYaml('shop'), ...(git ? { '.git/config': 'extraheader: hunter2\n' } : {}), ...tree });
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    symlinkSync(target, path.join(cwd, name));
  }
  const io = fakeIo({ cwd });
  const ended = await run(argv, io).then(
    ({ exitCode }) => String(exitCode),
    (error: unknown) => (error as Error).message,
  );
  return `${ended}\n${io.out()}${io.err()}`;
}

// SECURITY.md: The tree cannot make the Action read outside the repository
describe('a check of a tree reads nothing outside of its repository', () => {
  const away = 'leads out of the repository';
  test.each<[string, Attack, string]>([
    ['by a path', { tree: { '.fleet-gate.yaml': 'paths: [../outside]\n' } }, `paths in .fleet-gate.yaml: ../outside ${away}`],
    ['by an absolute path', { tree: { '.fleet-gate.yaml': 'paths: [/etc]\n' } }, `paths in .fleet-gate.yaml: /etc ${away}`],
    [
      'by a path that is a link',
      { tree: { '.fleet-gate.yaml': 'paths: [x]\n' }, links: { x: '../outside' } },
      `paths in .fleet-gate.yaml: x ${away}`,
    ],
    ['by a path below a link', { tree: { '.fleet-gate.yaml': 'paths: [x/a.yaml]\n' }, links: { x: '../outside' } }, `x/a.yaml ${away}`],
    ['without git', { tree: { '.fleet-gate.yaml': 'paths: [../outside]\n' }, git: false }, `../outside ${away}`],
    [
      'by its clusters',
      { tree: { '.fleet-gate.yaml': 'clusters: ../outside/clusters.yaml\n' } },
      `clusters in .fleet-gate.yaml: ../outside/clusters.yaml ${away}`,
    ],
    [
      'by its clusters, a link',
      { tree: { '.fleet-gate.yaml': 'clusters: c.yaml\n' }, links: { 'c.yaml': '../outside/clusters.yaml' } },
      `c.yaml ${away}`,
    ],
    ['by a configuration that is a link', { tree: {}, links: { '.fleet-gate.yaml': '../outside/a.yaml' } }, `.fleet-gate.yaml ${away}`],
    [
      'by a configuration named and a link',
      { tree: {}, links: { 'ci.yaml': '../outside/a.yaml' }, argv: ['lint', '--config', 'ci.yaml'] },
      `ci.yaml ${away}`,
    ],
    ['by a link where a folder was named', { tree: {}, links: { deploy: '../outside' }, argv: ['lint', 'deploy'] }, `deploy ${away}`],
    [
      'by a link of another checkout',
      { tree: { 'pr/.git/HEAD': '', 'b.yaml': SECRET }, links: { 'pr/b.yaml': '../b.yaml' }, argv: ['lint', 'pr/b.yaml'] },
      `pr/b.yaml ${away}`,
    ],
    [
      'by the files of git',
      { tree: { '.fleet-gate.yaml': 'paths: [.git/config]\n' } },
      "paths in .fleet-gate.yaml: .git/config is one of git's own files",
    ],
    [
      'by a link to the files of git',
      { tree: { '.fleet-gate.yaml': 'clusters: c\n' }, links: { c: '.git/config' } },
      "c is one of git's own files",
    ],
  ])('%s', async (_, attack, said) => {
    const told = await started(attack);
    expect(told).toContain(said);
    expect(told).not.toContain('hunter');
  });

  // Kubeconfigs are the user's own, and a writer checks what it writes.
  const paths = SETTING_NAMES.filter(
    (name) =>
      ['file', 'files', 'folder'].includes(SETTINGS[name].value.kind) &&
      SETTINGS[name].flag !== undefined &&
      !['kubeconfig', 'member-kubeconfig', 'out'].includes(name),
  );
  const commandOf = (name: SettingName): Command => COMMANDS.find((command) => isForCommand(SETTINGS[name], command)) ?? 'lint';

  test.each(paths)('by a link that a flag names: --%s', async (name) => {
    const argv = [commandOf(name), `--${name}=x`];
    const links = { x: '../outside', y: '../outside/a.yaml' };
    for (const given of [argv, [argv[0] ?? '', `--${name}=./y`], [argv[0] ?? '', `--${name}=x/a.yaml`]])
      expect(await started({ tree: {}, links, argv: given }), given.join(' ')).toContain(`--${name} ${given[1]?.split('=')[1]} ${away}`);
    for (const given of ['x', '../outside', 'a.yaml']) {
      const told = await started({ tree: {}, links: { x: 'a.yaml' }, argv: [argv[0] ?? '', `--${name}=${given}`] });
      expect(told, given).not.toContain(away);
    }
  });

  test('and without a repository follows the links of the user', async () => {
    const argv = ['lint', '--clusters=x'];
    expect(await started({ tree: {}, links: { x: '../outside/clusters.yaml' }, argv, git: false })).not.toContain(away);
  });

  test('by a file with a secret', async () => {
    for (const flag of ['webhook', 'webhook-key']) {
      const argv = ['watch', '--once', '--kubeconfig=k', '--webhook=https://example.invalid', `--${flag}=@x`];
      const told = await started({
        tree: {},
        links: { x: '../outside/a.yaml' },
        argv: argv.filter((each) => !each.startsWith(`--${flag}=h`)),
      });
      expect(told, flag).toContain(`--${flag} x ${away}`);
    }
  });

  test('by a folder of workflows that is a link', async () => {
    const workflow =
      'on: push\njobs: {a: {steps: [{uses: azure/aks-set-context@v4, with: {resource-type: Microsoft.ContainerService/fleets}}]}}\n';
    const tree = { 'p.yaml': placementYaml('shop'), '../outside/.github/workflows/a.yaml': workflow };
    expect(await started({ tree: { ...tree, '.github/workflows/a.yaml': workflow } })).toContain('deploys to a fleet of Azure');
    for (const links of [{ '.github': '../outside/.github' }, { '.github/workflows': '../../outside/.github/workflows' }])
      expect(await started({ tree, links })).not.toContain('deploys to a fleet of Azure');
  });

  test('and reads what is in it, or was named by the user', async () => {
    const inside = { tree: { 'sub/.fleet-gate.yaml': 'paths: [../a.yaml]\nclusters: ../c.yaml\n', 'c.yaml': CLUSTERS } };
    expect(await started({ ...inside, argv: ['lint', '--config', 'sub/.fleet-gate.yaml'] })).toMatch(/^0\n/);
    expect(await started({ tree: {}, argv: ['lint', '../outside'] })).toContain('hunter');
    const elsewhere = { tree: {}, argv: ['lint', '--config', '../ops.yaml'] };
    expect(await started(elsewhere)).toContain('no such file');
  });

  test('and a configuration of the user in another place can name any file', async () => {
    const top = temporaryFolder();
    writeTree(top, { 'repository/.git/HEAD': '', 'repository/a.yaml': namespaceYaml('shop'), 'outside/b.yaml': namespaceYaml('b') });
    writeFileSync(path.join(top, 'ops.yaml'), 'paths: [outside]\n');
    const io = fakeIo({ cwd: path.join(top, 'repository') });
    expect((await run(['lint', '--config', '../ops.yaml'], io)).exitCode).toBe(0);
  });
});

test('the base of a workspace that is part of a repository has the same limit', async () => {
  const repository = gitRepository({
    'work/a.yaml': namespaceYaml('shop'),
    'work/k/kustomization.yaml': 'resources: [../../outside]\n',
    'outside/kustomization.yaml': 'resources: [secret.yaml]\n',
    'outside/secret.yaml': placementYaml('hunter2'),
  });
  const tools = path.join(temporaryFolder(), 'bin');
  writeProgram(path.join(tools, 'kustomize'), `cat <<'EOF'\n${placementYaml('hunter2')}\nEOF`);
  repository.remove('work/k');
  const cwd = path.join(repository.dir, 'work');
  const told = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const { out, err } = await runCli(cwd, ['lint', '.', '--base', 'HEAD'], {
      env: { PATH: `${tools}:${process.env['PATH'] ?? ''}`, ...env },
    });
    return `${out}${err}`;
  };
  expect(await told({})).toContain('hunter2');
  expect(await told({ GITHUB_WORKSPACE: cwd })).not.toContain('hunter2');
});

// SECURITY.md: The tree cannot make the Action read outside the repository
test.each([
  ['lint', '../other/link'],
  ['lint', '../other/link/a.yaml'],
  ['lint', '../other/file.yaml'],
  ['lint', '../other/checkout'],
  ['lint', 'a.yaml', '--config', '../other/file.yaml'],
  ['lint', 'a.yaml', '--crds', '../other/link'],
  ['lint', 'a.yaml', '--policies', '../other/file.yaml'],
])('nor does a link of another checkout lead out of it: %s', async (...argv) => {
  const top = temporaryFolder();
  const [cwd, other] = [path.join(top, 'repository'), path.join(top, 'other')];
  writeTree(top, { 'outside/a.yaml': SECRET, 'third/.git/config': '', 'third/a.yaml': SECRET });
  for (const tree of [cwd, other]) writeTree(tree, { 'a.yaml': namespaceYaml('shop'), '.git/config': 'hunter2' });
  for (const [name, target] of Object.entries({ link: '../outside', 'file.yaml': '../outside/a.yaml', checkout: '../third' }))
    symlinkSync(target, path.join(other, name));
  await expect(run(argv, fakeIo({ cwd }))).rejects.toThrow('leads out of the repository');
  await expect(run(['lint', '../other/a.yaml', '--config', '../other/.git/config'], fakeIo({ cwd }))).rejects.toThrow("git's own files");
  expect((await run(['lint', '../other/a.yaml'], fakeIo({ cwd }))).exitCode).toBe(0);
});

/** Objects of Flux and Argo CD that deploy a folder. */
const DEPLOYERS: readonly ((folder: string) => object)[] = [
  (folder) => ({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'd', namespace: 'flux-system' },
    spec: { path: folder, sourceRef: { kind: 'GitRepository', name: 'r' }, interval: '1m' },
  }),
  (folder) => ({
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'd', namespace: 'flux-system' },
    spec: { chart: { spec: { chart: folder, sourceRef: { kind: 'GitRepository', name: 'r' } } }, interval: '1m' },
  }),
  (folder) => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'd', namespace: 'argocd' },
    spec: { source: { repoURL: 'https://example.invalid/r.git', path: folder }, destination: { name: 'hub' }, project: 'default' },
  }),
];

// SECURITY.md: The tree cannot make the Action read outside the repository
test.each(['../outside', 'deploy/../../outside', '/../outside', 'linked', 'linked/deep', 'linked-checkout', '.git/modules'])(
  'nor does a folder that Flux or Argo CD deploys: %s',
  async (folder) => {
    for (const deployer of DEPLOYERS) {
      const said: string[] = [];
      for (const text of [placementYaml('hunter2'), 'nothing: here\n']) {
        const top = temporaryFolder();
        const cwd = path.join(top, 'repository');
        writeTree(top, { 'outside/deep/a.yaml': text, 'checkout/a.yaml': text, 'checkout/.git/HEAD': '' });
        writeTree(cwd, {
          'deploy/a.yaml': JSON.stringify(deployer(folder)),
          '.git/modules/a.yaml': text,
          'shop/a.yaml': placementYaml('shop'),
        });
        for (const [name, target] of Object.entries({ linked: '../outside', 'linked-checkout': '../checkout' }))
          symlinkSync(target, path.join(cwd, name));
        const { out } = await runCli(cwd, ['lint', 'deploy']);
        said.push(out);
      }
      expect(said[0]).toBe(said[1]);
      expect(said[0]).not.toContain('which has KubeFleet objects');
    }
  },
);

test('a folder of the repository that Flux or Argo CD deploys is named if it is not read', async () => {
  for (const deployer of DEPLOYERS)
    for (const folder of ['shop', './shop/', '../shop', 'linked']) {
      const { dir } = gitRepository({ 'deploy/a.yaml': JSON.stringify(deployer(folder)), 'shop/a.yaml': placementYaml('shop') });
      symlinkSync('shop', path.join(dir, 'linked'));
      const { out } = await runCli(dir, ['lint', 'deploy']);
      expect(out, folder).toContain(`It deploys ${folder}, which has KubeFleet objects and is not among the paths of this run`);
    }
});
