/** Files that a checkout does not have, or that the user of the run cannot read, do not pass beside an object of KubeFleet. */
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { reliability } from '../support/reliability.ts';
import { gitRepository, type GitRepository } from '../support/trees/git-repository.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { writeTree } from '../support/trees/write-files.ts';

const suite = reliability('partly-there', {
  title: 'A checkout that is not complete',
  proves:
    'Beside an object of KubeFleet, a sparse checkout leaves files out, a file that git assumes to be unchanged is missing, a submodule is not checked out, or a file has mode 000. The run ends with exit code 6 and names it. The controls are the complete checkout, the same without an object of KubeFleet, and another folder.',
});

/** Beside the placement, or below it. */
const PLACES = ['deploy/app', 'deploy/app/more'];

type Leave = (repository: GitRepository, place: string) => { readonly dir: string; readonly names: RegExp };

const SPARSE: Readonly<Record<string, Leave>> = {
  'by folders': ({ dir, git }, place) => {
    git('sparse-checkout', 'set', 'deploy/other');
    return { dir, names: new RegExp(`does not have .*${place}/all\\.yaml`) };
  },
  'by patterns': ({ dir, git }, place) => {
    git('sparse-checkout', 'set', '--no-cone', '/deploy/', `!/${place}/`);
    return { dir, names: new RegExp(`does not have .*${place}/all\\.yaml`) };
  },
  'in a linked worktree': ({ git }, place) => {
    const further = path.join(temporaryFolder(), 'further');
    git('worktree', 'add', '-q', '--detach', further);
    git('-C', further, 'sparse-checkout', 'set', '--no-cone', '/deploy/', `!/${place}/`);
    return { dir: further, names: new RegExp(`does not have .*${place}/all\\.yaml`) };
  },
  'by a mark of the index': ({ dir, git }, place) => {
    git('update-index', '--skip-worktree', `${place}/all.yaml`);
    rmSync(path.join(dir, place, 'all.yaml'));
    return { dir, names: new RegExp(`does not have .*${place}/all\\.yaml`) };
  },
  'by a mark of an index of version 4': ({ dir, git }, place) => {
    git('update-index', '--index-version', '4', '--skip-worktree', `${place}/all.yaml`);
    rmSync(path.join(dir, place, 'all.yaml'));
    return { dir, names: new RegExp(`does not have .*${place}/all\\.yaml`) };
  },
  'as a file that is assumed to be unchanged': ({ dir, git }, place) => {
    git('update-index', '--assume-unchanged', `${place}/all.yaml`);
    rmSync(path.join(dir, place, 'all.yaml'));
    return { dir, names: new RegExp(`does not have .*${place}/all\\.yaml`) };
  },
  'with both marks': ({ dir, git }, place) => {
    git('update-index', '--assume-unchanged', `${place}/all.yaml`);
    git('update-index', '--skip-worktree', `${place}/all.yaml`);
    rmSync(path.join(dir, place, 'all.yaml'));
    return { dir, names: new RegExp(`does not have .*${place}/all\\.yaml`) };
  },
  'with an index that is damaged': ({ dir, git }, place) => {
    git('sparse-checkout', 'set', '--no-cone', '/deploy/', `!/${place}/`);
    writeFileSync(path.join(dir, '.git/index'), 'damaged');
    return { dir, names: /Git does not report which files/ };
  },
};

test('an index that cannot be read says nothing about a sparse checkout', async () => {
  const { dir } = gitRepository({ 'ns.yaml': namespaceYaml('shop'), 'shop.yaml': placementYaml('shop') });
  rmSync(path.join(dir, '.git/index'));
  // Not even root can read it.
  mkdirSync(path.join(dir, '.git/index'));
  const { report } = await runCli(dir, ['lint']);
  expect(report).toMatchObject({ outcome: 'clean', exitCode: 0 });
});

test('what a sparse checkout leaves out does not pass beside an object of KubeFleet', async () => {
  let times = 0;
  for (const [what, leave] of Object.entries(SPARSE))
    for (const place of PLACES)
      for (const hasPlacement of [true, false]) {
        const repository = gitRepository({
          'deploy/ns.yaml': namespaceYaml('shop'),
          'deploy/other/ns.yaml': namespaceYaml('other'),
          ...(hasPlacement ? { 'deploy/shop.yaml': placementYaml('shop') } : {}),
          [`${place}/all.yaml`]: namespaceYaml('more'),
        });
        const told = `${what}, ${place}, ${hasPlacement ? 'with' : 'without'} a placement`;
        expect(await lint(repository.dir, 'deploy'), told).toEqual([0, '']);
        const { dir, names } = leave(repository, place);
        expect(await lint(dir, 'deploy'), told).toEqual([hasPlacement ? 6 : 0, expect.stringMatching(names)]);
        if (!names.source.startsWith('Git')) expect(await lint(dir, 'deploy/other'), told).toEqual([0, '']);
        times += 1;
      }
  suite.tell({
    tried: 'sparse checkouts by folders, patterns and marks of the index, in a linked worktree, and with a damaged index',
    times,
    outcome: 'not evaluated with 6 beside an object of KubeFleet, else named and passed',
  });
});

