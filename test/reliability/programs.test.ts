/** The programs that are started for a hostile tree: never one of the tree, and each with limits. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findProgram, searchPath } from '../../src/programs/find-program.ts';
import { runProgram } from '../../src/programs/run-program.ts';
import { withoutNetwork } from '../../src/programs/without-network.ts';
import { namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { kubeconfigFile } from '../support/hubs/connected-hub.ts';
import { reliability } from '../support/reliability.ts';
import { runCli } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { writeProgram } from '../support/process/write-program.ts';
import { writeTree } from '../support/trees/write-files.ts';

const suite = reliability('programs', {
  title: 'Programs that are started',
  proves:
    'A change puts programs where they could be found instead of git, kustomize, kubectl, helm and the login program. They leave a trace if they are started. The control is the same program outside the tree, which is started.',
});

/** Each entry is a PATH with the hostile program first, and the place of that program. `tree` is the checked repository. */
const PATHS: Readonly<Record<string, (tree: string, other: string) => { readonly program: string; readonly entry: string }>> = {
  'a relative entry': (tree) => ({ program: path.join(tree, 'bin'), entry: 'bin' }),
  'a relative entry with a dot': (tree) => ({ program: path.join(tree, 'bin'), entry: './bin' }),
  'an empty entry': (tree) => ({ program: tree, entry: '' }),
  'the current folder': (tree) => ({ program: tree, entry: '.' }),
  'a folder of the tree': (tree) => ({ program: path.join(tree, 'node_modules/.bin'), entry: path.join(tree, 'node_modules/.bin') }),
  'the tree itself': (tree) => ({ program: tree, entry: tree }),
  'a folder of the tree with a way up': (tree, other) => ({
    program: path.join(tree, 'bin'),
    entry: `${other}/../${path.basename(path.dirname(tree))}/${path.basename(tree)}/bin`,
  }),
  'a link to a folder of the tree': (tree, other) => {
    mkdirSync(path.join(tree, 'bin'), { recursive: true });
    symlinkSync(path.join(tree, 'bin'), path.join(other, 'linked'));
    return { program: path.join(tree, 'bin'), entry: path.join(other, 'linked') };
  },
};

const CLI = path.join(import.meta.dirname, '../../dist/cli.js');

const NAMES = ['git', 'kustomize', 'kubectl', 'helm', 'login'];

const TREE = {
  'k/kustomization.yaml': 'resources: [shop.yaml]\nnamePrefix: p-\n',
  'k/shop.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
  'c/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'c/templates/placement.yaml': placementYaml('{{ .Values.name }}'),
};

/** Runs the commands that start programs, with a PATH. */
async function runAll(cwd: string, searched: string): Promise<void> {
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never', command: 'login' };
  const kubeconfig = kubeconfigFile('https://127.0.0.1:1', { exec });
  const env = { PATH: searched, HOME: temporaryFolder() };
  for (const argv of [
    ['lint', '--base', 'HEAD'],
    ['lint', '.'],
    ['diagnose', 'crp/shop', '--kubeconfig', kubeconfig],
  ])
    await runCli(cwd, argv, { env }).catch(() => undefined);
}

function writeTraps(folder: string, trace: string): void {
  for (const name of NAMES) writeProgram(path.join(folder, name), `echo ${name} >> ${trace}; exit 1`);
}

function traced(trace: string): readonly string[] {
  return existsSync(trace) ? [...new Set(readFileSync(trace, 'utf8').trim().split('\n'))].toSorted() : [];
}

// SECURITY.md: `git`, `kustomize`, `kubectl` and `helm` found on the runner's `PATH`
test('no program of the checked tree is started', async () => {
  let times = 0;
  for (const [what, of] of Object.entries(PATHS)) {
    const { dir } = gitRepository(TREE);
    const { program, entry } = of(dir, temporaryFolder());
    const trace = path.join(temporaryFolder(), 'trace');
    writeTraps(program, trace);
    await runAll(dir, `${entry}:/usr/bin:/bin`);
    expect(traced(trace), what).toEqual([]);
    times += NAMES.length;
  }
  suite.tell({
    tried: 'programs of the tree, first on the PATH by a relative or empty entry, a folder of the tree, or a link to it',
    times,
    outcome: 'none was started',
  });
});

