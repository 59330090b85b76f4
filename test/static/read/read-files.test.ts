import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/errors.ts';
import { readManifests } from '../../../src/static/read/read-manifests.ts';
import { DEFAULT_YAML_LIMITS } from '../../../src/yaml/limits.ts';
import type { ReadResult } from '../../../src/static/read/read-result.ts';

const namespace = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`;
const service = (name: string, metadata = ''): string => `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}${metadata}}\nspec: {}\n`;

let root = '';
let cwd = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'read-'));
  cwd = join(root, 'repo');
  await mkdir(cwd);
});
afterEach(() => rm(root, { recursive: true }));

describe('files', () => {
  test('in directories are read in order, YAML and JSON only, and not those of hidden directories', async () => {
    await write({
      'b.yml': namespace('b'),
      'a/z.yaml': namespace('z'),
      'a/c.JSON': JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'c' } }),
      'readme.md': namespace('no'),
      'node_modules/x/a.yaml': namespace('no'),
      '.git/a.yaml': namespace('no'),
      '.cache/a.yaml': namespace('no'),
      '.github/workflows/w.yaml': namespace('w'),
    });
    expect(files(await read(['.']))).toEqual(['.github/workflows/w.yaml', 'a/c.JSON', 'a/z.yaml', 'b.yml']);
  });

  test('of KubeFleet in hidden directories are reported and not checked', async () => {
    const placement = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: p}\nspec: {}\n';
    await write({
      'a.yaml': namespace('a'),
      '.old/deep/p.yaml': placement,
      '.old/n.yaml': namespace('n'),
      '.old/node_modules/p.yaml': placement,
      '.git/p.yaml': placement,
      '.old/.git/p.yaml': placement,
      '.archive/p.yaml': placement,
      '.old/p.md': placement,
    });
    await symlink(join(root, 'repo', '.old', 'nowhere.yaml'), join(cwd, '.old', 'link.yaml'));
    const told = async (paths: readonly string[], exclude: readonly string[] = []): Promise<readonly string[]> => {
      const { notEvaluated } = await readManifests(paths, { cwd, exclude });
      return notEvaluated.map(({ file, reason, fleetObject }) => `${file} ${String(fleetObject)} ${reason}`);
    };
    const line = (file: string, isFleet = true, kind = 'hidden'): string =>
      `${file} ${isFleet ? 'true' : 'undefined'} It is in a ${kind} directory, which was not checked, although \`kubectl apply -R\` and Flux apply it. Name the directory to check it, or exclude it.`;
    expect(files(await read(['.']))).toEqual(['a.yaml']);
    const ofOld = [line('.old/deep/p.yaml'), line('.old/node_modules/p.yaml', true, 'node_modules'), line('.old/n.yaml', false)];
    expect(await told(['.'])).toEqual([line('.archive/p.yaml'), ...ofOld]);
    expect(await told(['.'], ['.archive'])).toEqual(ofOld);
    expect(await told(['.', '.archive'])).toEqual(ofOld);
    expect(files(await read(['.', '.archive']))).toEqual(['a.yaml', '.archive/p.yaml']);
  });

  test('of a mounted ConfigMap are read through their links, and a file without a link is reported', async () => {
    const placement = (name: string): string =>
      namespace(name).replace('v1', 'placement.kubernetes-fleet.io/v1').replace('Namespace', 'ClusterResourcePlacement');
    await write({ 'mounted/..2026/b.yaml': placement('b') });
    await symlink('..2026', join(cwd, 'mounted/..data'));
    await symlink('..data/b.yaml', join(cwd, 'mounted/b.yaml'));
    const mounted = await read(['mounted']);
    expect(files(mounted)).toEqual(['mounted/b.yaml']);
    expect(mounted.notEvaluated).toEqual([]);
    await write({ 'mounted/..2026/c.yaml': placement('c') });
    expect((await read(['mounted'])).notEvaluated.map(({ file }) => file)).toEqual(['mounted/..2026/c.yaml']);
  });

  test('outside of hidden directories that these lead to, and unreadable hidden ones, are reported', async () => {
    await write({ 'a.yaml': namespace('a'), '.old/n.yaml': namespace('n') });
    await mkdir(join(root, 'elsewhere'));
    await writeFile(join(root, 'outside.yaml'), namespace('outside'));
    await symlink(join(root, 'elsewhere'), join(cwd, '.old', 'more'));
    await symlink(join(root, 'outside.yaml'), join(cwd, '.old', 'out.yaml'));
    const away = 'This symbolic link leads out of the directory, so it was not followed.';
    const told = async (exclude: readonly string[] = []): Promise<unknown> => (await readManifests(['.'], { cwd, exclude })).notEvaluated;
    expect(await told()).toEqual([
      { file: '.old/more', line: 1, reason: away },
      { file: '.old/out.yaml', line: 1, reason: away },
      { file: '.old/n.yaml', line: 1, reason: expect.stringContaining('It is in a hidden directory') },
    ]);
    expect(await told(['.old'])).toEqual([]);
    await mkdir(join(cwd, '.locked'), { mode: 0o000 });
    // Root reads every directory.
    const locked = process.getuid?.() === 0 ? [] : [{ file: '.locked', line: 1, reason: 'The directory cannot be read.' }];
    expect(await told(['.old'])).toEqual(locked);
  });

  test('that are named are read with any extension, and each file only once', async () => {
    await write({ 'manifests.txt': namespace('a'), '.hidden/b.yaml': namespace('b') });
    expect(files(await read(['manifests.txt', './manifests.txt', '.hidden', '.hidden/b.yaml']))).toEqual([
      'manifests.txt',
      '.hidden/b.yaml',
    ]);
  });

  test('and directories that a glob excludes are left out', async () => {
    await write({
      'a.yaml': namespace('a'),
      'x/test/b.yaml': namespace('b'),
      'x/c.gen.yaml': namespace('c'),
      'x/y/d.yaml': namespace('d'),
    });
    expect(files(await readManifests(['.'], { cwd, exclude: ['test', '*.gen.yaml', './x/y/'] }))).toEqual(['a.yaml']);
    expect(files(await readManifests(['.'], { cwd, exclude: ['x/**/*.yaml'] }))).toEqual(['a.yaml']);
  });

  test('behind links within the directory are read once, and other links are reported', async () => {
    await write({ 'a/one.yaml': namespace('one'), '..data/two.yaml': namespace('two') });
    await writeFile(join(root, 'outside.yaml'), namespace('outside'));
    await symlink(join(cwd, 'a'), join(cwd, 'a', 'loop'));
    await symlink('../..data/two.yaml', join(cwd, 'a', 'two.yaml'));
    await symlink('one.yaml', join(cwd, 'a', 'again.yaml'));
    await symlink(join(root, 'outside.yaml'), join(cwd, 'a', 'out.yaml'));
    await symlink('nowhere', join(cwd, 'a', 'gone.yaml'));
    await symlink('self.yaml', join(cwd, 'a', 'self.yaml'));
    const result = await read(['.']);
    expect(files(result)).toEqual(['a/one.yaml', 'a/two.yaml']);
    expect(result.notEvaluated).toEqual([
      { file: 'a/gone.yaml', line: 1, reason: 'The target of this symbolic link does not exist.' },
      { file: 'a/out.yaml', line: 1, reason: 'This symbolic link leads out of the directory, so it was not followed.' },
      { file: 'a/self.yaml', line: 1, reason: 'This symbolic link leads back to itself.' },
    ]);
  });

  test('of git are not read through a link', async () => {
    await write({ 'a.yaml': namespace('a'), '.git/config': 'extraheader: AUTHORIZATION basic c2VjcmV0\n' });
    await symlink('.git/config', join(cwd, 'b.yaml'));
    await symlink('.git', join(cwd, 'c'));
    const result = await read(['.']);
    expect(files(result)).toEqual(['a.yaml']);
    expect(result.notEvaluated.map(({ file, reason }) => `${file} ${reason}`)).toEqual([
      "b.yaml This symbolic link leads to git's own files, so it was not followed.",
      "c This symbolic link leads to git's own files, so it was not followed.",
    ]);
  });

  test('that Git LFS stores elsewhere are reported', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 12345\n`;
    await write({ 'a.yaml': namespace('a'), 'b.yaml': pointer, 'c.json': pointer });
    const { notEvaluated } = await read(['.']);
    expect(notEvaluated.map(({ file, reason }) => `${file} ${reason}`)).toEqual(
      ['b.yaml', 'c.json'].map(
        (file) =>
          `${file} The file was not read: a pointer of Git LFS, whose file is not checked out (use \`lfs: true\` with actions/checkout).`,
      ),
    );
  });

  test('that git-annex stores elsewhere are reported', async () => {
    await write({ 'a.yaml': namespace('a'), 'b.yaml': `/annex/objects/SHA256E-s300--${'4d'.repeat(32)}.yaml\n` });
    const { notEvaluated } = await read(['.']);
    expect(notEvaluated).toMatchObject([
      {
        file: 'b.yaml',
        reason: expect.stringContaining('a pointer of git-annex, whose file is not checked out (run `git annex get`'),
        fleetObject: true,
      },
    ]);
  });

  test('that the first versions of Git LFS store elsewhere are reported', async () => {
    for (const version of ['https://hawser.github.com/spec/v1', 'http://git-media.io/v/2']) {
      await write({ 'b.yaml': `version ${version}\noid sha256:${'4d'.repeat(32)}\nsize 12345\n` });
      const { notEvaluated } = await read(['.']);
      expect(notEvaluated.map(({ reason }) => reason).join(), version).toContain('a pointer of Git LFS');
    }
  });

  test('that Ansible Vault encrypts are reported, and those named as YAML may be objects of KubeFleet, unless Ansible reads variables from them', async () => {
    const encrypted = `$ANSIBLE_VAULT;1.1;AES256\n${'62'.repeat(40)}\n`;
    const names = ['apps/a.yaml', 'apps/vaulted.yml', 'b.json', 'apps/vault.yml', 'apps/web.vault.yaml', 'group_vars/all/secrets.yml'];
    await write({ 'a.yaml': namespace('a'), ...Object.fromEntries(names.map((name) => [name, encrypted])) });
    const { notEvaluated } = await read(['.']);
    expect(new Set(notEvaluated.map(({ reason }) => reason))).toEqual(
      new Set(['The file was not read: encrypted with Ansible Vault (run `ansible-vault decrypt` before this step).']),
    );
    expect(notEvaluated.map(({ file }) => file).toSorted()).toEqual(names.toSorted());
    expect(notEvaluated.filter(({ fleetObject }) => fleetObject === true).map(({ file }) => file)).toEqual([
      'apps/a.yaml',
      'apps/vaulted.yml',
      'b.json',
    ]);
    await Promise.all(['apps/a.yaml', 'apps/vaulted.yml'].map((name) => rm(join(cwd, name))));
    await write({
      'placement.yaml': 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: { name: a }\n',
    });
    const beside = (await read(['.'])).notEvaluated.filter(({ fleetObject }) => fleetObject === true);
    expect(beside.map(({ file }) => file)).toEqual(['b.json']);
  });

  const value = 'ENC[AES256_GCM,data:Zm9v,iv:YmFy,tag:YmF6,type:str]';
  const sops = `sops:\n  mac: ${value}\n  version: 3.9.1\n`;
  const armored = (what: string): string => `-----BEGIN ${what}-----\nYWdl\n-----END ${what}-----\n`;

  test.each([
    ['age', 'age (run `age --decrypt`', 'age-encryption.org/v1\n-> X25519 a\nb\n--- c\n\0\u{80}'],
    ['age in letters', 'age (run `age --decrypt`', armored('AGE ENCRYPTED FILE')],
    ['PGP', 'PGP (run `gpg --decrypt`', `\n${armored('PGP MESSAGE')}`],
    ['SOPS with kind', 'SOPS (run `sops decrypt`', `apiVersion: ${value}\nkind: ${value}\nmetadata: {name: "${value}"}\n${sops}`],
    [
      'SOPS, each document',
      'SOPS (run `sops decrypt`',
      `apiVersion: v1\nkind: ${value}\n${sops}---\napiVersion: ${value}\nkind: a\n${sops}`,
    ],
    ['SOPS as a whole', 'SOPS (run `sops decrypt`', `{"data": "${value}", "sops": {"mac": "${value}"}}\n`],
  ])(
    'that %s encrypts are reported, and those named as YAML may be objects of KubeFleet, except beside Chart.yaml',
    async (_, by, text) => {
      const names = ['apps/a.yaml', 'c/secrets.yaml', 'd/d.json', 'group_vars/a.yml', '.h/e.yaml', '.h/f.json'];
      await write({ 'c/Chart.yaml': 'name: c\n', ...Object.fromEntries(names.map((name) => [name, text])) });
      const { notEvaluated } = await read(['.']);
      const about = notEvaluated.filter(({ reason }) => reason === `The file was not read: encrypted with ${by} before this step).`);
      const ofFleet = (): readonly string[] => about.filter(({ fleetObject }) => fleetObject === true).map(({ file }) => file);
      expect(about.map(({ file }) => file).toSorted()).toEqual(names.filter((name) => name !== '.h/f.json').toSorted());
      expect(ofFleet()).toEqual(['apps/a.yaml']);
      await write({
        'd/p.yaml': 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: { name: a }\n',
      });
      const beside = (await read(['d'])).notEvaluated;
      expect(beside).toMatchObject([{ file: 'd/d.json', fleetObject: true }]);
      expect((await readManifests(['-'], { cwd, stdin: text })).notEvaluated).toMatchObject([{ file: '-', fleetObject: true }]);
    },
  );

  test.each([
    ['a Secret', `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {a: "${value}"}\n${sops}`],
    ['values of a chart', `a: ${value}\nkind: ${value}\n${sops}`],
    ['a text that only looks as if SOPS had encrypted it', `data: ${value}\n`],
    ['a text that mentions age', `# age-encryption.org/v1\n${namespace('a')}`],
  ])('with %s are read', async (_, text) => {
    await write({ 'a.yaml': text });
    expect((await read(['.'])).notEvaluated.filter(({ reason }) => reason.includes('was not read'))).toEqual([]);
  });

  test('that only mention Ansible Vault are read', async () => {
    await write({ 'a.yaml': `# $ANSIBLE_VAULT;1.1;AES256\n${namespace('a')}` });
    expect((await read(['.'])).notEvaluated).toEqual([]);
  });

  test('that git-crypt encrypts are reported, and those named as YAML may be objects of KubeFleet', async () => {
    const encrypted = Buffer.concat([Buffer.from('\0GITCRYPT\0'), Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3])]);
    await write({ 'a.yaml': namespace('a'), 'not.yaml': 'GITCRYPT\0' });
    for (const name of ['b.yaml', 'c.YML', 'd.json']) await writeFile(join(cwd, name), encrypted);
    const { notEvaluated } = await read(['.']);
    const reason = 'The file was not read: encrypted by git-crypt (run `git-crypt unlock` before this step).';
    // One folder has them all, so that the JSON file is near a possible object too.
    expect(notEvaluated).toEqual([
      { file: 'b.yaml', line: 1, reason, fleetObject: true },
      { file: 'c.YML', line: 1, reason, fleetObject: true },
      { file: 'd.json', line: 1, reason, fleetObject: true },
      { file: 'not.yaml', line: 1, reason: 'The file was not read: not a text file (it has a NUL character).', fleetObject: true },
    ]);
    await rm(join(cwd, 'b.yaml'));
    await rm(join(cwd, 'c.YML'));
    expect((await read(['.'])).notEvaluated.map(({ file, fleetObject }) => [file, fleetObject])).toEqual([
      ['d.json', undefined],
      ['not.yaml', undefined],
    ]);
  });

  test('that do not exist are an error that names the path', async () => {
    await expect(read(['nope/x.yaml'])).rejects.toThrow(
      new ConfigError(`There is no file or directory "nope/x.yaml" (looked in ${cwd}); check the path.`),
    );
  });

  test.each(['deploy/*.yaml', 'deploy/**', 'a[12].yaml', '{a,b}.yaml'])(
    'are not found for a pattern that no shell expanded, which is reported: %s',
    async (path) => {
      await expect(read([path])).rejects.toThrow(
        `There is no file or directory "${path}" (looked in ${cwd}); only shells expand patterns: name the folder`,
      );
    },
  );

  test('may have names that look like a pattern', async () => {
    await write({ 'a[1].yaml': namespace('a') });
    expect(files(await read(['a[1].yaml']))).toEqual(['a[1].yaml']);
  });

  test('can come from standard input', async () => {
    const result = await readManifests(['-'], { cwd, stdin: namespace('a') });
    expect([result.files, files(result)]).toEqual([1, ['-']]);
  });

  test('that are not text are reported', async () => {
    await write({ 'a.yaml': namespace('a'), 'b.yaml': 'a\0b' });
    const result = await read(['.']);
    expect([files(result), result.notEvaluated]).toEqual([
      ['a.yaml'],
      [{ file: 'b.yaml', line: 1, reason: 'The file was not read: not a text file (it has a NUL character).' }],
    ]);
  });

  test('beyond the size limit are reported without being parsed', async () => {
    await write({ 'a.yaml': namespace('a'), 'b.yaml': `x: ${'y'.repeat(400)}` });
    const result = await readManifests(['.'], { cwd, limits: { ...DEFAULT_YAML_LIMITS, maxLength: 100 } });
    expect([files(result), result.notEvaluated]).toEqual([
      ['a.yaml'],
      [{ file: 'b.yaml', line: 1, reason: 'The file was not read: larger than 300 bytes.' }],
    ]);
  });

  test('that cannot be read and create an object of KubeFleet are reported as such', async () => {
    const placement = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: a}\n';
    await write({ 'large.yaml': `${'#'.repeat(400)}\n${placement}`, 'nul.yaml': `${placement}a: \0\n` });
    await writeFile(join(cwd, 'utf16.yaml'), Buffer.from(placement, 'utf16le'));
    const { notEvaluated } = await readManifests(['.'], { cwd, limits: { ...DEFAULT_YAML_LIMITS, maxLength: 110 } });
    expect(notEvaluated.map(({ file, reason, fleetObject }) => [file, reason, fleetObject])).toEqual([
      ['large.yaml', 'The file was not read: larger than 330 bytes.', true],
      ['nul.yaml', 'The file was not read: not a text file (it has a NUL character).', true],
      ['utf16.yaml', 'The file was not read: UTF-16 without a byte order mark (save it as UTF-8).', true],
    ]);
  });

  test("of a chart's templates are reported, and its other files are read", async () => {
    await write({
      'chart/Chart.yaml': 'apiVersion: v2\nname: c\n',
      'chart/templates/a.yaml': namespace('a'),
      'chart/crds/b.yaml': namespace('b'),
      'templates/c.yaml': namespace('c'),
    });
    expect((await read(['chart/templates/a.yaml'])).manifests).toEqual([]);
    const result = await read(['.']);
    expect([files(result), result.notEvaluated.map(({ file }) => file)]).toEqual([
      ['chart/crds/b.yaml', 'templates/c.yaml'],
      ['chart/Chart.yaml'],
    ]);
  });
});