const CHART = { 'deploy/app/Chart.yaml': 'apiVersion: v2\nname: app\nversion: 1.0.0\n' };
const reading = (expression: string): Readonly<Record<string, string>> => ({
  ...CHART,
  'deploy/app/templates/a.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}\ndata:\n  a: {{ ${expression} | quote }}\n`,
});
const kustomized = (fields: string): Readonly<Record<string, string>> => ({
  'deploy/app/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}\n',
  'deploy/app/kustomization.yaml': `resources: [a.yaml]\n${fields}\n`,
});

/** What uses `deploy/app/f.txt`, which a sparse checkout leaves out, and what names it. */
const USED: Readonly<Record<string, readonly [files: Readonly<Record<string, string>>, names: RegExp]>> = {
  'files of configMapGenerator': [kustomized('configMapGenerator: [{name: q, files: [x=f.txt]}]'), /missing from this checkout/],
  'envs of secretGenerator': [kustomized('secretGenerator: [{name: q, envs: [f.txt]}]'), /missing from this checkout/],
  openapi: [kustomized('openapi: {path: f.txt}'), /"f\.txt", and this checkout does not/],
  configurations: [kustomized('configurations: [f.txt]'), /"f\.txt", and this checkout does not/],
  replacements: [kustomized('replacements: [{path: f.txt}]'), /"f\.txt", and this checkout does not/],
  patches: [kustomized('patches: [{path: f.txt}]'), /"f\.txt", and this checkout does not/],
  '.Files.Get': [reading('.Files.Get "f.txt"'), /missing from this checkout/],
  '.Files.Glob': [reading('(.Files.Glob "f*").AsConfig'), /missing from this checkout/],
  'a pattern of a script': [{ 'deploy.sh': '#!/bin/sh\nkubectl apply -f deploy/app/*.txt\n' }, /does not have .*f\.txt/],
  'a pattern of a pipeline': [{ '.gitlab-ci.yml': 'a:\n  script: [kubectl apply -f "deploy/*/f.???"]\n' }, /does not have .*f\.txt/],
};

test('what a sparse checkout leaves out does not pass if a kustomization, a chart or a deploy step uses it', async () => {
  let times = 0;
  for (const [what, [files, names]] of Object.entries(USED)) {
    const { dir, git } = gitRepository({
      'deploy/shop.yaml': placementYaml('shop'),
      'deploy/ns.yaml': namespaceYaml('shop'),
      'deploy/app/f.txt': namespaceYaml('more'),
      'deploy/app/notes.txt': 'none',
      ...files,
    });
    git('sparse-checkout', 'set', '--no-cone', '/*', '!notes.txt');
    const whole = await runCli(dir, ['lint', '--render-with', 'off']);
    expect(JSON.stringify(whole.report?.lint?.notEvaluated), what).not.toMatch(names);
    git('sparse-checkout', 'set', '--no-cone', '/*', '!f.txt');
    const { exitCode, report } = await runCli(dir, ['lint', '--render-with', 'off']);
    expect([exitCode, report?.lint?.notEvaluated.map(({ reason }) => reason).join('\n')], what).toEqual([6, expect.stringMatching(names)]);
    times += 1;
  }
  suite.tell({
    tried:
      'data, patches and settings of kustomizations and charts, and files that patterns of deploy steps match, left out by a sparse checkout',
    times,
    outcome: 'each was not evaluated with 6, and named',
  });
});

/** What a file has in an encoding of the attribute, and whether kubectl decodes it to the text of the commit. */
const ENCODINGS: readonly (readonly [encoding: string, written: Buffer, isSame: boolean])[] = [
  ['UTF-7', Buffer.from(namespaceYaml('more').replace('more', '+AG0-ore')), false],
  ['ISO-8859-1', Buffer.from(`${namespaceYaml('more')}# \u00e9\n`, 'latin1'), false],
  ['UTF-16LE', Buffer.from(namespaceYaml('more'), 'utf16le'), false],
  ['UTF-16LE-BOM', Buffer.from(`\uFEFF${namespaceYaml('more')}`, 'utf16le'), true],
  ['ISO-8859-15', Buffer.from(namespaceYaml('more')), true],
  ['UTF-8', Buffer.from(`${namespaceYaml('more')}# \u00e9\n`), true],
];

