/**
 * A base is read as its commit has it, for anything that the change, another reference or a configuration of git could put in its place.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../support/trees/git-repository.ts';
import { reliability } from '../support/reliability.ts';
import { runCli } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { writeProgram } from '../support/process/write-program.ts';

const suite = reliability('base', {
  title: 'The base is the commit',
  proves:
    'A placement has the same error at the base and in the change, so the error is not new. Settings, files and objects of git try to put another commit in its place, where the error would be new. The control is git alone, which reads the other commit.',
});

const FAULTY = placementYaml('shop').replace('kind: ClusterResourcePlacement', 'kind: ClusterResourcePlacemen');
const FILES = { 'd/a.yaml': FAULTY, 'd/b.yaml': namespaceYaml('shop') };

/** Attempts to replace the base. Each returns the content that git alone would read of the file `d/a.yaml` at HEAD. */
const CHANGES: Readonly<Record<string, (repository: GitRepository) => string | undefined>> = {
  'a replaced commit': (repository) => {
    const base = repository.git('rev-parse', 'HEAD');
    repository.git('replace', base, commitOfOther(repository));
    return repository.git('show', `${base}:d/a.yaml`);
  },
  'a replaced tree': (repository) => {
    const other = commitOfOther(repository);
    repository.git('replace', repository.git('rev-parse', 'HEAD^{tree}'), repository.git('rev-parse', `${other}^{tree}`));
    return repository.git('show', 'HEAD:d/a.yaml');
  },
  'a replaced file': (repository) => {
    const other = commitOfOther(repository);
    repository.git('replace', repository.git('rev-parse', 'HEAD:d/a.yaml'), repository.git('rev-parse', `${other}:d/a.yaml`));
    return repository.git('show', 'HEAD:d/a.yaml');
  },
  'attributes of the change': (repository) => {
    repository.write('.gitattributes', '* working-tree-encoding=UTF-16 text ident export-ignore\n');
    repository.write('d/.gitattributes', '*.yaml text eol=crlf working-tree-encoding=UTF-16LE-BOM\n');
    return undefined;
  },
  'a file of the change as attributes of the configuration': (repository) => {
    repository.write('attributes', '* working-tree-encoding=UTF-16 text\n');
    repository.git('config', 'core.attributesFile', path.join(repository.dir, 'attributes'));
    return checkedOut(repository);
  },
  'a configuration of the change that git includes': (repository) => {
    repository.write('gitconfig', `[core]\n attributesFile = ${repository.dir}/attributes\n hooksPath = hooks\n fsmonitor = ./evil\n`);
    repository.write('attributes', '* working-tree-encoding=UTF-16 text\n');
    repository.git('config', 'include.path', '../gitconfig');
    return checkedOut(repository);
  },
};

/** A commit in which the placement has no error. */
function commitOfOther({ git, write }: GitRepository): string {
  write('d/a.yaml', placementYaml('shop'));
  git('add', '-A');
  const commit = git('commit-tree', '-m', 'other', git('write-tree'));
  git('reset', '-q', '--hard');
  return commit;
}

/** What git writes of a file by itself. */
function checkedOut({ git }: GitRepository): string {
  const folder = temporaryFolder();
  git('-c', 'core.fsmonitor=false', 'checkout-index', '--all', `--prefix=${folder}/`);
  return readFileSync(path.join(folder, 'd/a.yaml'), 'latin1');
}

async function statesOf(dir: string, argv: readonly string[] = ['lint', '--base', 'HEAD', 'd']) {
  const run = runCli(dir, argv, { env: { HOME: temporaryFolder() } });
  return run.then(
    ({ report, err }) => ({ states: report?.lint?.findings.map(({ state }) => state ?? ''), err }),
    (error: unknown) => ({ states: undefined, err: String(error) }),
  );
}

// SECURITY.md: A base is read as its commit
test('the base is not replaced', async () => {
  let times = 0;
  for (const [what, change] of Object.entries(CHANGES))
    for (const isSparse of [true, false].slice(0, suite.size(2, 1))) {
      const repository = gitRepository(FILES);
      const alone = change(repository);
      expect(alone, what).not.toBe(FAULTY.trim());
      if (isSparse) repository.git('config', 'core.sparseCheckout', 'true');
      if (isSparse) repository.write('.git/info/sparse-checkout', '/d/\n');
      const { states, err } = await statesOf(repository.dir);
      expect(states, `${what}: ${err}`).toEqual(['unchanged']);
      times += 1;
    }
  suite.tell({
    tried: 'replaced commits, trees and files, attributes and configurations of the change, also in a sparse checkout',
    times,
    outcome: 'the base was the commit',
  });
});