describe('kustomizations', () => {
  test('set the namespace of namespaced objects, through bases and over an existing one', async () => {
    await write({
      'base/kustomization.yaml': 'resources: [svc.yaml, ns.yaml, ../shared]\n',
      'base/svc.yaml': service('a') + '---\n' + service('b', ', namespace: written'),
      'base/ns.yaml': namespace('prod') + '---\napiVersion: example.io/v1\nkind: Widget\nmetadata: {name: w}\n',
      'shared/kustomization.yml': 'namespace: inner\nresources: [./svc.yaml, https://example.com/x.yaml]\n',
      'shared/svc.yaml': service('c'),
      'prod/kustomization.yaml': 'namespace: prod\nresources: [../base/]\n',
      'loose.yaml': service('d'),
    });
    const { manifests, notEvaluated } = await read(['.']);
    expect(manifests.map(({ object, namespace: of }) => [object.metadata.name, of])).toEqual([
      ['prod', undefined],
      ['w', 'prod'],
      ['a', 'prod'],
      ['b', 'prod'],
      ['d', undefined],
      ['c', 'prod'],
    ]);
    expect(notEvaluated.map(({ file, line }) => `${file}:${line}`)).toEqual(['shared/kustomization.yml:2']);
  });

  test("respect the scope of KubeFleet's kinds", async () => {
    const kinds = ['ClusterResourcePlacement', 'ResourcePlacement', 'ClusterStagedUpdateRun', 'StagedUpdateRun'];
    await write({
      'kustomization.yaml': 'namespace: team\nresources: [fleet.yaml]\n',
      'fleet.yaml': kinds.map((kind) => `apiVersion: placement.kubernetes-fleet.io/v1\nkind: ${kind}\nmetadata: {name: a}\n`).join('---\n'),
    });
    expect((await read(['.'])).manifests.map(({ namespace: of }) => of)).toEqual([undefined, 'team', undefined, 'team']);
  });

  test('that disagree leave the namespace open', async () => {
    await write({
      'base/Kustomization': 'resources: [svc.yaml, ns.yaml]\n',
      'base/svc.yaml': service('a'),
      'base/ns.yaml': namespace('x'),
      'dev/kustomization.yaml': 'namespace: dev\nresources: [../base]\n',
      'prod/kustomization.yaml': 'namespace: prod\nresources: [../base]\n',
    });
    const { manifests } = await read(['.']);
    expect(manifests.map(({ object, namespace: of, unresolved }) => [object.kind, of, unresolved])).toEqual([
      ['Namespace', undefined, ['/metadata/name']],
      ['Service', undefined, ['/metadata/namespace']],
    ]);
  });

  test('with patches make patched objects unchecked, and the patches are not manifests', async () => {
    await write({
      'kustomization.yaml':
        'resources: [all.yaml]\npatches:\n- path: p1.yaml\n- path: p2.yaml\n  target: {kind: Service, name: t.*}\n- patch: |\n    apiVersion: v1\n    kind: Service\n    metadata: {name: inline}\npatchesStrategicMerge: [p3.yaml]\n',
      'all.yaml': ['one', 'two', 'three', 'inline', 'merged', 'free'].map((name) => service(name)).join('---\n'),
      'p1.yaml': service('one'),
      'p2.yaml': '- {op: add, path: /spec/x, value: 1}\n',
      'p3.yaml': service('merged'),
    });
    const { manifests, notEvaluated } = await read(['.']);
    expect(manifests.map(({ object, unresolved }) => [object.metadata.name, unresolved.length])).toEqual([
      ['one', 1],
      ['two', 1],
      ['three', 1],
      ['inline', 1],
      ['merged', 1],
      ['free', 0],
    ]);
    expect(notEvaluated.map(({ file, reason }) => `${file} ${reason}`)).toEqual([
      'kustomization.yaml . was not rendered, so what it does by patches, patchesStrategicMerge was not checked: rendering is off; run: kustomize build .',
    ]);
  });

  test('patch with files that `patches` names, as the first kustomize did', async () => {
    await write({
      'kustomization.yaml': 'resources: [all.yaml]\npatches: [overlays/p.yaml]\n',
      'all.yaml': `${service('one')}---\n${service('free')}`,
      'overlays/p.yaml': service('one'),
    });
    const { manifests } = await read(['.']);
    expect(manifests.map(({ file, object, unresolved }) => [file, object.metadata.name, unresolved.length])).toEqual([
      ['all.yaml', 'one', 1],
      ['all.yaml', 'free', 0],
    ]);
  });

  test.each([
    ['namePrefix: x-\n', ['/metadata/name']],
    ['labels: [{pairs: {a: b}}]\n', ['/metadata/labels']],
    ['replacements: [{path: r.yaml}]\n', ['']],
    ['components: [../c]\n', ['/metadata/name']],
    ['namespace: x\n', []],
    ['resources: [\n', []],
  ])('%j', async (fields, unresolved) => {
    await write({
      'a/kustomization.yaml': `${fields}${fields.startsWith('resources') ? '' : 'resources: [svc.yaml]\n'}`,
      'a/svc.yaml': service('a'),
      'c/kustomization.yaml': 'kind: Component\nnameSuffix: -y\n',
    });
    const { manifests } = await read(['.']);
    expect(manifests.map((manifest) => manifest.unresolved)).toEqual([unresolved]);
  });

  test('that list each other do not loop', async () => {
    await write({
      'a/kustomization.yaml': 'resources: [../b, s.yaml]\n',
      'b/kustomization.yaml': 'resources: [../a]\n',
      'a/s.yaml': service('a'),
    });
    expect((await read(['.'])).manifests).toHaveLength(1);
  });
});

function read(paths: readonly string[]): Promise<ReadResult> {
  return readManifests(paths, { cwd });
}

function files({ manifests }: ReadResult): readonly string[] {
  return manifests.map(({ file }) => file);
}

async function write(tree: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(tree)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), text);
  }
}