test('a file that git converts to another text does not pass beside an object of KubeFleet', async () => {
  let times = 0;
  for (const [encoding, written, isSame] of ENCODINGS)
    for (const [attributes, pattern] of Object.entries({ '.gitattributes': '*.yaml', 'deploy/app/.gitattributes': 'all.yaml' })) {
      const repository = gitRepository({ 'deploy/shop.yaml': placementYaml('shop'), 'deploy/ns.yaml': namespaceYaml('shop') });
      const { dir, write, commit } = repository;
      write(
        attributes,
        `deploy/*.yaml text\n${pattern} working-tree-encoding=${encoding}\ndeploy/shop.yaml -working-tree-encoding\ndeploy/ns.yaml -working-tree-encoding\n`,
      );
      mkdirSync(path.join(dir, 'deploy/app'), { recursive: true });
      writeFileSync(path.join(dir, 'deploy/app/all.yaml'), written);
      commit();
      const told = `${encoding}, ${attributes}`;
      const [code, reasons] = await lint(dir, 'deploy');
      if (isSame) expect([code, reasons], told).toEqual([0, '']);
      else expect([code, reasons], told).toEqual([6, expect.stringContaining('Git converts this file to another encoding')]);
      times += 1;
    }
  suite.tell({
    tried: 'a file that `working-tree-encoding` in `.gitattributes` converts, in six encodings',
    times,
    outcome: 'not evaluated with 6 if kubectl decodes it to another text than the commit has',
  });
});

