/**
 * The same files are checked and compared, however the paths, the base and the configuration are named. All repositories are real.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPORT_FORMATS } from '../../../src/report/render.ts';
import { joinedMembers } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n';

function shop(policy: string): string {
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  policy: ${policy}
---
${NAMESPACE}`;
}

const FIXED = shop('{ placementType: PickFixed, clusterNames: [europe-1] }');
const NUMBER = shop('{ placementType: PickN, numberOfClusters: 1 }');
const BOGUS = FIXED.replace('spec:\n', 'spec:\n  bogus: 1\n');

const CLUSTERS = joinedMembers('europe-1', 'asia-1');

function rulesOf({ report }: CliRun): readonly string[] {
  return (report?.lint?.findings ?? []).map(({ rule, state }) => `${rule} ${state ?? ''}`.trim());
}

describe('a base of git', () => {
  /** The type of a placement never changes: a transition that only a base shows. */
  function edited(): GitRepository {
    const repository = gitRepository({ 'apps/shop.yaml': FIXED, 'docs/readme.md': '' });
    repository.write('apps/shop.yaml', NUMBER);
    return repository;
  }

  it.each([
    ['relative', (dir: string) => ({ cwd: dir, path: 'apps' })],
    ['absolute', (dir: string) => ({ cwd: dir, path: join(dir, 'apps') })],
    ['absolute, of a file', (dir: string) => ({ cwd: dir, path: join(dir, 'apps/shop.yaml') })],
    ['through the parent', (dir: string) => ({ cwd: join(dir, 'docs'), path: '../apps' })],
    ['absolute, from below', (dir: string) => ({ cwd: join(dir, 'docs'), path: join(dir, 'apps') })],
    ['left out', (dir: string) => ({ cwd: join(dir, 'apps'), path: '.' })],
  ])('has the same files for each form of their names: %s', async (_, of) => {
    const { dir } = edited();
    const { cwd, path } = of(dir);
    const ran = await runCli(cwd, ['lint', path, '--base', 'HEAD']);
    expect(rulesOf(ran)).toContain('refused-change new');
    expect(ran.exitCode).toBe(1);
  });

  it('has the same files through a link', async () => {
    const { dir } = edited();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(dir, link);
    expect(rulesOf(await runCli(link, ['lint', join(link, 'apps'), '--base', 'HEAD']))).toContain('refused-change new');
    expect(rulesOf(await runCli(dir, ['lint', join(link, 'apps'), '--base', 'HEAD']))).toContain('refused-change new');
  });

  it('shows the change in a plan as well', async () => {
    const { dir, write } = edited();
    write('fleet/clusters.yaml', CLUSTERS);
    write('apps/shop.yaml', FIXED.replace('europe-1', 'asia-1'));
    const { report } = await runCli(dir, ['plan', join(dir, 'apps'), '--clusters', 'fleet/clusters.yaml', '--base', 'HEAD']);
    expect(report?.plan?.placements[0]?.change).toMatchObject({ added: ['asia-1'], removed: ['europe-1'] });
  });

  it('reports no change if the tree did not change', async () => {
    const { dir } = gitRepository({ 'apps/shop.yaml': FIXED });
    const ran = await runCli(dir, ['lint', join(dir, 'apps'), '--base', 'HEAD']);
    expect([ran.exitCode, rulesOf(ran)]).toEqual([0, []]);
  });

  it('does not exist for a path outside of the repository', async () => {
    const { dir } = edited();
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'a.yaml'), FIXED);
    await expect(runCli(dir, ['lint', outside, '--base', 'HEAD'])).rejects.toThrow(
      /^--base: .* is outside of the repository .*; give --base-dir DIR$/,
    );
    await expect(runCli(dir, ['lint', '-', '--base', 'HEAD'], { stdin: FIXED })).rejects.toThrow(
      'standard input has no base in git; give --base-dir DIR, or files to compare',
    );
  });

  it('is the merge base, unless the commit itself is requested', async () => {
    const { dir, git, write, commit } = gitRepository({ 'shop.yaml': FIXED });
    git('checkout', '-qb', 'change');
    write('new.yaml', BOGUS.replaceAll('shop', 'fresh'));
    commit();
    git('checkout', '-q', 'main');
    // Main has a new commit, which is not part of the change.
    write('shop.yaml', NUMBER);
    commit();
    git('checkout', '-q', 'change');
    expect(rulesOf(await runCli(dir, ['lint', '--base', 'main']))).toEqual(['schema new']);
    expect(rulesOf(await runCli(dir, ['lint', '--base-exact', 'main']))).toContain('refused-change new');
    await expect(runCli(dir, ['lint', '--base', 'main', '--base-exact', 'main'])).rejects.toThrow(
      '--base and --base-exact exclude each other',
    );
  });

  it('names the commit to fetch if the clone does not have it', async () => {
    const origin = gitRepository({ 'shop.yaml': FIXED });
    origin.git('checkout', '-qb', 'change');
    origin.write('shop.yaml', NUMBER);
    origin.commit();
    const clone = join(temporaryFolder(), 'clone');
    execFileSync('git', ['clone', '-q', '--depth=1', '--branch=change', `file://${origin.dir}`, clone], { stdio: 'pipe' });
    await expect(runCli(clone, ['lint', '--base', 'origin/main'])).rejects.toThrow(
      /this clone is shallow and has no commit .*fetch-depth: 0.*--unshallow/,
    );
    execFileSync('git', ['fetch', '-q', '--depth=1', 'origin', 'main:refs/remotes/origin/main'], { cwd: clone, stdio: 'pipe' });
    // The commit is here now, and where the branch left it is not.
    await expect(runCli(clone, ['lint', '--base', 'origin/main'])).rejects.toThrow(
      /this clone is shallow, so the commit from which the branch left is not known/,
    );
    expect(rulesOf(await runCli(clone, ['lint', '--base-exact', 'origin/main']))).toContain('refused-change new');
    execFileSync('git', ['fetch', '-q', '--unshallow'], { cwd: clone, stdio: 'pipe' });
    expect(rulesOf(await runCli(clone, ['lint', '--base', 'origin/main']))).toContain('refused-change new');
    await expect(runCli(clone, ['lint', '--base', 'nowhere'])).rejects.toThrow(
      /^--base nowhere: cannot be read here: this clone has no commit/,
    );
  });
});

