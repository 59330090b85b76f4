/** The hooks, run by the real pre-commit from a clone of this repository. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isObject, listAt } from '../../src/fleet/json/json.ts';
import { userRepository } from '../support/github/ci-sandbox.ts';
import { channelProgram } from './tools.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const preCommit = channelProgram('pre-commit');

/** The repository from which pre-commit installs the hooks, and the folder in which it keeps them. */
const home = { clone: '', cache: '' };
beforeAll(() => {
  home.clone = mkdtempSync(path.join(tmpdir(), 'fleet-gate-clone-'));
  home.cache = mkdtempSync(path.join(tmpdir(), 'fleet-gate-hooks-'));
  if (preCommit !== undefined) execFileSync('git', ['clone', '-q', '--depth=1', `file://${ROOT}`, home.clone], { stdio: 'pipe' });
});
afterAll(() => {
  for (const folder of Object.values(home)) rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
}

/** Runs a hook on all files, or on the files of a commit. */
function run(hook: string, dir: string, args: readonly string[], more: readonly string[] = ['--all-files']): Ended {
  const rev = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: home.clone, encoding: 'utf8' }).trim();
  const config = load(readFileSync(path.join(ROOT, 'integrations/pre-commit/.pre-commit-config.yaml'), 'utf8'));
  const repo = listAt(config, 'repos').find(isObject);
  const known = listAt(repo, 'hooks').find(isObject);
  const repos = [{ ...repo, repo: home.clone, rev, hooks: [{ ...known, id: hook, args }] }];
  writeFileSync(path.join(dir, '.pre-commit-config.yaml'), JSON.stringify({ repos }));
  const env = { ...process.env, PRE_COMMIT_HOME: home.cache, PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}` };
  const { status, stdout, stderr } = spawnSync(preCommit ?? '', ['run', '--color=never', ...more], { cwd: dir, env, encoding: 'utf8' });
  return { code: status, out: stdout + stderr };
}

const ARGS = ['deploy/', '--clusters', 'clusters.yaml'];

test.skipIf(preCommit === undefined)('the hook of pre-commit finds the faults of a tree', () => {
  const { code, out } = run('fleet-gate-lint-system', userRepository().dir, ARGS);
  expect(code, out).toBe(1);
  expect(out).toContain('fleet-gate lint');
  expect(out).toContain('There is no member cluster "dublim"');
});

test.skipIf(preCommit === undefined)('the hook of pre-commit passes if there is no fault', () => {
  const { code, out } = run('fleet-gate-lint-system', userRepository(['storefront']).dir, ARGS);
  expect(code, out).toBe(0);
  expect(out).toMatch(/fleet-gate lint\.+Passed/);
});

test.skipIf(preCommit === undefined)(
  'the hook lints the whole tree for a commit of one file, because selected objects are in other files',
  () => {
    const { dir } = userRepository(['storefront']);
    const file = path.join(dir, 'deploy/storefront/placement.yaml');
    writeFileSync(file, `${readFileSync(file, 'utf8')}# touched\n`);
    execFileSync('git', ['add', file], { cwd: dir });
    const { code, out } = run('fleet-gate-lint-system', dir, ARGS, []);
    // With the placement alone it would report that its namespace is not among the manifests.
    expect(code, out).toBe(0);
    expect(out).toMatch(/Passed/);
  },
);

test.skipIf(preCommit === undefined)('the hook does not run for a commit without YAML or JSON', () => {
  const { dir } = userRepository();
  writeFileSync(path.join(dir, 'README.md'), 'Another text.\n');
  execFileSync('git', ['add', 'README.md'], { cwd: dir });
  const { code, out } = run('fleet-gate-lint-system', dir, ARGS, []);
  expect(code, out).toBe(0);
  expect(out).toContain('Skipped');
});