test('a file that git converts does not pass if git lacks the text of the commit', async () => {
  const repository = gitRepository({
    'deploy/shop.yaml': placementYaml('shop'),
    'deploy/ns.yaml': namespaceYaml('shop'),
    '.gitattributes': 'deploy/ns.yaml working-tree-encoding=ISO-8859-15\n',
  });
  const { dir, git } = repository;
  expect(await lint(dir, 'deploy')).toEqual([0, '']);
  const blob = git('rev-parse', 'HEAD:deploy/ns.yaml');
  rmSync(path.join(dir, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  expect(await lint(dir, 'deploy')).toEqual([6, expect.stringContaining('does not report the text of the commit')]);
});

/** What may be in place of `.gitattributes`, and whether the run says that files may be converted. */
const ATTRIBUTES: Readonly<Record<string, readonly [lay: (file: string) => void, isTold: boolean]>> = {
  'a file with the attribute': [(file) => writeFileSync(file, '*.yaml working-tree-encoding=ISO-8859-15\n'), true],
  'a file without it': [(file) => writeFileSync(file, '*.yaml text\n'), false],
  'no file': [() => undefined, false],
  // Git takes the attributes of the index for these.
  'a link to a file': [(file) => symlinkSync('deploy/ns.yaml', file), true],
  'a link to nothing': [(file) => symlinkSync('nowhere', file), true],
  // Git finds no attributes in it.
  'a folder': [(file) => mkdirSync(file), false],
};

test('files that git may convert do not pass if git cannot list them', async () => {
  for (const [what, [lay, isTold]] of Object.entries(ATTRIBUTES)) {
    const { dir } = gitRepository({ 'deploy/shop.yaml': placementYaml('shop'), 'deploy/ns.yaml': namespaceYaml('shop') });
    lay(path.join(dir, '.gitattributes'));
    expect(await lint(dir, 'deploy'), what).toEqual([0, '']);
    writeFileSync(path.join(dir, '.git/index'), 'damaged');
    expect(await lint(dir, 'deploy'), what).toEqual(isTold ? [6, expect.stringContaining('Git does not report which files')] : [0, '']);
  }
});

test('a file that git converts by the attributes of the index does not pass, whatever is in place of .gitattributes', async () => {
  for (const [what, lay] of Object.entries<(file: string) => void>({
    'no file': () => undefined,
    'a link': (file) => symlinkSync('nowhere', file),
  })) {
    const { dir, commit } = gitRepository({
      'deploy/shop.yaml': placementYaml('shop'),
      'deploy/ns.yaml': namespaceYaml('shop'),
      '.gitattributes': 'deploy/all.yaml working-tree-encoding=ISO-8859-1\n',
    });
    writeFileSync(path.join(dir, 'deploy/all.yaml'), Buffer.from(`${namespaceYaml('more')}# \u00e9\n`, 'latin1'));
    commit();
    rmSync(path.join(dir, '.gitattributes'));
    lay(path.join(dir, '.gitattributes'));
    expect(await lint(dir, 'deploy'), what).toEqual([6, expect.stringContaining('Git converts this file to another encoding')]);
  }
});

/** Texts of `.gitmodules` beside a submodule that is not checked out; `undefined`: there is no such file. */
const MODULES: readonly (readonly [what: string, text: (place: string) => string | undefined])[] = [
  ['as git writes it', (place) => `[submodule "app"]\n\tpath = ${place}\n\turl = ../app\n`],
  ['none', () => undefined],
  ['empty', () => ''],
  ['in quotes', (place) => `[submodule "app"]\n\tpath = "${place}"\n`],
  ['on one line', (place) => `[submodule "app"] PATH=${place} ; as it was\n`],
  ['with another path', () => '[submodule "app"]\n\tpath = elsewhere\n'],
  ['with two paths', (place) => `[submodule "app"]\n\tpath = ${place}\n\tpath = elsewhere\n`],
  ['without a section', (place) => `path = ${place}\n`],
  ['that does not parse', (place) => `[submodule "app"\n\tpath = ${place}\n`],
  ['with escapes and line ends of Windows', (place) => `[submodule "a\\"pp"]\r\n\tpath = "${place}"\r\n`],
  ['in UTF-16', (place) => Buffer.from(`\uFEFF[submodule "app"]\n\tpath = ${place}\n`, 'utf16le').toString('latin1')],
];

test('a submodule that is not checked out does not pass, whatever .gitmodules has', async () => {
  const app = gitRepository({ 'all.yaml': namespaceYaml('more') });
  let times = 0;
  for (const [what, text] of MODULES)
    for (const place of PLACES.slice(0, suite.size(PLACES.length, 1))) {
      const repository = gitRepository({ 'deploy/shop.yaml': placementYaml('shop'), 'deploy/ns.yaml': namespaceYaml('shop') });
      const { dir, git, write } = repository;
      git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', app.dir, place);
      repository.commit();
      const told = `${what}, ${place}`;
      expect(await lint(dir, 'deploy'), told).toEqual([0, '']);
      git('submodule', '--quiet', 'deinit', '--force', place);
      const written = text(place);
      if (written === undefined) rmSync(path.join(dir, '.gitmodules'));
      else writeFileSync(path.join(dir, '.gitmodules'), written, 'latin1');
      expect(await lint(dir, 'deploy'), told).toEqual([6, expect.stringMatching(/^This git submodule is not checked out/)]);
      // Its folder may have other files, or be missing as well.
      write(`${place}/README.md`, 'none');
      expect(await lint(dir, 'deploy'), told).toEqual([6, expect.stringMatching(/^This git submodule is not checked out/)]);
      rmSync(path.join(dir, place), { recursive: true });
      expect(await lint(dir, 'deploy'), told).toEqual([6, expect.stringMatching(/^This git submodule is not checked out/)]);
      write('beside/all.yaml', namespaceYaml('beside'));
      expect((await lint(dir, 'beside'))[0], told).toBe(0);
      times += 1;
    }
  suite.tell({
    tried: 'a submodule that is not checked out, with usual, odd and missing `.gitmodules`, and with other files in its folder',
    times,
    outcome: 'each was not evaluated with 6, and passed once it was checked out',
  });
});

/** What the user of the run must not read. */
const CLOSED: Readonly<Record<string, string>> = {
  'a manifest': 'deploy/more.yaml',
  'a manifest in a folder below': 'deploy/app/all.yaml',
  'a JSON file': 'deploy/data.json',
  'a folder': 'deploy/app',
};

test('a file or folder of mode 000 does not pass beside an object of KubeFleet', async () => {
  let times = 0;
  for (const [what, file] of Object.entries(CLOSED))
    for (const mode of [0o000, 0o200]) {
      const dir = temporaryFolder();
      writeTree(dir, {
        'deploy/shop.yaml': placementYaml('shop'),
        'deploy/ns.yaml': namespaceYaml('shop'),
        'deploy/more.yaml': namespaceYaml('more'),
        'deploy/app/all.yaml': namespaceYaml('app'),
        'deploy/data.json': '{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "data"}}',
      });
      const told = `${what}, mode ${mode.toString(8)}`;
      const readable = (await asAnotherUser(dir, () => lint(dir, 'deploy')))[0];
      expect(readable, told).toBe(0);
      chmodSync(path.join(dir, file), mode);
      const [exitCode, reasons] = await asAnotherUser(dir, () => lint(dir, 'deploy'));
      chmodSync(path.join(dir, file), 0o755);
      expect([exitCode, reasons === ''], `${told}: ${reasons}`).toEqual([6, false]);
      times += 1;
    }
  suite.tell({
    tried: 'files and folders that the user of the run must not read',
    times,
    outcome: 'each was not evaluated with 6',
  });
});

/** The system user `nobody`, because root reads every file. */
const NOBODY = 65_534;

async function asAnotherUser<T>(dir: string, run: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return run();
  chmodSync(dir, 0o755);
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

async function lint(dir: string, folder: string): Promise<readonly [exitCode: number, reasons: string]> {
  const { exitCode, report } = await runCli(dir, ['lint', folder]);
  return [exitCode, (report?.lint?.notEvaluated ?? []).map(({ reason }) => reason).join('\n')];
}
