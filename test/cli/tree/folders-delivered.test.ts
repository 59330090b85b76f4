import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';
import { flux, kustomization } from './app-and-placement.ts';

const BASE_ONLY =
  'Checked only as a base of other kustomizations: deploy/base (in deploy/prod). To check a folder by itself as well, name it as a path.';

const application = (path: string, url = 'https://git.example.com/team/fleet.git'): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: a, namespace: argocd }
spec:
  destination: { server: https://kubernetes.default.svc }
  source: { repoURL: ${url}, path: ${path}, targetRevision: HEAD }
`;

const DEPLOYED = {
  'deploy/base/kustomization.yaml': kustomization('placement.yaml'),
  'deploy/base/placement.yaml': placementYaml('store'),
  'deploy/prod/kustomization.yaml': kustomization('../base'),
};

const list = (item: string): string => `apiVersion: v1\nkind: List\nitems:\n${item.replaceAll(/^(?=.)/gm, '    ').replace('    ', '  - ')}`;

type Deployers = readonly [what: string, files: Readonly<Record<string, string>>];

const DEPLOYING: readonly Deployers[] = [
  ['a Kustomization of Flux', { 'flux/app.yaml': flux('app', 'deploy/base') }],
  ['an Application of Argo CD', { 'argo/app.yaml': application('deploy/base') }],
  [
    'one in JSON',
    {
      'argo/app.json': JSON.stringify({
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'Application',
        metadata: { name: 'a' },
        spec: { destination: { name: 'in-cluster' }, source: { repoURL: '', path: 'deploy/base' } },
      }),
    },
  ],
  ['one in a list', { 'argo/app.yaml': list(application('deploy/base')) }],
  ['one that git does not have yet', { 'new/flux/app.yaml': flux('app', 'deploy/base') }],
];

test.each(DEPLOYING)('a base that %s outside of the paths deploys is checked by itself', async (_, files) => {
  const { dir, write } = gitRepository(DEPLOYED);
  for (const [file, text] of Object.entries(files)) write(file, text);
  const { exitCode, report } = await runCli(dir, ['lint', 'deploy']);
  expect(exitCode).toBe(0);
  expect(report?.notes ?? []).not.toContain(BASE_ONLY);
});

test.each([
  ['deploy/base', 0],
  ['base', 1],
])('paths start at the top of the repository, and names at the working directory: %s', async (path, notes) => {
  const { dir } = gitRepository({ ...DEPLOYED, 'flux/app.yaml': flux('app', path) });
  const { report } = await runCli(join(dir, 'deploy'), ['lint', '.']);
  expect((report?.notes ?? []).filter((note) => note.startsWith('Checked only as a base'))).toHaveLength(notes);
});

const OTHERS: readonly Deployers[] = [
  ['nothing', {}],
  ['a Kustomization of Flux for another folder', { 'flux/app.yaml': flux('app', 'deploy/prod') }],
  ['a comment', { 'flux/app.yaml': flux('app', 'deploy/base').replaceAll(/^/gm, '# ') }],
  ['an excluded file', { 'examples/app.yaml': flux('app', 'deploy/base'), '.fleet-gate.yaml': 'exclude: [examples]\n' }],
  ['a file of a hidden folder', { '.old/app.yaml': flux('app', 'deploy/base') }],
  ['a file that git ignores', { 'flux/app.yaml': flux('app', 'deploy/base'), '.gitignore': 'flux/\n' }],
];

test.each(OTHERS)('a base is checked only with its overlay if %s deploys it', async (_, files) => {
  const { dir, write } = gitRepository(DEPLOYED);
  for (const [file, text] of Object.entries(files)) write(file, text);
  const { exitCode, report } = await runCli(dir, ['lint', 'deploy']);
  expect(exitCode).toBe(0);
  expect(report?.notes).toContain(BASE_ONLY);
});

test('a base is checked only with its overlay if an Application takes another repository', async () => {
  const { dir, git } = gitRepository({
    ...DEPLOYED,
    'argo/app.yaml': application('deploy/base', 'https://git.example.com/team/other.git'),
  });
  git('remote', 'add', 'origin', 'https://git.example.com/team/fleet.git');
  const { report } = await runCli(dir, ['lint', 'deploy']);
  expect(report?.notes).toContain(BASE_ONLY);
});

test('without git, objects outside of the paths are not read', async () => {
  const dir = temporaryFolder();
  writeTree(dir, { ...DEPLOYED, 'flux/app.yaml': flux('app', 'deploy/base') });
  mkdirSync(join(dir, '.git'));
  const { exitCode, report } = await runCli(dir, ['lint', 'deploy']);
  expect([exitCode, report?.notes?.includes(BASE_ONLY)]).toEqual([0, true]);
});