describe('a base folder', () => {
  it('with none of the checked objects is an error', async () => {
    const { dir, write } = gitRepository({ 'head/shop.yaml': FIXED });
    write('base/shop.yaml', FIXED.replaceAll('shop', 'other'));
    await expect(runCli(join(dir, 'head'), ['lint', '--base-dir', '../base'])).rejects.toThrow(
      '--base-dir ../base contains none of the 2 objects that are checked; name the tree to compare with',
    );
    mkdirSync(join(dir, 'empty'));
    await expect(runCli(join(dir, 'head'), ['lint', '--base-dir', '../empty'])).rejects.toThrow('contains none of the 2 objects');
    await expect(runCli(dir, ['lint', 'head', '--base-dir', 'nowhere'])).rejects.toThrow('--base-dir nowhere: no such folder');
  });

  it('is matched by identity if its files have other names', async () => {
    const { dir, write } = gitRepository({ 'out/head/all.yaml': NUMBER });
    write('out/base/cluster/crp-shop.yaml', FIXED.replace(/---[^]*/, ''));
    write('out/base/cluster/ns.yaml', NAMESPACE);
    expect(rulesOf(await runCli(dir, ['lint', 'out/head', '--base-dir', 'out/base']))).toEqual(['refused-change new']);
    expect(rulesOf(await runCli(dir, ['lint', join(dir, 'out/head'), '--base-dir', join(dir, 'out/base')]))).toEqual([
      'refused-change new',
    ]);
    expect(rulesOf(await runCli(join(dir, 'out/head'), ['lint', '--base-dir', '../base']))).toEqual(['refused-change new']);
  });

  it('works for standard input', async () => {
    const { dir, write } = gitRepository({ 'base/shop.yaml': FIXED });
    write('fleet/clusters.yaml', CLUSTERS);
    expect(rulesOf(await runCli(dir, ['lint', '-', '--base-dir', 'base'], { stdin: NUMBER }))).toEqual(['refused-change new']);
    const moved = FIXED.replace('europe-1', 'asia-1');
    const { report } = await runCli(dir, ['plan', '-', '--clusters', 'fleet/clusters.yaml', '--base-dir', 'base'], { stdin: moved });
    expect(report?.plan?.placements[0]?.change).toMatchObject({ added: ['asia-1'], removed: ['europe-1'] });
  });

  it('deletes nothing if single files are compared with it', async () => {
    const { dir, write } = gitRepository({ 'head.yaml': FIXED });
    write('base/deep/shop.yaml', FIXED);
    write('base/deep/other.yaml', FIXED.replaceAll('shop', 'other'));
    write('fleet/clusters.yaml', CLUSTERS);
    const { report } = await runCli(dir, ['plan', 'head.yaml', '--clusters', 'fleet/clusters.yaml', '--base-dir', 'base']);
    expect(report?.plan?.deleted).toBeUndefined();
    const whole = await runCli(dir, ['plan', '-', '--clusters', 'fleet/clusters.yaml', '--base-dir', 'base'], { stdin: FIXED });
    expect(whole.report?.plan?.deleted?.map(({ object }) => object.name)).toEqual(['other']);
  });
});