/** References with the name of the branch `origin/main`, and the commit of each. */
const SAME_NAME: Readonly<Record<string, (other: string) => readonly (readonly string[])[]>> = {
  'a tag': (other) => [['tag', 'origin/main', other]],
  'a tag with a message': (other) => [['tag', '-a', '-m', 'x', 'origin/main', other]],
  'a branch': (other) => [['update-ref', 'refs/heads/origin/main', other]],
  'a tag and a branch': (other) => [
    ['tag', 'origin/main', 'HEAD'],
    ['update-ref', 'refs/heads/origin/main', other],
  ],
};

test('a reference with the name of the base does not replace it', async () => {
  for (const [what, made] of Object.entries(SAME_NAME).slice(0, suite.size(4, 1))) {
    const repository = gitRepository(FILES);
    const { dir, git } = repository;
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    for (const name of ['origin/main', 'origin/main/x', 'x/origin/main']) {
      const { states, err } = await statesOf(dir, ['lint', '--base', 'origin/main', 'd']);
      expect(states, `${what}, ${name}: ${err}`).toEqual(['unchanged']);
      // The same commit, or another name.
      git('tag', '-a', '-m', 'x', '-f', name === 'origin/main' ? name : `t/${name}`);
    }
    git('tag', '-d', 'origin/main');
    for (const args of made(commitOfOther(repository))) git(...args);
    for (const ref of ['origin/main', 'origin/main~0', 'origin/main^{commit}']) {
      const { states, err } = await statesOf(dir, ['lint', '--base-exact', ref, 'd']);
      expect([states, err], `${what}: ${ref}`).toEqual([undefined, expect.stringContaining('have this name and different commits')]);
    }
    expect((await statesOf(dir, ['lint', '--base', 'refs/remotes/origin/main', 'd'])).states, what).toEqual(['unchanged']);
  }
  suite.tell({ tried: 'tags and branches with the name of the base and another commit', times: 12, outcome: 'exit code 2' });
});

test('reading a base writes nothing beside the repository', async () => {
  for (const [name, value] of [
    ['core.splitIndex', 'true'],
    ['core.untrackedCache', 'true'],
    ['feature.manyFiles', 'true'],
  ] as const) {
    const { dir, git } = gitRepository(FILES);
    git('config', name, value);
    const before = readdirSync(path.join(dir, '.git')).map((file) => [file, existsIn(dir, file)]);
    await statesOf(dir);
    expect(readdirSync(path.join(dir, '.git')).map((file) => [file, existsIn(dir, file)])).toEqual(before);
  }
  suite.tell({ tried: 'configurations with which git keeps an index in the repository', times: 3, outcome: 'nothing was written there' });
});

function existsIn(dir: string, file: string): string {
  return file === 'index' ? readFileSync(path.join(dir, '.git', file), 'base64') : '';
}

/** Names that git does not write, or that would lead out of the folder of the base. */
const REFUSED = ['..', '.', '.git', '.GIT'];

test('a name that leads out of the folder is refused with exit code 2', async () => {
  for (const name of REFUSED.slice(0, suite.size(REFUSED.length, 1))) {
    const repository = gitRepository(FILES);
    const { dir, git } = repository;
    const blob = git('rev-parse', 'HEAD:d/a.yaml');
    const entry = Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, 'hex')]);
    const tree = objectOf(dir, 'tree', entry);
    const { states, err } = await statesOf(dir, ['lint', '--base-exact', git('commit-tree', '-m', 'x', tree), 'd']);
    expect([states, err], name).toEqual([undefined, expect.stringMatching(/^ConfigError: .*cannot be read here/)]);
  }
  suite.tell({ tried: 'entries of the base that git does not write (`..`, `.`, `.git`)', times: REFUSED.length, outcome: 'exit code 2' });
});

function objectOf(cwd: string, type: string, content: Buffer): string {
  return execFileSync('git', ['hash-object', '-t', type, '-w', '--stdin', '--literally'], { cwd, input: content, encoding: 'utf8' }).trim();
}

