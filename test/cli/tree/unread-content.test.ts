/** Content of a placement that is not read makes a run fail as other content does that was not evaluated. */
import { describe, expect, it } from 'vitest';
import { placementYaml, namespaceYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;

const SHOP = `${namespaceYaml('shop')}---\n${placementYaml('shop')}`;
const map = (namespace: string, more: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: ${namespace} }\n${more}`;
const DEEP = `data: ${'{a: '.repeat(220)}1${'}'.repeat(220)}\n`;
const HIDDEN = `# a\u2028# b\ndata: { a: b }\n`;
const OPEN = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n';
const ALL = 'kubectl apply -R -f .\n';
const FLUX = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: all, namespace: flux-system }
spec: { path: ./, prune: true, interval: 1m, sourceRef: { kind: GitRepository, name: flux-system } }
`;

async function linted(files: Files): Promise<readonly [number, string]> {
  const { dir } = gitRepository(files);
  const { exitCode, first } = await runCli(dir, ['lint', '.']);
  return [exitCode, first];
}

describe('fails with 6', () => {
  it.each<readonly [string, Files, string]>([
    ['a line separator in a comment', { 'b.yaml': map('shop', HIDDEN) }, 'b.yaml:1 The document holds the character U+2028'],
    ['a next line in a comment', { 'b.yaml': map('shop', HIDDEN.replace('\u2028', '\u0085')) }, 'the character U+0085'],
    ['a next line before the first key', { 'b.yaml': `# a\u0085${map('shop', '')}` }, 'the character U+0085'],
    ['a next line before the kind', { 'b.yaml': map('shop', '').replace('\nkind:', '\n# a\u0085kind:') }, 'the character U+0085'],
    ['next lines as all ends of lines', { 'b.yaml': map('shop', '').replaceAll('\n', '\u0085') }, 'the character U+0085'],
    ['a document that is nested too deeply', { 'b.yaml': map('shop', DEEP) }, 'b.yaml:1 The document is nested more than 200 levels deep'],
    ['a document in another folder that names the namespace', { 'b.yaml': '', 'web/b.yaml': map('shop', DEEP) }, 'web/b.yaml:1'],
    ['a hidden folder that a script applies', { '.d/b.yaml': map('shop', ''), 'deploy.sh': ALL }, '.d/b.yaml:1'],
    [
      'the second file of a hidden folder',
      { '.d/a.yaml': map('other', ''), '.d/b.yaml': map('shop', ''), 'deploy.sh': ALL },
      '.d/b.yaml:1',
    ],
    ['a hidden file whose namespace the script gives', { '.d/b.yaml': OPEN, 'deploy.sh': ALL.replace('\n', ' -n shop\n') }, '.d/b.yaml:1'],
    ['a hidden file whose namespace is not known', { '.d/b.yaml': OPEN, 'deploy.sh': ALL }, '.d/b.yaml:1'],
    ['a hidden file that is no YAML', { '.d/b.yaml': `${map('other', '')}data: {\n`, 'deploy.sh': ALL }, '.d/b.yaml:1'],
    ['a hidden file that is too large', { '.d/b.yaml': `# ${'-'.repeat(100_000)}\n${map('other', '')}`, 'deploy.sh': ALL }, '.d/b.yaml:1'],
    [
      'a hidden file beside a kustomization, which may give it the namespace',
      { '.d/b.yaml': map('other', ''), '.d/kustomization.yaml': 'namespace: shop\nresources: [b.yaml]\n', 'deploy.sh': ALL },
      '.d/b.yaml:1',
    ],
    ['a hidden folder that Flux applies', { '.d/b.yaml': map('shop', ''), 'flux.yaml': FLUX }, '.d/b.yaml:1 It is in a hidden directory'],
  ])('%s', async (_, files, named) => {
    const [code, first] = await linted({ 'fleet/a.yaml': '', 'a.yaml': '', ...placedBeside(files), ...files });
    expect([code, first]).toEqual([6, expect.stringContaining(named)]);
  });

  it('a symbolic link that the checkout has as text', async () => {
    const repository = gitRepository({ 'a.yaml': SHOP, 'b.yaml': '../other/b.yaml' });
    const blob = repository.git('hash-object', '-w', 'b.yaml').trim();
    repository.git('update-index', '--cacheinfo', `120000,${blob},b.yaml`);
    const { exitCode, first } = await runCli(repository.dir, ['lint', '.']);
    expect([exitCode, first]).toEqual([6, expect.stringContaining('b.yaml:1 The file was not read: git has it as a symbolic link')]);
  });
});