describe('the configuration', () => {
  it('is found in a parent folder within the repository, and its paths are relative to it', async () => {
    const { dir, write } = gitRepository({ 'apps/shop/shop.yaml': FIXED, 'fleet/clusters.yaml': joinedMembers('asia-1') });
    write('.fleet-gate.yaml', 'clusters: fleet/clusters.yaml\npaths: [apps]\nexclude: [apps/examples/**]\n');
    write('apps/examples/bad.yaml', BOGUS);
    for (const cwd of ['.', 'apps', 'apps/shop', 'fleet']) {
      const ran = await runCli(join(dir, cwd), ['lint']);
      expect([cwd, rulesOf(ran), ran.report?.settings?.exclude]).toEqual([cwd, ['pickfixed-unknown-cluster'], ['apps/examples/**']]);
    }
    write('apps/.fleet-gate.yaml', 'rules: {pickfixed-unknown-cluster: {severity: off}}\n');
    expect(rulesOf(await runCli(join(dir, 'apps/shop'), ['lint']))).toEqual([]);
    expect(rulesOf(await runCli(join(dir, 'apps/shop'), ['lint', '--config', '../../.fleet-gate.yaml']))).toEqual([
      'pickfixed-unknown-cluster',
    ]);
  });

  it('is not searched above the repository, or above a folder without a repository', async () => {
    const above = temporaryFolder();
    execFileSync('git', ['init', '-q', join(above, 'repo')]);
    mkdirSync(join(above, 'plain'));
    writeFileSync(join(above, '.fleet-gate.yaml'), 'failOn: none\n');
    for (const folder of ['repo', 'plain']) writeFileSync(join(above, folder, 'a.yaml'), BOGUS);
    expect((await runCli(join(above, 'repo'), ['lint'])).exitCode).toBe(1);
    expect((await runCli(join(above, 'plain'), ['lint'])).exitCode).toBe(1);
    expect((await runCli(above, ['lint', 'plain'])).exitCode).toBe(0);
  });

  it('is not checked as a manifest in the base either', async () => {
    const { dir, write } = gitRepository({
      '.fleet-gate.yaml': 'exclude: [apps/examples/**]\n',
      'apps/shop.yaml': FIXED,
      'apps/examples/bad.yaml': BOGUS,
    });
    write('apps/shop.yaml', NUMBER);
    expect(rulesOf(await runCli(join(dir, 'apps'), ['lint', '--base', 'HEAD']))).toEqual(['refused-change new']);
  });

  const LOUD = 'failOn: none\nexclude: [legacy/**]\nrules: {schema: {severity: off}, selects-nothing: {severity: notice}}\n';

  it.each(REPORT_FORMATS)('is shown in the report: %s', async (format) => {
    const { dir } = gitRepository({ '.fleet-gate.yaml': LOUD, 'shop.yaml': FIXED });
    const { out } = await runCli(dir, ['lint', '--format', format]);
    for (const said of ['schema', 'legacy/', 'selects-nothing']) expect([said, out.includes(said)]).toEqual([said, true]);
    expect(out).toContain(format === 'json' ? '"failOn": "none"' : 'fails on no finding');
    expect((await runCli(gitRepository({ 'shop.yaml': FIXED }).dir, ['lint', '--format', 'text'])).out).not.toContain('Settings');
  });

  it('is named if one of its paths does not exist, or if it has no paths', async () => {
    const { dir, write } = gitRepository({ 'apps/shop.yaml': FIXED, '.fleet-gate.yaml': 'paths: [apps, nope]\n' });
    await expect(runCli(dir, ['lint'])).rejects.toThrow('paths in .fleet-gate.yaml: nope: no such file or folder');
    write('.fleet-gate.yaml', 'paths: []\n');
    await expect(runCli(dir, ['lint', '--allow-nothing'])).rejects.toThrow(
      'paths in .fleet-gate.yaml is an empty list; list the paths to check, or remove it to check everything',
    );
    expect((await runCli(dir, ['lint', 'apps'])).exitCode).toBe(0);
  });
});

