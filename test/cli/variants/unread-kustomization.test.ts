/** A kustomization whose text is not parsed here, although kustomize may read it, may list files of any ending. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const BAD = `${placementYaml('blog')}  policy: { placementType: PickNope }\n`;
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
const PLACED = `${placementYaml('shop')}---\n${NAMESPACE}`;
const CONTENT = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web }\n';
const UNREAD = '# \u2028\n';

type Files = Readonly<Record<string, string>>;

async function exitCode(files: Files, env: Readonly<Record<string, string>>): Promise<number> {
  const cwd = temporaryFolder();
  // The placement is in no folder around the kustomization.
  writeTree(cwd, { 'fleet/p.yaml': PLACED });
  writeTree(join(cwd, 'x/y'), files);
  return (await runCli(cwd, ['lint', '.'], { env })).exitCode;
}

describe.each<readonly [string, Readonly<Record<string, string>>]>([
  ['with kustomize, if it is installed', {}],
  ['without kustomize', { PATH: '' }],
])('a kustomization that is not parsed, %s', (_, env) => {
  it.each<readonly [string, Files]>([
    ['a listed file of its folder', { 'k/kustomization.yaml': `resources: [b.txt]\n${UNREAD}`, 'k/b.txt': BAD }],
    ['a file listed before the end of the document', { 'k/kustomization.yaml': 'resources: [b.txt]\n...\nfoo: bar\n', 'k/b.txt': BAD }],
    ['an entry behind a line break in a comment', { 'k/kustomization.yaml': 'resources:\n# note\u0085- b.txt\n', 'k/b.txt': BAD }],
    ['a file that no word names', { 'k/kustomization.yaml': `resources: ["b.t\\\n  xt"]\n${UNREAD}`, 'k/b.txt': BAD }],
    ['a file of another folder', { 'k/kustomization.yaml': `resources: [../a/b.txt]\n${UNREAD}`, 'a/b.txt': BAD }],
    ['a file with a blank in its name', { 'k/kustomization.yaml': `resources:\n- ../a/b c.txt\n${UNREAD}`, 'a/b c.txt': BAD }],
    ['an escaped name', { 'k/kustomization.yaml': `resources: ["../a/\\x62.txt"]\n${UNREAD}`, 'a/b.txt': BAD }],
    ['a listed Markdown file', { 'k/kustomization.yaml': `resources: [b.md]\n${UNREAD}`, 'k/b.md': BAD }],
    [
      'a component',
      {
        'k/kustomization.yaml': `components: [../a]\n${UNREAD}`,
        'a/kustomization.yaml': 'kind: Component\nresources: [b.txt]\n',
        'a/b.txt': BAD,
      },
    ],
    [
      'the base of an overlay',
      { 'k/kustomization.yaml': 'resources: [../a]\n', 'a/kustomization.yaml': `resources: [b.txt]\n${UNREAD}`, 'a/b.txt': BAD },
    ],
    ['content of a placement', { 'k/kustomization.yaml': `namespace: shop\nresources: [b.txt]\n${UNREAD}`, 'k/b.txt': CONTENT }],
  ])('does not pass: %s', async (_what, files) => {
    expect(await exitCode(files, env)).toBe(6);
    expect(await exitCode({ ...files, '../../.fleet-gate.yaml': 'render: off\n' }, env)).toBe(6);
  });

  it.each<readonly [string, Files]>([
    ['a text without objects', { 'k/kustomization.yaml': `resources: [b.txt]\n${UNREAD}`, 'k/b.txt': 'Read this first.\n' }],
    ['a description with an example', { 'k/kustomization.yaml': `resources: [b.txt]\n${UNREAD}`, 'k/README.md': BAD, 'k/b.txt': CONTENT }],
    ['a file of a folder that it does not name', { 'k/kustomization.yaml': `resources: [b.txt]\n${UNREAD}`, 'a/b.txt': BAD }],
    [
      'content that no placement selects',
      { 'k/kustomization.yaml': `namespace: other\nresources: [b.txt]\n${UNREAD}`, 'k/b.txt': CONTENT },
    ],
  ])('passes with a word, as nothing of KubeFleet is meant: %s', async (_what, files) => {
    expect(await exitCode(files, env)).toBe(0);
  });
});

describe.each<readonly [string, Readonly<Record<string, string>>]>([
  ['with kustomize, if it is installed', {}],
  ['without kustomize', { PATH: '/usr/bin:/bin' }],
])('a change after which a kustomization is not parsed, %s', (_, env) => {
  it.each<readonly [string, Files, string, string]>([
    ['a placement', { 'k/kustomization.yaml': 'resources: [p.txt]\n', 'k/p.txt': PLACED }, 'k/kustomization.yaml', `resources: [p.txt]\n`],
    [
      'a placement under another name',
      { 'k/kustomization.yaml': 'namePrefix: a-\nresources: [p.yaml]\n', 'k/p.yaml': PLACED },
      'k/kustomization.yaml',
      'namePrefix: a-\nresources: [p.yaml]\n',
    ],
    [
      'the base of an overlay with a placement',
      { 'k/kustomization.yaml': 'resources: [../a]\n', 'a/kustomization.yaml': 'resources: [p.txt]\n', 'a/p.txt': PLACED },
      'a/kustomization.yaml',
      'resources: [p.txt]\n',
    ],
    [
      'content of a placement',
      { 'p.yaml': PLACED, 'k/kustomization.yaml': 'namespace: shop\nresources: [c.yaml]\n', 'k/c.yaml': CONTENT },
      'k/kustomization.yaml',
      'namespace: shop\nresources: [c.yaml]\n',
    ],
    [
      'content without a placement',
      { 'k/kustomization.yaml': 'resources: [../a/c.yaml]\n', 'a/c.yaml': CONTENT, 'k/b.txt': BAD },
      'k/kustomization.yaml',
      'resources: ["../a/c.y\\\n  aml", b.txt]\n',
    ],
  ])('removes nothing, and still uses its files: %s', async (_what, files, file, text) => {
    const repository = gitRepository(files);
    repository.write(file, `${text}${UNREAD}`);
    const { report, out, ...run } = await runCli(repository.dir, ['lint', '.', '--base', 'HEAD'], { env });
    expect(run.exitCode).toBe(6);
    expect((report?.removals ?? []).map(({ object }) => displayName(object))).toEqual([]);
    expect((report?.notes ?? []).join('\n')).not.toContain('any longer');
    expect(out).not.toContain('removes');
  });
});
