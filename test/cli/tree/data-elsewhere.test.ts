import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const LFS = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 300\n`;
const CRYPT = '\0GITCRYPT\0x';
const ANNEX = `/annex/objects/SHA256E-s300--${'4d'.repeat(32)}.txt\n`;

const generated = (generator: string, more = ''): Record<string, string> => ({
  'd/kustomization.yaml': `resources: [cm.yaml]\n${generator}\n${more}`,
  'd/cm.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}\n',
});
const chart = (template: string): Record<string, string> => ({
  'd/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
  'd/templates/a.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}\ndata:\n  a: ${template}\n`,
});
const FILES = 'configMapGenerator: [{name: q, namespace: shop, files: [x=f.txt]}]';

test.each<[what: string, files: Record<string, string>, isNamed: boolean]>([
  ['files of a generator', { ...generated(FILES), 'd/f.txt': LFS }, true],
  ['files of a generator that git-crypt encrypts', { ...generated(FILES), 'd/f.txt': CRYPT }, true],
  ['files of a generator that git-annex has elsewhere', { ...generated(FILES), 'd/f.txt': ANNEX }, true],
  ['variables of a generator', { ...generated('secretGenerator: [{name: q, namespace: shop, envs: [f.txt]}]'), 'd/f.txt': LFS }, true],
  ['a generator that is copied from', { ...generated(FILES, 'replacements: []'), 'd/f.txt': LFS }, true],
  ['a generator with other files', { ...generated(FILES), 'd/f.txt': 'a', 'd/g.txt': LFS }, false],
  ['a template', { ...chart('{{ .Files.Get "f.txt" | quote }}'), 'd/f.txt': LFS }, true],
  ['a template with a pattern', { ...chart('{{ (.Files.Glob "f/*").AsConfig }}'), 'd/f/f.txt': LFS }, true],
  ['a template with a computed name', { ...chart('{{ $.Files.Get .Values.file | quote }}'), 'd/f.txt': LFS }, true],
  ['a template with another name', { ...chart('{{ .Files.Get "g.txt" | quote }}'), 'd/f.txt': LFS }, false],
  ['a template without files', { ...chart('b'), 'd/f.txt': LFS }, false],
])('data whose content is elsewhere is not evaluated if it is read: %s', async (_, files, isNamed) => {
  const lint = async (placement: Record<string, string>): Promise<readonly [number, boolean]> => {
    const cwd = temporaryFolder();
    writeTree(cwd, { ...placement, ...files });
    const { exitCode, report } = await runCli(cwd, ['lint', '.', '--render-with', 'off']);
    return [exitCode, report?.lint?.notEvaluated.some(({ reason }) => /Git LFS|git-crypt|git-annex/.test(reason)) === true];
  };
  const ofShop = { 'p/ns.yaml': namespaceYaml('shop'), 'p/p.yaml': placementYaml('shop') };
  expect((await lint(ofShop))[1]).toBe(isNamed);
  if (isNamed) expect((await lint({ ...ofShop, 'd/p.yaml': placementYaml('other'), 'd/ns.yaml': namespaceYaml('other') }))[0]).toBe(6);
});

const plugin = (files: string): Record<string, string> => ({
  'd/kustomization.yaml': 'generators: [g.yaml]\n',
  'd/g.yaml': `apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: q, namespace: shop}\n${files}\n`,
});

test.each<[what: string, files: Record<string, string>, lacked: string | undefined]>([
  ['files of a generator', generated(FILES), 'd/f.txt'],
  ['variables of a generator', generated('secretGenerator: [{name: q, namespace: shop, envs: [f.txt]}]'), 'd/f.txt'],
  ['a generator that is a plugin', plugin('files: [x=f.txt]'), 'd/f.txt'],
  [
    'a generator with other files',
    { ...generated('configMapGenerator: [{name: q, namespace: shop, files: [o.md]}]'), 'd/o.md': 'a' },
    undefined,
  ],
  ['a template', chart('{{ .Files.Get "f.txt" | quote }}'), 'd/f.txt'],
  ['a template with a pattern', { ...chart('{{ (.Files.Glob "f/*").AsConfig }}'), 'd/f/f.txt': 'a' }, 'd/f/f.txt'],
  ['a template with a computed name', chart('{{ $.Files.Get .Values.file | quote }}'), 'd/f.txt'],
  ['a template with another name', { ...chart('{{ .Files.Get "o.md" | quote }}'), 'd/o.md': 'a' }, undefined],
  ['a template without files', chart('b'), undefined],
])('data that a sparse checkout leaves out is not evaluated if it is read: %s', async (_, files, lacked) => {
  const lint = async (placement: Record<string, string>): Promise<readonly [number, readonly string[]]> => {
    const { dir, git } = gitRepository({ ...placement, ...files, 'd/f.txt': 'a=b\n' });
    const run = async (): Promise<readonly [number, readonly string[]]> => {
      const { exitCode, report } = await runCli(dir, ['lint', '.', '--render-with', 'off']);
      const told = report?.lint?.notEvaluated.filter(({ reason }) => reason.includes('missing from this checkout, although git has it'));
      return [exitCode, told?.map(({ file }) => file) ?? []];
    };
    expect((await run())[1]).toEqual([]);
    git('sparse-checkout', 'set', '--no-cone', '/*', '!*.txt');
    return run();
  };
  const ofShop = { 'p/ns.yaml': namespaceYaml('shop'), 'p/p.yaml': placementYaml('shop') };
  expect((await lint(ofShop))[1]).toEqual(lacked === undefined ? [] : [lacked]);
  const near = await lint({ ...ofShop, 'd/p.yaml': placementYaml('other'), 'd/ns.yaml': namespaceYaml('other') });
  if (lacked !== undefined) expect(near).toEqual([6, [lacked]]);
});

test.each<[what: string, files: Record<string, string>, isNamed: boolean]>([
  ['files of a generator', generated('configMapGenerator: [{name: q, namespace: shop, files: [x=s/f.txt]}]'), true],
  ['a template', chart('{{ .Files.Get "s/f.txt" | quote }}'), true],
  ['a template with a pattern', chart('{{ (.Files.Glob "**.txt").AsConfig }}'), true],
  ['a template with another name', chart('{{ .Files.Get "o/f.txt" | quote }}'), false],
])('data in a submodule that is not checked out is not evaluated if it is read: %s', async (_, files, isNamed) => {
  const data = gitRepository({ 'f.txt': 'a' });
  const { dir, git, commit } = gitRepository({ 'p/ns.yaml': namespaceYaml('shop'), 'p/p.yaml': placementYaml('shop'), ...files });
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', data.dir, 'd/s');
  commit();
  const told = async (): Promise<boolean> =>
    JSON.stringify((await runCli(dir, ['lint', '.', '--render-with', 'off'])).report?.lint?.notEvaluated).includes(
      'missing from this checkout',
    );
  expect(await told()).toBe(false);
  git('submodule', '--quiet', 'deinit', '--force', 'd/s');
  expect(await told()).toBe(isNamed);
});