test('no value of HOME that is no path lets a program of the tree start', () => {
  for (const home of ['', '.', 'bin', '..'].slice(0, suite.size(4, 1))) {
    const { dir } = gitRepository(TREE);
    const trace = path.join(temporaryFolder(), 'trace');
    writeTraps(dir, trace);
    for (const argv of [
      ['lint', '--base', 'HEAD'],
      ['lint', '.'],
    ])
      spawnSync(process.execPath, [CLI, ...argv], { cwd: dir, env: { PATH: `${dir}:/usr/bin:/bin`, HOME: home } });
    expect(traced(trace), home).toEqual([]);
  }
  suite.tell({ tried: 'values of HOME that are no absolute path', times: 4, outcome: 'no program of the tree was started' });
});

test('a program in a folder of the PATH that links into the tree is not started', async () => {
  const { dir } = gitRepository(TREE);
  const [trace, bin] = [path.join(temporaryFolder(), 'trace'), temporaryFolder()];
  writeTraps(path.join(dir, 'tools'), trace);
  for (const name of NAMES) symlinkSync(path.join(dir, 'tools', name), path.join(bin, name));
  await runAll(dir, `${bin}:/usr/bin:/bin`);
  expect(traced(trace)).toEqual([]);
  suite.tell({ tried: 'links from a folder of the PATH to programs of the tree', times: NAMES.length, outcome: 'none was started' });
});

/** Command lines that judge a tree elsewhere. `own` is the working directory. */
const ELSEWHERE: Readonly<Record<string, (tree: string, kubeconfig: string) => readonly string[]>> = {
  'a folder': (tree) => ['lint', tree],
  'a folder with a hub': (tree, kubeconfig) => ['lint', tree, '--kubeconfig', kubeconfig],
  'the second of two folders': (tree) => ['lint', 'own', tree],
  'a folder by a way up': (tree) => ['lint', path.join(tree, 'k/../../', path.basename(tree))],
  'a folder of a base': (tree) => ['lint', '--base-dir', tree, 'own'],
  'the folder of a configuration': (tree) => ['lint', '--config', path.join(tree, '.fleet-gate.yaml')],
  'manifests of a gate': (tree, kubeconfig) => ['wait', 'crp/shop', '--manifests', tree, '--kubeconfig', kubeconfig, '--timeout', '1s'],
};
/** Those that name a part of a tree. The rest of it is known to belong to it if it is a repository. */
const PARTS: typeof ELSEWHERE = {
  'a folder below': (tree) => ['lint', path.join(tree, 'k')],
  'a file': (tree) => ['lint', path.join(tree, 'k/shop.yaml')],
  'a link to a folder': (tree, kubeconfig) => {
    const link = path.join(path.dirname(kubeconfig), 'link');
    symlinkSync(path.join(tree, 'k'), link);
    return ['lint', link];
  },
  'a base and a folder below': (tree) => ['lint', '--base-dir', path.join(tree, 'k'), 'own'],
  'a folder below with a hub': (tree, kubeconfig) => ['ready', path.join(tree, 'k'), '--kubeconfig', kubeconfig],
};
/** How the PATH leads to a folder of the tree. */
const ENTRIES: Readonly<Record<string, (bin: string) => string>> = {
  'by its name': (bin) => bin,
  'by a link': (bin) => {
    const link = path.join(temporaryFolder(), 'bin');
    symlinkSync(bin, link);
    return link;
  },
  'by links to its programs': (bin) => {
    const folder = temporaryFolder();
    for (const name of NAMES) symlinkSync(path.join(bin, name), path.join(folder, name));
    return folder;
  },
};

const GIT = spawnSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim();