/** Unusual entries of a tree that are read. */
const UNUSUAL: Readonly<Record<string, (at: string) => void>> = {
  'a name with spaces, quotes and a line end': (at) => writeFileSync(path.join(at, 'a "b"\n\tc.yaml'), FAULTY),
  'a name that is no UTF-8': (at) =>
    writeFileSync(Buffer.concat([Buffer.from(`${at}/`), Buffer.from([0x61, 0xff]), Buffer.from('.yaml')]), FAULTY),
  'a name that looks like an option': (at) => writeFileSync(path.join(at, '--output=x.yaml'), FAULTY),
  'a name that looks like a pattern': (at) => writeFileSync(path.join(at, ':(glob)*.yaml'), FAULTY),
  'a link': (at) => {
    writeFileSync(path.join(at, 'real'), FAULTY);
    symlinkSync('real', path.join(at, 'link.yaml'));
  },
  'an executable': (at) => {
    writeFileSync(path.join(at, 'x.yaml'), FAULTY);
    chmodSync(path.join(at, 'x.yaml'), 0o755);
  },
  'line ends of Windows': (at) => writeFileSync(path.join(at, 'w.yaml'), FAULTY.replaceAll('\n', '\r\n')),
};

test('an unusual entry is the same in the base and in the change', async () => {
  let times = 0;
  for (const [what, write] of Object.entries(UNUSUAL))
    for (const crlf of ['true', 'false', 'input'].slice(0, suite.size(3, 1))) {
      const repository = gitRepository({ 'd/n.yaml': namespaceYaml('shop') });
      write(path.join(repository.dir, 'd'));
      repository.git('config', 'core.autocrlf', crlf);
      repository.commit();
      const { states, err } = await statesOf(repository.dir);
      expect(new Set(states), `${what}, autocrlf ${crlf}: ${err}`).not.toContain('new');
      expect(err, what).not.toMatch(/cannot be read/);
      times += 1;
    }
  suite.tell({ tried: 'unusual names, links, executables and line ends', times, outcome: 'no difference to the change' });
});

// SECURITY.md: Git asks only the clone's own remote
test('a file that a partial clone lacks is fetched from its remote, or the base cannot be read', async () => {
  const from = gitRepository(FILES);
  from.git('config', 'uploadpack.allowFilter', 'true');
  from.write('d/a.yaml', `${FAULTY}# changed\n`);
  from.commit();
  for (const isReachable of [true, false]) {
    const dir = path.join(temporaryFolder(), 'clone');
    from.git('clone', '-q', '--filter=blob:none', `file://${from.dir}`, dir);
    const trace = path.join(temporaryFolder(), 'trace');
    writeProgram(path.join(dir, 'evil'), `echo x >> ${trace}; cat`);
    writeFileSync(path.join(dir, '.gitattributes'), '* filter=x\n');
    execFileSync('git', ['config', 'filter.x.smudge', path.join(dir, 'evil')], { cwd: dir });
    if (!isReachable) rmSync(from.dir, { recursive: true });
    const { states, err } = await statesOf(dir, ['lint', '--base', 'HEAD~1', 'd']);
    if (isReachable) expect(states, err).toEqual(['unchanged']);
    else expect([states, err]).toEqual([undefined, expect.stringMatching(/^ConfigError: --base HEAD~1: cannot be read here/)]);
    expect(existsSync(trace)).toBe(false);
  }
  suite.tell({ tried: 'a partial clone, with and without its remote', times: 2, outcome: 'the base was read, or exit code 2' });
});

test('a submodule of the base runs no filter either', async () => {
  for (const name of ['clean', 'smudge', 'process'].slice(0, suite.size(3, 1))) {
    const inner = gitRepository({ 'a.yaml': FAULTY });
    const outer = gitRepository({ 'n.yaml': namespaceYaml('shop') });
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'd');
    outer.commit();
    const sub = path.join(outer.dir, 'd');
    const trace = path.join(temporaryFolder(), 'trace');
    writeProgram(path.join(sub, 'evil'), `echo x >> ${trace}; cat`);
    writeFileSync(path.join(sub, '.gitattributes'), '* filter=x working-tree-encoding=UTF-16\n');
    execFileSync('git', ['config', `filter.x.${name}`, path.join(sub, 'evil')], { cwd: sub });
    const { states, err } = await statesOf(outer.dir, ['lint', '--base', 'HEAD', '.']);
    expect(states, err).toEqual(['unchanged']);
    expect(existsSync(trace)).toBe(false);
  }
  suite.tell({ tried: 'filters and attributes of a submodule', times: 3, outcome: 'none was run, and the base was the commit' });
});