describe('paths for a forge or a runner', () => {
  it.each([
    ['the root', '.', 'apps'],
    ['a folder of the repository', 'apps', '.'],
    ['beside the files', 'docs', '../apps'],
  ])('are relative to the root of the repository if started in %s', async (_, cwd, path) => {
    const { dir, write } = gitRepository({ 'apps/bad.yaml': BOGUS });
    write('docs/x.md', '');
    const github = await runCli(join(dir, cwd), ['lint', path, '--format', 'github']);
    expect(github.out).toMatch(/^::error file=apps\/bad\.yaml,line=6,/);
    const sarif = await runCli(join(dir, cwd), ['lint', path, '--format', 'sarif']);
    expect(sarif.out).toContain('"uri": "apps/bad.yaml"');
    const gitlab = await runCli(join(dir, cwd), ['lint', path, '--format', 'gitlab']);
    expect(gitlab.out).toContain('"path": "apps/bad.yaml"');
    const azure = await runCli(join(dir, cwd), ['lint', path, '--format', 'azure']);
    expect(azure.out).toMatch(/^##vso\[task\.logissue type=error;sourcepath=apps\/bad\.yaml;linenumber=6;/);
    const text = await runCli(join(dir, cwd), ['lint', path]);
    expect(text.out).toContain(`${cwd === '.' ? 'apps/' : cwd === 'docs' ? '../apps/' : ''}bad.yaml:6`);
  });

  it('are relative to the root of a checkout that is below the workspace of a runner', async () => {
    const workspace = temporaryFolder();
    const repository = gitRepository({ 'apps/bad.yaml': BOGUS });
    execFileSync('cp', ['-r', repository.dir, join(workspace, 'checkout')]);
    const { out } = await runCli(join(workspace, 'checkout'), ['lint', '--format', 'github'], { env: { GITHUB_WORKSPACE: workspace } });
    expect(out).toMatch(/^::error file=apps\/bad\.yaml,/);
  });
});

it('creates the folders of the files that it writes', async () => {
  const { dir } = gitRepository({ 'shop.yaml': FIXED });
  await runCli(dir, ['lint', 'shop.yaml', '--format', 'json=out/reports/a.json', '--format', 'sarif=out/a.sarif']);
  expect(JSON.parse(readFileSync(join(dir, 'out/reports/a.json'), 'utf8'))).toMatchObject({ outcome: 'clean' });
  expect(existsSync(join(dir, 'out/a.sarif'))).toBe(true);
  await expect(runCli(dir, ['lint', 'shop.yaml', '--format', 'json=shop.yaml/a.json'])).rejects.toThrow('its folder is a file');
});
