/** A change that gives the file of clusters another name removes no cluster; what it edits there counts. */
import { expect, it } from 'vitest';
import { joinedMembers, JOINED_STATUS, memberYaml, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const APP = { 'apps/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}` };
const members = (...names: readonly string[]): string => names.map((name) => memberYaml(name)).join('---\n');
const ASKED = ['--base', 'HEAD', '--fail-on-removal', 'any'];

async function planned(base: Readonly<Record<string, string>>, now: string, ...flags: readonly string[]) {
  const { dir, write, remove } = gitRepository({ ...APP, ...base });
  for (const path of Object.keys(base)) remove(path);
  write('members.yaml', now);
  const { exitCode, report } = await runCli(dir, ['plan', '.', '--clusters', 'members.yaml', ...ASKED, ...flags]);
  const [placement] = report?.plan?.placements ?? [];
  return { exitCode, picked: placement?.picked, removed: placement?.change?.removed, notes: (report?.notes ?? []).join('\n') };
}

it.each([
  ['as it was', members('oslo', 'rome')],
  ['with the status of a hub', `${memberYaml('oslo')}${JOINED_STATUS}---\n${memberYaml('rome')}${JOINED_STATUS}`],
])('a renamed file of clusters changes nothing: %s', async (_, text) => {
  const found = await planned({ 'clusters.yaml': text }, text);
  expect(found).toMatchObject({ exitCode: 0, picked: ['oslo', 'rome'], removed: [] });
  expect(found.notes).not.toMatch(/removed from the manifests|renames/);
});

it('what the change takes out of the file that it renames leaves the fleet, and keeps its content', async () => {
  const found = await planned({ 'clusters.yaml': members('oslo', 'rome', 'bern') }, members('oslo', 'rome'));
  expect(found).toMatchObject({ exitCode: 0, picked: ['oslo', 'rome'], removed: ['bern'] });
  expect(found.notes).toContain('This change renames and edits clusters.yaml, the file of clusters, which is now members.yaml');
});

it.each([
  ['it has other objects as well', `${members('oslo', 'rome')}---\n${namespaceYaml('ops')}`, members('oslo', 'rome')],
  ['the new file is the report of a hub', members('oslo', 'rome'), joinedMembers('oslo', 'rome')],
])('a manifest that the change deletes is no file of clusters: %s', async (_, before, now) => {
  expect((await planned({ 'hub/members.yaml': before }, now)).exitCode).toBe(1);
});

it('a manifest that the change deletes is no file of clusters if most of it is not in the new file', async () => {
  const found = await planned({ 'hub/members.yaml': members('oslo', 'bern', 'kiel') }, members('oslo', 'rome'));
  expect(found).toMatchObject({ exitCode: 0, picked: ['rome'], removed: ['bern', 'kiel', 'oslo'] });
  expect(found.notes).not.toMatch(/renames/);
});