/** Judges a tree from a working directory outside of it. `bin` is the folder of the programs, in the tree or not. Returns those that were started. */
async function startedFor(
  of: (tree: string, kubeconfig: string) => readonly string[],
  isRepository: Readonly<Record<'tree' | 'cwd', boolean>>,
  entryOf: (tree: string) => { readonly program: string; readonly entry: string },
): Promise<readonly string[]> {
  const place = (is: boolean, files: Readonly<Record<string, string>>): string => {
    if (is) return gitRepository(files).dir;
    const folder = temporaryFolder();
    writeTree(folder, files);
    return folder;
  };
  const tree = place(isRepository.tree, { ...TREE, '.fleet-gate.yaml': 'paths: [k, c]\n' });
  const cwd = place(isRepository.cwd, { 'own/kustomization.yaml': TREE['k/kustomization.yaml'], 'own/shop.yaml': TREE['k/shop.yaml'] });
  const { program, entry } = entryOf(tree);
  const trace = path.join(temporaryFolder(), 'trace');
  writeTraps(program, trace);
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never', command: 'login' };
  const argv = of(tree, kubeconfigFile('https://127.0.0.1:1', { exec }));
  // Only git is there in addition, because the tools that render take their time.
  const others = temporaryFolder();
  symlinkSync(GIT, path.join(others, 'git'));
  await runCli(cwd, argv, { env: { PATH: `${entry}:${others}`, HOME: temporaryFolder() } }).catch(() => undefined);
  return traced(trace);
}

// SECURITY.md: Nothing of the judged tree is run
// SECURITY.md: Here the tree is the working directory
test('no program of a tree is started if the working directory is outside of it', async () => {
  let times = 0;
  const kinds = [true, false].flatMap((tree) => [tree, !tree].map((cwd) => ({ tree, cwd })));
  for (const { tree, cwd } of kinds.filter((_, index) => suite.whole || index % 2 === 1))
    for (const [what, of] of Object.entries(tree ? { ...ELSEWHERE, ...PARTS } : ELSEWHERE))
      for (const [way, entry] of Object.entries(ENTRIES).slice(0, suite.size(3, 1))) {
        const started = await startedFor(of, { tree, cwd }, (judged) => {
          const program = path.join(judged, 'bin');
          writeTraps(program, '/dev/null');
          return { program, entry: entry(program) };
        });
        expect(started, `${what}, ${way}, tree is a repository: ${String(tree)}, working directory: ${String(cwd)}`).toEqual([]);
        times += 1;
      }
  // The control: from a folder beside the tree they are started.
  const all = new Set<string>();
  for (const place of [ELSEWHERE['a folder'], ELSEWHERE['a folder with a hub']].filter((each) => each !== undefined)) {
    const beside = temporaryFolder();
    for (const name of await startedFor(place, { tree: true, cwd: true }, () => ({ program: beside, entry: beside }))) all.add(name);
  }
  expect([...all].toSorted()).toEqual(['git', 'helm', 'kustomize', 'login']);
  suite.tell({
    tried: 'programs of a tree that a command names while its working directory is outside of it, first on the PATH',
    times,
    outcome: 'none was started',
  });
});

