/** Manifests whose name, or the name of whose folder, is not valid UTF-8. `kubectl apply -R` applies them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinedMembers, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const NS = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
const CONTENT = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: shop }\n';
const OTHER = CONTENT.replace('shop', 'other');
const SHOP = placementYaml('shop');

/** `%` is a byte that no UTF-8 has. */
function put(folder: string, name: string, text: string): void {
  const path = Buffer.from(join(folder, name).replaceAll('%', '\u00ff'), 'latin1');
  const end = path.lastIndexOf('/');
  mkdirSync(path.subarray(0, end), { recursive: true });
  writeFileSync(path, text);
}

async function judged({ dir }: GitRepository, command: string): Promise<{ readonly code: number; readonly told: string }> {
  const { exitCode, report, out } = await runCli(dir, [command, 'deploy', '--base', 'HEAD', '--clusters', 'clusters.yaml']);
  return { code: exitCode, told: [out, ...(report?.notes ?? [])].join('\n') };
}

describe.each(['lint', 'plan'])('a name that is not valid UTF-8, by %s', (command) => {
  const before = { 'deploy/a/ns.yaml': NS, 'clusters.yaml': joinedMembers('e1') };

  it.each<readonly [string, string, string, Readonly<Record<string, string>>]>([
    ['a file with a placement', 'deploy/a/p%.yaml', SHOP, {}],
    ['a folder with a placement', 'deploy/a/d%/b/p.json', SHOP, {}],
    ['a hidden folder with a placement', 'deploy/.a/p%.yaml', SHOP, {}],
    ['content of a placement of another folder', 'deploy/a/p%.yaml', CONTENT, { 'deploy/b/p.yaml': SHOP }],
    ['a text beside a placement', 'deploy/b/p%.yaml', 'a: b\n', { 'deploy/b/p.yaml': SHOP }],
  ])('does not pass: %s', async (_what, name, text, files) => {
    const repository = gitRepository({ ...before, ...files });
    put(repository.dir, name, text);
    expect((await judged(repository, command)).code).toBe(6);
  });

  it('passes, and is named, if it has nothing of a placement', async () => {
    const repository = gitRepository({ ...before, 'deploy/b/p.yaml': SHOP });
    put(repository.dir, 'deploy/a/p%.yaml', OTHER);
    expect(await judged(repository, command)).toEqual({ code: 0, told: expect.stringContaining('deploy/a/p\uFFFD.yaml') as string });
  });

  it('is no removal of what the base had in the folder', async () => {
    const repository = gitRepository({ ...before, 'deploy/a/p.yaml': SHOP });
    rmSync(join(repository.dir, 'deploy/a/p.yaml'));
    put(repository.dir, 'deploy/a/p%.yaml', SHOP);
    const { code, told } = await judged(repository, command);
    expect(code).toBe(6);
    expect(told).not.toMatch(/removes|removed/);
  });

  it('is named as a file of the base', async () => {
    const repository = gitRepository(before);
    put(repository.dir, 'deploy/a/p%.yaml', SHOP);
    repository.commit();
    rmSync(Buffer.from(join(repository.dir, 'deploy/a/p\u00ff.yaml'), 'latin1'));
    repository.write('deploy/a/p.yaml', SHOP);
    expect((await judged(repository, command)).told).toContain(
      'Files of the base could not be evaluated completely (deploy/a/p\uFFFD.yaml)',
    );
  });
});
