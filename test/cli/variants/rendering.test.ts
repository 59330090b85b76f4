import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeProgram } from '../../support/process/write-program.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const CLI = join(import.meta.dirname, '../../../src/cli.ts');

test('SIGINT ends a tool that hangs, its child processes, and its folder', async () => {
  const folder = temporaryFolder();
  const [cwd, temporary] = [join(folder, 'repository'), join(folder, 'tmp')];
  writeTree(cwd, { 'kustomization.yaml': 'resources: [a.yaml]\nnamePrefix: p-\n', 'a.yaml': placementYaml('a') });
  for (const each of [temporary, join(cwd, '.git')]) mkdirSync(each);
  const script = `/bin/sleep 600 & echo $! > ${folder}/child; echo $$ > ${folder}/parent; echo yes > ${folder}/started; wait`;
  writeProgram(join(folder, 'bin/kustomize'), script);
  const child = spawn(process.execPath, [CLI, 'lint'], { cwd, env: { PATH: join(folder, 'bin'), TMPDIR: temporary }, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await expect.poll(() => existsSync(join(folder, 'started'))).toBe(true);
  expect(readdirSync(temporary)).toHaveLength(1);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  const started = ['child', 'parent'].map((name) => Number(readFileSync(join(folder, name), 'utf8')));
  await expect.poll(() => started.filter(isAlive)).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a gate accepts manifests as they were applied: a kustomization that changes them must be rendered first', async () => {
  const cwd = temporaryFolder();
  writeTree(cwd, {
    'deploy/kustomization.yaml': 'namespace: shop\nresources: [a.yaml]\n',
    'deploy/a.yaml': placementYaml('a'),
    'dump.yaml': placementYaml('a'),
  });
  const gate = (): Promise<unknown> =>
    run(['diagnose', '--manifests', 'deploy', '--from', 'dump.yaml', '--now', '2026-11-01T12:00:00Z'], fakeIo({ cwd }));
  await expect(gate()).resolves.toBeDefined();
  for (const changing of [
    'images: [{name: a, newTag: b}]',
    'configMapGenerator: [{name: a}]',
    'resources: [a.yaml, "https://example.com/x"]',
  ]) {
    writeTree(cwd, {
      'deploy/kustomization.yaml': `namespace: shop\n${changing.startsWith('resources') ? '' : 'resources: [a.yaml]\n'}${changing}\n`,
    });
    await expect(gate()).rejects.toThrow(
      /^--manifests deploy\/kustomization\.yaml:\d: deploy was not rendered, .*run: kustomize build deploy; give the rendered manifests/,
    );
  }
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.each([
  ['a file outside of the repository', 'configMapGenerator: [{ name: a, files: [/etc/hostname] }]'],
  ['a field that is not known', 'other: [x.yaml]'],
  [
    'a plugin that names an address',
    'generators: ["{apiVersion: builtin, kind: ConfigMapGenerator, metadata: {name: a}, files: [http://a/b]}"]',
  ],
])('a base on the network that may bring placements does not pass because of %s', async (_, beside) => {
  const { dir } = gitRepository({
    'shop.yaml': `${namespaceYaml('shop')}---\n${placementYaml('shop')}`,
    'over/kustomization.yaml': `resources: [../shop.yaml, "https://example.com/x.yaml"]\n${beside}\n`,
  });
  const { exitCode, report } = await runCli(dir, ['lint']);
  expect(exitCode).toBe(6);
  expect(report?.lint?.notEvaluated.map(({ reason }) => reason).join()).toMatch(/, and "https:\/\/example\.com\/x\.yaml" is fetched/);
});

test.each(['resources', 'bases', 'components'])(
  'a folder outside of the repository in %s may bring placements and does not pass',
  async (field) => {
    const outside = temporaryFolder();
    writeTree(outside, { 'kustomization.yaml': 'resources: []\n' });
    const { dir } = gitRepository({
      'shop.yaml': `${namespaceYaml('shop')}---\n${placementYaml('shop')}`,
      'over/kustomization.yaml': `resources: [../shop.yaml]\n${field === 'resources' ? '' : `${field}: [${outside}]\n`}`,
    });
    if (field === 'resources') writeTree(dir, { 'over/kustomization.yaml': `resources: [../shop.yaml, ${outside}]\n` });
    const { exitCode, report } = await runCli(dir, ['lint']);
    expect(exitCode).toBe(6);
    expect(report?.lint?.notEvaluated.map(({ reason }) => reason).join()).toContain('leads out of the repository');
  },
);
