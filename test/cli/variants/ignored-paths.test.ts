/** Paths that a step before writes and git ignores: no commit has them, so nothing of them can be compared. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const [CART, SHOP] = ['cart', 'shop'].map((name) => `${placementYaml(name)}---\n${namespaceYaml(name)}`);

async function linted(files: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const { dir, write } = gitRepository({ 'clusters.yaml': joinedMembers('oslo'), '.gitignore': 'rendered\n', 'deploy/a.yaml': SHOP ?? '' });
  for (const [file, text] of Object.entries(files)) write(file, text);
  const { exitCode, report } = await runCli(dir, ['lint', '--clusters', 'clusters.yaml', '--base', 'HEAD', ...flags]);
  return { exitCode, said: (report?.notes ?? []).join('\n') };
}

const SAID = 'git ignores rendered, so no commit has it, and it cannot be compared; make it from the base too, and give --base-dir DIR';
const rendered = { 'rendered/a.yaml': namespaceYaml('shop') };

it.each(['rendered', 'rendered/', './rendered'])('%s is named, and a run that must compare it is not possible', async (path) => {
  expect(await linted(rendered, path)).toEqual({ exitCode: 0, said: expect.stringContaining(`--base: ${SAID}.`) });
  for (const flag of ['--fail-on-removal=any', '--fail-on-new']) await expect(linted(rendered, path, flag)).rejects.toThrow(SAID);
});

it('files with objects of KubeFleet in such a folder are named as well', async () => {
  const files = { ...rendered, 'rendered/b.yaml': CART ?? '' };
  const said = SAID.replace('rendered', 'rendered/b.yaml');
  expect(await linted(files, '.')).toEqual({ exitCode: 0, said: expect.stringContaining(said) });
  expect(await linted(files, '.', '--fail-on-new')).toEqual({ exitCode: 0, said: expect.stringContaining(said) });
  await expect(linted(files, '.', '--fail-on-removal=any')).rejects.toThrow(said);
});

it.each([
  ['a new folder', { 'more/a.yaml': CART ?? '' }, 'more'],
  ['clusters and other objects in a folder that git ignores', { ...rendered, 'rendered/c.yaml': joinedMembers('oslo') }, '.'],
])('%s is compared as new', async (_, files, path) => {
  const { exitCode, said } = await linted(files, path, '--fail-on-removal=any', '--fail-on-new');
  expect(exitCode).toBe(0);
  expect(said).not.toContain('git ignores');
});

it('is named beside a path that git does not answer for', async () => {
  const { dir, write } = gitRepository({ '.gitignore': 'rendered\n', 'deploy/a.yaml': SHOP ?? '' });
  write('rendered/a.yaml', namespaceYaml('cart'));
  write('deploy/new/b.yaml', namespaceYaml('more'));
  symlinkSync('deploy', join(dir, 'link'));
  const { report } = await runCli(dir, ['lint', '--base', 'HEAD', 'deploy', 'link/new', 'rendered']);
  expect(report?.notes?.join('\n')).toContain(SAID);
});

it('a base that git cannot compare is not a base without these files', async () => {
  const { dir, write } = gitRepository({ 'deploy/a.yaml': SHOP ?? '' });
  write('.git/index', 'broken');
  await expect(runCli(dir, ['lint', '--base', 'HEAD', 'deploy'])).rejects.toThrow('--base: cannot be read here (');
});
