/** Entries of a kustomization that name nothing, and the files that they may mean, with any ending. */
import { describe, expect, it } from 'vitest';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
const PLACED = `${placementYaml('shop')}---\n${NAMESPACE}`;
const BAD = `${placementYaml('blog')}  policy: { placementType: PickNope }\n`;
const CONTENT = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: shop }\n';
const OTHER = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: other }\n';

type Files = Readonly<Record<string, string>>;

async function exitCode(entries: string, files: Files, env: Readonly<Record<string, string>>): Promise<number> {
  const cwd = temporaryFolder();
  writeTree(cwd, { 'shop.yaml': PLACED, 'k/kustomization.yaml': `resources: [${entries}]\n`, ...files });
  return (await runCli(cwd, ['lint', '.'], { env })).exitCode;
}

describe.each<readonly [string, Readonly<Record<string, string>>]>([
  ['with kustomize, if it is installed', {}],
  ['without kustomize', { PATH: '' }],
])('a kustomization with an entry that names nothing, %s', (_, env) => {
  it.each<readonly [string, string, Files]>([
    ['a pattern', '"*.txt"', { 'k/x.txt': BAD }],
    ['a pattern of manifests', '"*.y*ml"', { 'k/x.yaml': CONTENT }],
    ['a pattern with a question mark', '"?.conf"', { 'k/x.conf': BAD }],
    ['a pattern of names without an ending', '"fleet*"', { 'k/fleet-shop': BAD }],
    ['a pattern of another folder', '"../a/*.txt"', { 'a/x.txt': BAD }],
    ['a pattern of folders', '"*/x.txt"', { 'k/a/x.txt': BAD }],
    ['a pattern of folders with manifests', '"a/*/x.yaml"', { 'k/a/b/x.yaml': CONTENT }],
    ['a pattern of folders of any depth', '"**/*.txt"', { 'k/a/b/x.txt': BAD }],
    ['a name with a typing error', 'shpo.txt', { 'k/shop.txt': BAD }],
    ['a name without its ending', 'shop', { 'k/shop.txt': BAD }],
    ['a pattern of content of a placement', '"*.txt"', { 'k/x.txt': CONTENT }],
    ['a missing file beside content of a placement', 'x.txt, missing.yaml', { 'k/x.txt': CONTENT }],
  ])('does not pass: %s', async (_what, entries, files) => {
    expect(await exitCode(entries, files, env)).toBe(6);
  });

  it.each<readonly [string, string, Files]>([
    ['a pattern that fits no file', '"*.txt"', { 'k/x.md': BAD }],
    ['a pattern of files of a folder, and a file below it', '"*.txt"', { 'k/a/x.txt': BAD }],
    ['a text without objects', '"*.txt"', { 'k/x.txt': 'Read this first.\n' }],
    ['content that no placement selects', '"*.txt"', { 'k/x.txt': OTHER }],
    ['another name', 'missing.txt', { 'k/shop.txt': BAD }],
  ])('passes with a word, as nothing of KubeFleet is meant: %s', async (_what, entries, files) => {
    expect(await exitCode(entries, files, env)).toBe(0);
  });
});
