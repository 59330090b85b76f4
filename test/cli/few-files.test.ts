import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOfFewFiles } from '../../src/cli/worker/few-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FEW = { 'a.yaml': 'kind: A', 'deep/b.yml': 'kind: B', 'README.md': '#', '.git/config': '', '.github/workflows/ci.yaml': 'on: push' };

describe('a tree of few files', () => {
  it.each([
    [['lint']],
    [['lint', 'a.yaml', 'deep']],
    [['plan', '.', '--clusters', 'a.yaml', '--format', 'json', '--target=main', '--quiet']],
  ])('%j is one', (argv) => expect(isOfFewFiles(argv, { cwd: treeOf(FEW), env: {} })).toBe(true));

  it.each([
    ['a report to a file', ['lint', '--format', 'json=out.json']],
    ['a base', ['lint', '--base', 'main']],
    ['what is corrected', ['lint', '--fix']],
    ['a deadline', ['lint', '--deadline', '1m']],
    ['a hub', ['plan', '--kubeconfig', 'a.yaml']],
    ['an unknown flag', ['lint', '--nonsense']],
    ['standard input', ['lint', '-']],
    ['clusters from standard input', ['plan', 'a.yaml', '--clusters', '-']],
    ['a path that is not there', ['lint', 'nope']],
  ])('%s is none', (_, argv) => expect(isOfFewFiles(argv, { cwd: treeOf(FEW), env: {} })).toBe(false));

  it.each([
    ['a configuration, which names paths of its own', { '.fleet-gate.yaml': 'paths: ["-"]' }],
    ['a kustomization', { 'kustomization.yaml': '' }],
    ['a chart', { 'chart/Chart.yaml': '' }],
    ['a hidden folder', { '.hidden/a.yaml': 'kind: A' }],
    ['a large file', { 'b.yaml': '#'.repeat(70_000) }],
    ['files that are large together', Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`${at}.yaml`, '#'.repeat(60_000)]))],
    ['many files', Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`${at}.yaml`, '']))],
  ])('with %s is none', (_, files) => expect(isOfFewFiles(['lint'], { cwd: treeOf({ ...FEW, ...files }), env: {} })).toBe(false));

  it('with a link is none', () => {
    const cwd = treeOf(FEW);
    symlinkSync('a.yaml', join(cwd, 'link.yaml'));
    expect(isOfFewFiles(['lint'], { cwd, env: {} })).toBe(false);
    expect(isOfFewFiles(['lint', 'link.yaml'], { cwd, env: {} })).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('with a pipe is none', () => {
    const cwd = treeOf(FEW);
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    expect(isOfFewFiles(['lint'], { cwd, env: {} })).toBe(false);
  });

  it('does not count what is not read', () => {
    const cwd = treeOf(FEW);
    mkdirSync(join(cwd, 'node_modules'));
    for (let at = 0; at < 201; at += 1) writeFileSync(join(cwd, 'node_modules', `${at}.yaml`), '');
    expect(isOfFewFiles(['lint'], { cwd, env: {} })).toBe(true);
  });
});

function treeOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
