import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { namespaceYaml } from '../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../support/trees/git-repository.ts';
import { runCli, type CliRun } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { memberObject } from '../schedule/fleets.ts';

const CLUSTERS = JSON.stringify(memberObject('m1', {}));

function placementYaml(name: string): string {
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: ${name}}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: ${name}}
`;
}

function addSubmodule({ git }: GitRepository, from: GitRepository, at: string): void {
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', from.dir, at);
}

function planned(repository: GitRepository, ...argv: readonly string[]): Promise<CliRun> {
  return runCli(repository.dir, ['plan', 'deploy', '--clusters', 'clusters.json', '--base', 'main', ...argv]);
}

const BASE = { 'base/kustomization.yaml': 'resources: [bad.yaml]\n', 'base/bad.yaml': placementYaml('bad') };
const OTHER = namespaceYaml('other');
const OWN = { 'deploy/k/shop.yaml': namespaceYaml('shop'), 'p.yaml': placementYaml('p') };

describe('a sparse checkout', () => {
  test('does not remove placements that it leaves out', async () => {
    const repository = gitRepository({
      'clusters.json': CLUSTERS,
      'deploy/shop/all.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
      'deploy/other/all.yaml': `${placementYaml('other')}---\n${namespaceYaml('other')}`,
    });
    repository.git('sparse-checkout', 'set', 'deploy/shop');
    const { exitCode, report } = await planned(repository, '--fail-on-removal', 'any');
    // It is not known what the other one is.
    expect([exitCode, report?.removals, report?.plan?.deleted]).toEqual([6, undefined, undefined]);
    expect(report?.plan?.placements.map(({ object: { name } }) => name)).toEqual(['shop']);
  });

  test('uses the configuration that it leaves out', async () => {
    const config = 'rules: {schema: {severity: off}}\n';
    const faulty = `${namespaceYaml('shop')}spec: {bogus: 1}\n`;
    const repository = gitRepository({ '.fleet-gate.yaml': config, 'deploy/shop/all.yaml': faulty, 'other.yaml': namespaceYaml('other') });
    repository.git('sparse-checkout', 'set', '--no-cone', '/deploy/');
    const { report } = await runCli(repository.dir, ['lint', 'deploy']);
    expect([report?.settings?.off, report?.silenced, report?.notes]).toEqual([['schema'], undefined, undefined]);
    const named = await runCli(repository.dir, ['lint', 'deploy', '--config', '.fleet-gate.yaml', '--base', 'main']);
    expect([named.report?.settings?.off, named.report?.silenced]).toEqual([['schema'], undefined]);
  });

  // A kustomization or a template that git has is deployed from a complete checkout.
  test.each<[what: string, overlay: string, files: Record<string, string>, patterns: string[], exit: number]>([
    ['a base', 'resources: [../../base]', BASE, ['!/base/'], 6],
    ['a base of a base', 'resources: [../../more]', { ...BASE, 'more/kustomization.yaml': 'resources: [../base]\n' }, ['!/base/'], 6],
    ['the kustomization of a base', 'resources: [../../base]', { ...BASE, 'base/a.txt': 'a' }, ['!/base/*.yaml'], 6],
    ['a component', 'components: [../../base]', BASE, ['!/base/'], 6],
    ['a file without the name of a manifest', 'resources: [bad.txt]', { 'deploy/k/bad.txt': placementYaml('bad') }, ['!*.txt'], 6],
    ['a patch', 'resources: [shop.yaml]\npatches: [{ path: ../../p.yaml }]', OWN, ['!/p.yaml'], 6],
    ['a file of data', 'configMapGenerator: [{ name: a, files: [../../p.yaml] }]', OWN, ['!/p.yaml'], 6],
    ['what it does not use', 'resources: [shop.yaml]', { ...OWN, ...BASE }, ['!/base/'], 0],
  ])('is not evaluated if it leaves out what a kustomization uses: %s', async (_, overlay, files, patterns, exit) => {
    const { dir, git } = gitRepository({
      'deploy/all.yaml': `${placementYaml('all')}---\n${namespaceYaml('all')}`,
      'deploy/k/kustomization.yaml': `${overlay}\n`,
      ...files,
    });
    git('sparse-checkout', 'set', '--no-cone', '/*', ...patterns);
    const { exitCode, report } = await runCli(dir, ['lint', 'deploy']);
    expect(exitCode, JSON.stringify(report?.lint?.notEvaluated)).toBe(exit);
    const told = report?.lint?.notEvaluated.map(({ reason }) => reason).join() ?? '';
    expect(/, and this checkout does not|missing from this checkout, although git has it/.test(told)).toBe(exit === 6);
  });

  test('is not evaluated if it leaves out a template of any name', async () => {
    const chart = {
      'deploy/c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
      'deploy/c/templates/ns.yaml': namespaceYaml('shop'),
    };
    const repository = gitRepository({
      ...chart,
      'deploy/c/templates/bad.text': placementYaml('bad'),
      'deploy/c/notes.text': placementYaml('x'),
    });
    repository.git('sparse-checkout', 'set', '--no-cone', '/*', '!*.text');
    const { exitCode, report } = await runCli(repository.dir, ['lint', 'deploy']);
    expect(exitCode).toBe(6);
    expect(report?.lint?.notEvaluated.map(({ reason }) => reason)).toContain(
      'This sparse checkout does not have 1 file: deploy/c/templates/bad.text.',
    );
  });

  test('is not evaluated if it leaves out checked files', async () => {
    const repository = gitRepository({
      'deploy/shop/all.yaml': namespaceYaml('shop'),
      'deploy/other/all.yaml': namespaceYaml('other'),
      'deploy/other/readme.md': 'none',
    });
    const left = (...paths: readonly string[]): Promise<unknown> => leftOutIn(repository.dir, ...paths);
    expect(await left('deploy')).toEqual([0]);
    repository.git('sparse-checkout', 'set', 'deploy/shop');
    const told = [0, 'This sparse checkout does not have 1 file: deploy/other/all.yaml.'];
    expect([await left(), await left('deploy'), await left('deploy/shop')]).toEqual([told, told, [0]]);
    repository.git('sparse-checkout', 'disable');
    expect(await left('deploy')).toEqual([0]);
  });

  test.each([
    ['has an object of KubeFleet', { 'deploy/other/all.yaml': placementYaml('other') }],
    ['lies beside one', { 'deploy/other/all.yaml': namespaceYaml('other'), 'deploy/placement.yaml': placementYaml('shop') }],
  ])('does not pass if the part that it leaves out %s', async (_, files) => {
    const repository = gitRepository({ 'deploy/shop/all.yaml': namespaceYaml('shop'), ...files });
    repository.git('sparse-checkout', 'set', 'deploy/shop');
    expect(await leftOutIn(repository.dir, 'deploy')).toEqual([6, 'This sparse checkout does not have 1 file: deploy/other/all.yaml.']);
    expect(await leftOutIn(repository.dir, 'deploy/shop')).toEqual([0]);
  });

  test.each([
    ['a file of any name that a script applies', { 'deploy.sh': '#!/bin/sh\nkubectl apply -f deploy/bad.txt\n' }, 6],
    ['a file of any name that the pattern of a script matches', { 'deploy.sh': '#!/bin/sh\nkubectl apply -f deploy/*.txt\n' }, 6],
    ['a file that a pattern of a pipeline matches', { '.gitlab-ci.yml': 'a:\n  script: [kubectl apply -f "deploy/b?d.txt"]\n' }, 6],
    ['a file that a loop applies', { 'deploy.sh': '#!/bin/sh\nfor f in deploy/*.txt; do kubectl apply -f $f; done\n' }, 6],
    ['a file that a pattern does not match', { 'deploy.sh': '#!/bin/sh\nkubectl apply -f deploy/c*.txt\n' }, 0],
    ['a file of any name', {}, 0],
  ])('that leaves out %s ends with its exit code', async (_, script, exit) => {
    const { dir, git } = gitRepository({ 'deploy/ns.yaml': namespaceYaml('shop'), 'deploy/bad.txt': placementYaml('bad'), ...script });
    git('sparse-checkout', 'set', '--no-cone', '/*', '!*.txt');
    const reasons = exit === 0 ? [] : ['This sparse checkout does not have 1 file: deploy/bad.txt.'];
    expect(await leftOutIn(dir, 'deploy')).toEqual([exit, ...reasons]);
  });

  test('passes if it leaves out what a pattern matches and is no manifest', async () => {
    const { dir, git } = gitRepository({
      'deploy/all.yaml': `${placementYaml('all')}---\n${namespaceYaml('all')}`,
      'deploy/notes.txt': 'Deploy on Mondays.\n',
      'deploy/logo.png': '\u0089PNG\r\n\u001a\n\0\0',
      'deploy.sh': '#!/bin/sh\nkubectl apply -f deploy/*\n',
    });
    git('sparse-checkout', 'set', '--no-cone', '/*', '!*.txt', '!*.png');
    expect(await leftOutIn(dir, 'deploy')).toEqual([0]);
  });

  test('is refused by a gate if it leaves out a part of the deployed files', async () => {
    const { dir, git } = gitRepository({
      'deploy/a/ns.yaml': namespaceYaml('a'),
      'deploy/b/ns.yaml': namespaceYaml('b'),
      'hub.json': '[]',
    });
    git('sparse-checkout', 'set', 'deploy/a');
    const gate = (folder: string): Promise<CliRun> => runCli(dir, ['diagnose', 'crp/a', '--from', 'hub.json', '--manifests', folder]);
    await expect(gate('deploy')).rejects.toThrow(
      '--manifests deploy/b/ns.yaml:1: This sparse checkout does not have 1 file: deploy/b/ns.yaml; give the rendered manifests',
    );
    await expect(gate('deploy/a')).rejects.not.toThrow('sparse checkout');
  });

  test('is found in a linked worktree, which names its git folder in a file', async () => {
    const { dir, git } = gitRepository({ 'deploy/shop/all.yaml': namespaceYaml('shop'), 'other.yaml': namespaceYaml('other') });
    const further = path.join(temporaryFolder(), 'further');
    git('worktree', 'add', '-q', '--detach', further);
    git('-C', further, 'sparse-checkout', 'set', '--no-cone', '/deploy/');
    expect(await leftOutIn(further)).toEqual([0, 'This sparse checkout does not have 1 file: other.yaml.']);
    expect(await leftOutIn(dir)).toEqual([0]);
  });

  test('is not known, and not evaluated, if git does not say what it leaves out', async () => {
    const { dir, git } = gitRepository({ 'deploy/shop/all.yaml': namespaceYaml('shop'), 'other.yaml': namespaceYaml('other') });
    git('sparse-checkout', 'set', '--no-cone', '/deploy/');
    writeFileSync(path.join(dir, '.git/index'), 'damaged');
    const unknown = 'Git does not report which files this sparse checkout does not have: manifests or a configuration may be among them.';
    expect(await leftOutIn(dir)).toEqual([0, unknown]);
    writeFileSync(path.join(dir, 'deploy/placement.yaml'), placementYaml('shop'));
    expect(await leftOutIn(dir)).toEqual([6, unknown]);
  });
});

async function leftOutIn(dir: string, ...paths: readonly string[]): Promise<readonly unknown[]> {
  const { exitCode, report } = await runCli(dir, ['lint', ...paths]);
  return [exitCode, ...(report?.lint?.notEvaluated ?? []).map(({ reason }) => reason)];
}

describe('a submodule', () => {
  function withSubmodule(): { readonly repository: GitRepository; readonly app: GitRepository } {
    const app = gitRepository({ 'all.yaml': namespaceYaml('shop') });
    const repository = gitRepository({ 'clusters.json': CLUSTERS, 'deploy/placement.yaml': placementYaml('shop') });
    addSubmodule(repository, app, 'deploy/app');
    repository.commit();
    repository.git('checkout', '-qb', 'change');
    return { repository, app };
  }

  test('is compared with its content in the base', async () => {
    const { repository, app } = withSubmodule();
    const same = await planned(repository);
    expect(same.report?.plan?.placements[0]?.change).toMatchObject({ added: [], removed: [], kept: 1 });
    expect(same.report?.plan?.placements[0]?.change?.resources).toBeUndefined();

    app.write('more.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: more, namespace: shop}\n');
    const commit = app.commit();
    repository.git('-C', 'deploy/app', 'fetch', '--quiet', 'origin');
    repository.git('-C', 'deploy/app', 'checkout', '--quiet', commit);
    repository.commit();
    const added = (await planned(repository)).report?.plan?.placements[0]?.change?.resources?.added;
    expect(added?.map(({ resource: { name } }) => name)).toEqual(['more']);
  });

  test('inside of another submodule is compared too', async () => {
    const { repository: inner, app } = withSubmodule();
    inner.git('checkout', '-q', 'main');
    inner.commit();
    const outer = gitRepository({ 'clusters.json': CLUSTERS, 'deploy/placement.yaml': placementYaml('top') });
    addSubmodule(outer, inner, 'deploy/inner');
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init', '--recursive');
    outer.commit();
    const { report } = await planned(outer);
    expect(app.dir).not.toBe('');
    expect(report?.plan?.placements.map(({ object: { name }, resources, change }) => [name, resources.length, change?.resources])).toEqual([
      ['shop', 1, undefined],
      ['top', 0, undefined],
    ]);
  });

  test('is named with the commit that its clone lacks, if it is compared', async () => {
    const { repository } = withSubmodule();
    const lacking = 'deadbeef'.repeat(5);
    repository.git('checkout', '-q', 'main');
    repository.git('update-index', '--cacheinfo', `160000,${lacking},deploy/app`);
    repository.git('commit', '-qm', 'x');
    await expect(planned(repository)).rejects.toThrow(
      `--base main: cannot be read here: the clone of the submodule deploy/app has no commit deadbeefdead, which the base uses; fetch it: git -C deploy/app fetch origin ${lacking}`,
    );
    repository.write('beside/placement.yaml', placementYaml('beside'));
    const { exitCode } = await runCli(repository.dir, ['lint', 'beside', '--base', 'main']);
    expect(exitCode).toBe(0);
  });

  test.each(['../../base', '../../base/app'])('that is not checked out and is a base is not evaluated: %s', async (base) => {
    const app = gitRepository({ ...BASE, 'app/kustomization.yaml': 'resources: [../bad.yaml]\n' });
    const { dir, git, commit, write } = gitRepository({ 'deploy/k/kustomization.yaml': `resources: [${base}]\n`, 'deploy/ns.yaml': OTHER });
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', app.dir, 'base');
    commit();
    write('deploy/k/kustomization.yaml', 'resources: [../../base/none]\n');
    const told = async (): Promise<boolean> =>
      JSON.stringify((await runCli(dir, ['lint', 'deploy'])).report?.lint?.notEvaluated).includes('and this checkout does not');
    expect(await told()).toBe(false);
    write('deploy/k/kustomization.yaml', `resources: [${base}]\n`);
    expect(await told()).toBe(false);
    git('submodule', '--quiet', 'deinit', '--force', 'base');
    expect([(await runCli(dir, ['lint', 'deploy'])).exitCode, await told()]).toEqual([6, true]);
    write('base/README.md', 'none');
    expect([(await runCli(dir, ['lint', 'deploy'])).exitCode, await told()]).toEqual([6, true]);
  });

  test('that is not checked out is not evaluated', async () => {
    const { repository } = withSubmodule();
    repository.git('submodule', '--quiet', 'deinit', '--force', 'deploy/app');
    const { exitCode, first, report } = await planned(repository);
    expect(exitCode).toBe(6);
    expect(first).toContain('NOT EVALUATED: deploy/app:1 This git submodule is not checked out');
    expect(report?.plan?.notEvaluated).toMatchObject([
      { file: 'deploy/app', reason: expect.stringMatching(/^This git submodule is not checked out/) },
    ]);
  });

  test.each<[what: string, files: Record<string, string>]>([
    ['another file', { 'deploy/app/README.md': 'none' }],
    ['a copy', { 'deploy/app/all.yaml': namespaceYaml('shop') }],
    ['a copy in a folder', { 'deploy/app/a/all.yaml': namespaceYaml('shop') }],
    ['a file in its place', { 'deploy/app': 'none' }],
  ])('that is not checked out is not evaluated with %s', async (_, files) => {
    const { repository } = withSubmodule();
    const { dir } = repository;
    repository.git('submodule', '--quiet', 'deinit', '--force', 'deploy/app');
    rmSync(path.join(dir, 'deploy/app'), { recursive: true });
    for (const [file, text] of Object.entries(files)) repository.write(file, text);
    for (const asked of ['deploy', ...Object.keys(files)]) {
      const [exitCode, ...reasons] = await leftOutIn(dir, asked, 'deploy/placement.yaml');
      expect([asked, exitCode, reasons.at(-1)]).toEqual([asked, 6, expect.stringMatching(/^This git submodule is not checked out/)]);
    }
    expect(await leftOutIn(dir, 'deploy/placement.yaml')).toEqual([0]);
  });

  test('is not assumed for an empty folder', async () => {
    const { repository } = withSubmodule();
    repository.write('deploy/empty/x', '');
    rmSync(path.join(repository.dir, 'deploy/empty/x'));
    expect((await planned(repository)).report?.plan?.notEvaluated).toBeUndefined();
  });
});