describe('a symbolic link to a folder that the checkout has as text', () => {
  const files = { 'fleet/a.yaml': SHOP, 'fleet/apps': '../shared', 'shared/map.yaml': map('shop', '') };
  const lintedAt = async (
    paths: readonly string[],
    more: Files,
    isLink = true,
  ): Promise<readonly [number, readonly string[] | undefined]> => {
    const repository = gitRepository({ ...files, ...more });
    const blob = repository.git('hash-object', '-w', 'fleet/apps');
    if (isLink) repository.git('update-index', '--cacheinfo', `120000,${blob},fleet/apps`);
    const { exitCode, report } = await runCli(repository.dir, ['lint', ...paths]);
    return [exitCode, report?.lint?.notEvaluated.map(({ file, reason }) => `${file} ${reason}`)];
  };

  it('fails with 6 if it leads out of what is checked', async () => {
    expect(await lintedAt(['fleet'], {})).toEqual([
      6,
      [
        'fleet/apps The folder was not read: git has it as a symbolic link, and this checkout has only the path as text (set `core.symlinks` to true and check out again).',
      ],
    ]);
  });

  it.each<readonly [string, readonly string[], Files, boolean]>([
    ['if its folder is checked by its own name', ['.'], {}, true],
    ['if its folder is named too', ['fleet', 'shared'], {}, true],
    ['if it is excluded', ['fleet'], { '.fleet-gate.yaml': 'exclude: [apps]\n' }, true],
    ['if it leads nowhere', ['fleet'], { 'fleet/apps': '../gone' }, true],
    ['if git has it as a file', ['fleet'], {}, false],
  ])('passes %s', async (_, paths, more, isLink) => {
    expect(await lintedAt(paths, more, isLink)).toEqual([0, []]);
  });
});

/** The placement is beside all folders, or in one of its own. */
function placedBeside(files: Files): Files {
  return 'web/b.yaml' in files ? { 'fleet/a.yaml': SHOP } : { 'a.yaml': SHOP };
}

describe('passes', () => {
  it.each<readonly [string, Files]>([
    ['a document of another namespace in another folder', { 'web/b.yaml': map('other', DEEP) }],
    ['a document that is no manifest', { 'fleet/b.yaml': `title: a # a\u2028# b\n` }],
    ['a separator within quotes', { 'fleet/b.yaml': map('shop', 'data: { a: "b\u2028c" }\n') }],
    ['a hidden folder that nothing applies', { 'fleet/.d/b.yaml': map('shop', '') }],
    ['a hidden folder beside what a script applies', { 'fleet/.d/b.yaml': map('shop', ''), 'deploy.sh': 'kubectl apply -f fleet\n' }],
    ['a hidden folder of another namespace that a script applies', { '.d/b.yaml': map('test', ''), 'deploy.sh': ALL }],
    ['a hidden folder of another namespace that Flux applies', { '.d/b.yaml': map('test', ''), 'flux.yaml': FLUX }],
    ['a hidden object of the cluster that no placement selects', { '.d/b.yaml': namespaceYaml('test'), 'deploy.sh': ALL }],
    ['a hidden file whose namespace the script gives', { '.d/b.yaml': OPEN, 'deploy.sh': ALL.replace('\n', ' -n test\n') }],
    ['a text that is no link', { 'fleet/b.yaml': '../other/b.yaml' }],
  ])('%s', async (_, files) => {
    expect((await linted({ 'fleet/a.yaml': SHOP, ...files }))[0]).toBe(0);
  });

  it('but names a hidden folder of another namespace', async () => {
    const { dir } = gitRepository({ 'fleet/a.yaml': SHOP, '.d/b.yaml': map('test', ''), 'deploy.sh': ALL });
    const { report } = await runCli(dir, ['lint', '.']);
    expect(report?.lint?.notEvaluated.map(({ file }) => file)).toEqual(['.d/b.yaml']);
  });

  it('a link that the checkout has as a link', async () => {
    const repository = gitRepository({ 'a.yaml': SHOP, 'other/b.yaml': map('shop', '') });
    repository.git('config', 'core.symlinks', 'true');
    const { symlinkSync } = await import('node:fs');
    symlinkSync('other/b.yaml', `${repository.dir}/b.yaml`);
    repository.git('add', '-A');
    const { exitCode, report } = await runCli(repository.dir, ['lint', '.']);
    expect([exitCode, report?.lint?.notEvaluated]).toEqual([0, []]);
  });
});