test('on Windows no program of the working directory is started', () => {
  const { platform } = process;
  const [tree, beside] = [temporaryFolder(), temporaryFolder()];
  for (const folder of [tree, beside]) writeProgram(path.join(folder, 'git.exe'), 'exit 1');
  const entries = ['', '.', './', path.relative(process.cwd(), tree), tree, `${tree}/.`];
  Object.defineProperty(process, 'platform', { value: 'win32' });
  try {
    for (const entry of entries) {
      const search = { env: { Path: [entry, ''].join(path.delimiter) }, judged: [tree] };
      expect(typeof findProgram(['git'], search), entry).toBe('string');
      expect(searchPath(search), entry).toBeUndefined();
    }
    expect(findProgram(['git'], { env: { Path: beside }, judged: [tree] })).toEqual({ name: 'git', path: path.join(beside, 'git.exe') });
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
  suite.tell({
    tried: 'entries of the PATH of Windows that mean the working directory',
    times: entries.length,
    outcome: 'no program of it was found',
  });
});

test('a program outside of the tree is started, also if the tree is below its folder', async () => {
  // kustomize comes before kubectl, which is not needed then.
  const started = NAMES.filter((name) => name !== 'kubectl');
  const apart = gitRepository(TREE);
  const [trace, bin] = [path.join(temporaryFolder(), 'trace'), temporaryFolder()];
  writeTraps(bin, trace);
  await runAll(apart.dir, bin);
  expect(traced(trace)).toEqual(started.toSorted());

  const below = gitRepository({});
  const [second, tree] = [path.join(temporaryFolder(), 'trace'), path.join(below.dir, 'work/tree')];
  below.git('init', '-q', tree);
  for (const [name, text] of Object.entries(TREE)) below.write(`work/tree/${name}`, text);
  writeTraps(below.dir, second);
  await runAll(tree, below.dir);
  expect(traced(second)).toEqual(started.toSorted());
  suite.tell({
    tried: 'programs outside of the tree, in a folder beside it and above it',
    times: 2 * started.length,
    outcome: 'each was started',
  });
});

/** Ways in which a configuration of git names a script of the tree, and git runs it while it reads. */
const SCRIPTS: readonly (readonly [what: string, ...settings: (readonly [name: string, value: string])[]])[] = [
  ['a smudge filter', ['filter.x.smudge', './evil']],
  ['a filter process', ['filter.x.process', './evil']],
  ['a filter that is required', ['filter.x.smudge', './evil'], ['filter.x.required', 'true']],
  ['a filter of another case', ['filter.X.smudge', './evil']],
  ['a folder of hooks', ['core.hooksPath', 'hooks']],
  ['a file system monitor', ['core.fsmonitor', './evil']],
];
const ATTRIBUTES = ['* filter=x\n', '*.yaml filter=X\n', '* filter=x diff=x merge=x text eol=crlf ident\n'];

// SECURITY.md: Nothing of the judged tree is run
test('reading a base runs no filter, hook or monitor that the tree chooses', async () => {
  let times = 0;
  for (const [what, ...settings] of SCRIPTS)
    for (const attributes of ATTRIBUTES.slice(0, suite.size(ATTRIBUTES.length, 1)))
      for (const isSparse of [false, true]) {
        const repository = gitRepository({ 'd/a.yaml': namespaceYaml('shop'), 'e/b.yaml': namespaceYaml('other') });
        const trace = path.join(temporaryFolder(), 'trace');
        const evil = path.join(repository.dir, 'evil');
        // git starts it in the repository, or in the folder that it writes to.
        writeProgram(evil, `echo x >> ${trace}; cat`);
        for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction'])
          writeProgram(path.join(repository.dir, 'hooks', hook), `echo x >> ${trace}`);
        repository.write('.gitattributes', attributes);
        for (const [name, value] of settings) repository.git('config', name, value.replace(/^\.\/evil$/, evil));
        repository.write('d/a.yaml', namespaceYaml('shop-2'));
        if (isSparse) repository.git('config', 'core.sparseCheckout', 'true');
        if (isSparse) repository.write('.git/info/sparse-checkout', '/d/\n/.gitattributes\n');
        const { report } = await runCli(repository.dir, ['lint', '--base', 'HEAD', 'd'], { env: { HOME: temporaryFolder() } });
        expect(report?.lint, what).toBeDefined();
        expect(existsSync(trace), `${what}, ${attributes}`).toBe(false);
        times += 1;
      }
  // git by itself runs the filter.
  const control = gitRepository({ 'a.yaml': namespaceYaml('shop') });
  const trace = path.join(temporaryFolder(), 'trace');
  writeProgram(path.join(control.dir, 'evil'), `echo x >> ${trace}; cat`);
  control.write('.gitattributes', '* filter=x\n');
  control.git('config', 'filter.x.smudge', './evil');
  control.git('checkout-index', '--all', `--prefix=${temporaryFolder()}/`);
  expect(existsSync(trace)).toBe(true);
  suite.tell({
    tried: 'attributes of the head that choose a filter, and configurations that name a script of the tree',
    times,
    outcome: 'none was run',
  });
});

/** Variables with which git would read another repository, or start another program. */
const REDIRECTING: readonly ((other: string, trap: string) => Readonly<Record<string, string>>)[] = [
  (other) => ({ GIT_DIR: path.join(other, '.git') }),
  (other) => ({ GIT_DIR: path.join(other, '.git'), GIT_WORK_TREE: other }),
  (other) => ({ GIT_OBJECT_DIRECTORY: path.join(other, '.git/objects') }),
  (other) => ({ GIT_COMMON_DIR: path.join(other, '.git') }),
  (other) => ({ GIT_INDEX_FILE: path.join(other, '.git/index') }),
  () => ({ GIT_NAMESPACE: 'other' }),
  () => ({ GIT_LITERAL_PATHSPECS: '1' }),
  (_, trap) => ({ GIT_EXEC_PATH: trap }),
  () => ({ GIT_TRACE: '1' }),
];

test('git reads the checked repository, for any values of its variables', async () => {
  for (const of of REDIRECTING) {
    const other = gitRepository({ 'z.yaml': namespaceYaml('other') });
    const { dir, commit } = gitRepository({
      'a.yaml': placementYaml('shop').replace('kind: ClusterResourcePlacement', 'kind: ClusterResourcePlacemen'),
    });
    commit();
    const env = of(other.dir, temporaryFolder());
    const { report, err } = await runCli(dir, ['lint', '--base', 'HEAD~1'], { env: { HOME: temporaryFolder(), ...env } });
    // The fault is in the base too, so the base was read.
    expect(
      report?.lint?.findings.map(({ state }) => state),
      `${JSON.stringify(env)} ${err}`,
    ).toContain('unchanged');
  }
  suite.tell({
    tried: 'variables that lead git to another repository or program',
    times: REDIRECTING.length,
    outcome: 'the judged repository was read',
  });
});

// SECURITY.md: On Linux they also get 2 GiB of memory for data
test.skipIf(process.platform !== 'linux')('kustomize and helm are started with the limit of memory, and without a network', async () => {
  const { dir } = gitRepository(TREE);
  const [trace, bin] = [path.join(temporaryFolder(), 'trace'), temporaryFolder()];
  const says = `echo "$(ulimit -d) $(/usr/bin/readlink /proc/self/ns/net)" >> ${trace}; exit 1`;
  let times = 0;
  for (const tool of ['kustomize', 'helm', 'kubectl']) {
    if (tool === 'kubectl') rmSync(path.join(bin, 'kustomize'));
    writeProgram(path.join(bin, tool), says);
    rmSync(trace, { force: true });
    await runCli(dir, ['lint'], { env: { PATH: `${bin}:/usr/bin:/bin`, HOME: temporaryFolder() } });
    const [[memory, network] = []] = readFileSync(trace, 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    expect(Number(memory), tool).toBe(2 * 1024 ** 2);
    const own = readlinkSync('/proc/self/ns/net');
    if ((await withoutNetwork()) === undefined) expect(network, tool).toBe(own);
    else expect(network, tool).not.toBe(own);
    times += 1;
  }
  suite.tell({ tried: 'limits that kustomize, kubectl and helm report of themselves', times, outcome: '2 GiB, and another network' });
});

// SECURITY.md: On Linux they also get 2 GiB of memory for data
test.skipIf(process.platform !== 'linux')('a program that takes memory without end is killed at the limit', async () => {
  const limit = 256 * 1024 * 1024;
  const grow = 'const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1)); ';
  const run = (maxMemory?: number) =>
    runProgram({
      path: process.execPath,
      args: ['-e', maxMemory === undefined ? grow.replace('for (;;)', 'for (let i = 0; i < 600; i += 1)') : grow],
      env: {},
      timeout: 600_000,
      maxOutput: 1_000_000,
      ...(maxMemory === undefined ? {} : { maxMemory }),
    });
  expect((await run()).kind).toBe('done');
  expect((await run(1024 * 1024 * 1024 + limit)).kind).toBe('failed');
  suite.tell({ tried: 'programs that take memory without end', times: 1, outcome: 'the bound ended it' });
});

// SECURITY.md: On Linux they also get 2 GiB of memory for data
test.skipIf((await withoutNetwork()) === undefined)('a rendering has no network, not even the loopback', async () => {
  const launcher = (await withoutNetwork()) ?? [];
  const connect =
    "require('net').connect(+process.argv[1], '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(3))";
  const { createServer } = await import('node:net');
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  try {
    const run = (words: readonly string[]) =>
      runProgram({
        path: process.execPath,
        args: ['-e', connect, String(port)],
        env: {},
        timeout: 600_000,
        maxOutput: 1000,
        launcher: words,
      });
    expect((await run([])).kind).toBe('done');
    expect(await run(launcher)).toMatchObject({ kind: 'failed', code: 3 });
  } finally {
    server.close();
  }
  suite.tell({ tried: 'connections to the loopback from the namespace in which kustomize and helm run', times: 1, outcome: 'refused' });
});
