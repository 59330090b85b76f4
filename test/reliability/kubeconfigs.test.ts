/** The Action does not use a kubeconfig that a proposed change wrote, in whichever folder, and through whichever link or variable. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readContext } from '../../src/action/context.ts';
import { fetchCommit } from '../../src/action/fetch-commit.ts';
import { runAction } from '../../src/action/run.ts';
import { run } from '../../src/cli/commands/run.ts';
import { placementYaml } from '../support/fleets/fleet-yaml.ts';
import { scriptedRunner } from '../support/github/scripted-runner.ts';
import { kubeconfigFile } from '../support/hubs/connected-hub.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { reliability } from '../support/reliability.ts';
import { type GitRepository, gitRepository } from '../support/trees/git-repository.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const suite = reliability('kubeconfigs', {
  title: 'Kubeconfigs of a change',
  proves:
    'A proposed change edits a kubeconfig that the workflow names, a link to it, or a file that it names. The kubeconfig starts a program, which leaves a mark. The run ends with exit code 2 and no mark. The control is the same repository without the edit, where the program is started.',
});

/** A run of the Action. */
interface Scene {
  /** The workspace. */
  readonly dir: string;
  readonly base: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a kubeconfig holds, and the file that its program writes. */
interface Texts {
  /** As at the base. */
  readonly good: string;
  /** As the change has it. */
  readonly evil: string;
}

/** Builds a workspace. @param isEdited whether the change edits the kubeconfig */
type Build = (texts: Texts, isEdited: boolean) => Scene;

function kubeconfig(user: object, cluster: object = {}): string {
  return readFileSync(kubeconfigFile('https://127.0.0.1:1', user, cluster), 'utf8');
}

function login(command: string, ...args: readonly string[]): object {
  return { exec: { apiVersion: 'client.authentication.k8s.io/v1', command, args, interactiveMode: 'Never' } };
}

/** A repository whose change edits files. */
function edited(files: Readonly<Record<string, string>>, edits: (repository: GitRepository) => void, isEdited = true): Scene {
  const repository = gitRepository({ 'shop.yaml': placementYaml('shop'), ...files });
  const base = repository.git('rev-parse', 'HEAD');
  if (isEdited) {
    edits(repository);
    repository.commit();
  }
  return { dir: repository.dir, base };
}

/** A repository with links. */
function linked(
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>>,
): GitRepository & { readonly base: string } {
  const repository = gitRepository({ 'shop.yaml': placementYaml('shop'), ...files });
  for (const [name, target] of Object.entries(links)) link(repository.dir, name, target);
  return { ...repository, base: repository.commit() };
}

function link(dir: string, name: string, target: string): void {
  mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
  rmSync(path.join(dir, name), { recursive: true, force: true });
  symlinkSync(target, path.join(dir, name));
}

/** A repository with a submodule that has the kubeconfig, and the commits of the submodule. */
function withSubmodule({ good, evil }: Texts, isEdited: boolean, more = ''): Scene {
  const inner = gitRepository({ 'hub.yaml': good });
  const outer = gitRepository({ 'shop.yaml': placementYaml('shop') });
  outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'sub');
  const base = outer.commit();
  if (!isEdited) return { dir: outer.dir, base, inputs: { kubeconfig: 'sub/hub.yaml' } };
  inner.write('hub.yaml', evil);
  inner.commit();
  execFileSync('git', ['-C', path.join(outer.dir, 'sub'), 'pull', '-q'], { stdio: 'pipe' });
  outer.write('.gitmodules', `${readFileSync(path.join(outer.dir, '.gitmodules'), 'utf8')}${more}`);
  outer.commit();
  return { dir: outer.dir, base, inputs: { kubeconfig: 'sub/hub.yaml' } };
}

/** The base in the workspace, and the change in a folder of it. */
function beside({ good, evil }: Texts, isEdited: boolean): Scene {
  const repository = gitRepository({ 'hub.yaml': good, 'shop.yaml': placementYaml('shop') });
  const base = repository.git('rev-parse', 'HEAD');
  repository.git('checkout', '-qb', 'change');
  if (isEdited) repository.write('hub.yaml', evil);
  repository.commit();
  repository.git('checkout', '-q', 'main');
  repository.git('clone', '-q', '--branch', 'change', repository.dir, path.join(repository.dir, 'pr'));
  return { dir: repository.dir, base, inputs: { kubeconfig: 'pr/hub.yaml' } };
}

/** The change sets a mark in the index or an attribute, so that git reports no difference. */
function marked(after: (repository: GitRepository) => void): Build {
  return ({ good, evil }, isEdited) => {
    const repository = gitRepository({ 'hub.yaml': good, 'shop.yaml': placementYaml('shop') });
    const base = repository.git('rev-parse', 'HEAD');
    if (isEdited) repository.write('hub.yaml', evil);
    after(repository);
    return { dir: repository.dir, base };
  };
}

const HUB: Build = ({ good, evil }, isEdited) => edited({ 'hub.yaml': good }, ({ write }) => write('hub.yaml', evil), isEdited);

/** Another file is changed as well, so that the change is checked out in any case. */
const ALSO: Build = ({ good, evil }, isEdited) =>
  edited({ 'hub.yaml': good }, ({ write }) => {
    write('note.md', 'x');
    if (isEdited) write('hub.yaml', evil);
  });

/** The ways of a change to a kubeconfig. The input is `hub.yaml` if a scene has no other one. */
const WAYS: Readonly<Record<string, Build>> = {
  'an edited file': HUB,
  'an edited file in a merge queue': (texts, isEdited) => ({ ...HUB(texts, isEdited), env: { GITHUB_EVENT_NAME: 'merge_group' } }),
  'a file that KUBECONFIG names second': ({ good, evil }, isEdited) => {
    const scene = edited({ 'hub.yaml': good, 'other.yaml': 'kind: Config' }, ({ write }) => write('hub.yaml', evil), isEdited);
    return { ...scene, inputs: { context: 'hub' }, env: { KUBECONFIG: `${scene.dir}/other.yaml:${scene.dir}/hub.yaml` } };
  },
  'the default kubeconfig, a link into the tree': (texts, isEdited) => {
    const [scene, home] = [HUB(texts, isEdited), temporaryFolder()];
    link(home, '.kube/config', path.join(scene.dir, 'hub.yaml'));
    return { ...scene, inputs: { context: 'hub' }, env: { HOME: home } };
  },
  'the target of a link': ({ good, evil }, isEdited) => {
    const { dir, base, write, commit } = linked({ 'env/hub.yaml': good }, { 'hub.yaml': 'env/hub.yaml' });
    if (isEdited) write('env/hub.yaml', evil);
    commit();
    return { dir, base };
  },
  'a link that leads to another committed file': ({ good, evil }, isEdited) => {
    const { dir, base, commit } = linked({ 'a.yaml': good, 'b.yaml': evil }, { 'hub.yaml': 'a.yaml' });
    if (isEdited) link(dir, 'hub.yaml', 'b.yaml');
    commit();
    return { dir, base };
  },
  'a link to a folder': ({ good, evil }, isEdited) => {
    const { dir, base, commit } = linked({ 'env/a/hub.yaml': good, 'env/b/hub.yaml': evil }, { 'env/current': 'a' });
    if (isEdited) link(dir, 'env/current', 'b');
    commit();
    return { dir, base, inputs: { kubeconfig: 'env/current/hub.yaml' } };
  },
  'a link between two links': ({ good, evil }, isEdited) => {
    const links = { 'hub.yaml': 'env/now/../current/hub.yaml', 'env/now': 'a', 'env/current': 'a' };
    const { dir, base, commit } = linked({ 'env/a/hub.yaml': good, 'env/b/hub.yaml': evil }, links);
    if (isEdited) link(dir, 'env/current', 'b');
    commit();
    return { dir, base };
  },
  'a folder that becomes a link': ({ good, evil }, isEdited) => {
    const { dir, base, commit } = linked({ 'env/hub.yaml': good, 'other/hub.yaml': evil }, {});
    if (isEdited) link(dir, 'env', 'other');
    commit();
    return { dir, base, inputs: { kubeconfig: 'env/hub.yaml' } };
  },
  'a link to a folder that becomes a folder': ({ good, evil }, isEdited) => {
    const { dir, base, write, remove, commit } = linked({ 'a/hub.yaml': good }, { env: 'a' });
    if (isEdited) {
      remove('env');
      write('env/hub.yaml', evil);
    }
    commit();
    return { dir, base, inputs: { kubeconfig: 'env/hub.yaml' } };
  },
  'a link with the text of the former file': ({ good, evil }, isEdited) => {
    const { dir, base, commit } = linked({ 'env/b.yaml': evil, name: 'env/b.yaml', 'hub.yaml': good }, {});
    if (isEdited) link(dir, 'name', 'env/b.yaml');
    commit();
    return { dir, base, inputs: { kubeconfig: isEdited ? 'name' : 'hub.yaml' } };
  },
  'a submodule at another commit': withSubmodule,
  'a submodule whose changes are to be ignored': (texts, isEdited) => withSubmodule(texts, isEdited, '\tignore = all\n'),
  'a submodule that is new': (texts, isEdited) => {
    if (!isEdited) return HUB(texts, false);
    const inner = gitRepository({ 'hub.yaml': texts.evil });
    const { dir, base } = edited({ 'sub/hub.yaml': texts.good }, ({ git }) => {
      git('rm', '-rq', 'sub');
      git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '--force', inner.dir, 'sub');
    });
    return { dir, base, inputs: { kubeconfig: 'sub/hub.yaml' } };
  },
  'a submodule in a submodule': (texts, isEdited) => {
    const inner = withSubmodule(texts, false);
    const outer = gitRepository({ 'shop.yaml': placementYaml('shop') });
    const allow = ['-c', 'protocol.file.allow=always'];
    outer.git(...allow, 'submodule', '--quiet', 'add', inner.dir, 'deep');
    outer.git(...allow, 'submodule', '--quiet', 'update', '--init', '--recursive');
    const base = outer.commit();
    const git = (folder: string, ...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
        cwd: path.join(outer.dir, folder),
        encoding: 'utf8',
      });
    if (isEdited) {
      outer.write('deep/sub/hub.yaml', texts.evil);
      for (const folder of ['deep/sub', 'deep', '.']) git(folder, 'commit', '-qam', 'x');
    }
    return { dir: outer.dir, base, inputs: { kubeconfig: 'deep/sub/hub.yaml' } };
  },
  'a checkout of the change beside the base': beside,
  'a checkout of the change, from the folder of another one': (texts, isEdited) => {
    const scene = beside(texts, isEdited);
    execFileSync('git', ['clone', '-q', scene.dir, path.join(scene.dir, 'ops')], { stdio: 'pipe' });
    return { ...scene, inputs: { kubeconfig: '../pr/hub.yaml', 'working-directory': 'ops' } };
  },
  'a working tree of the change beside the base': ({ good, evil }, isEdited) => {
    const repository = gitRepository({ 'hub.yaml': good, 'shop.yaml': placementYaml('shop') });
    const base = repository.git('rev-parse', 'HEAD');
    repository.git('worktree', 'add', '-q', '-b', 'change', 'pr');
    if (isEdited) writeFileSync(path.join(repository.dir, 'pr/hub.yaml'), evil);
    repository.git('-C', 'pr', 'commit', '-q', '--allow-empty', '-am', 'x');
    return { dir: repository.dir, base, inputs: { kubeconfig: 'pr/hub.yaml' } };
  },
  'a repository that a step made in a folder of the change': ({ good, evil }, isEdited) => {
    const scene = edited({ 'ops/hub.yaml': good }, ({ write }) => write('ops/hub.yaml', evil), isEdited);
    execFileSync('git', ['init', '-q', path.join(scene.dir, 'ops')], { stdio: 'pipe' });
    return { ...scene, inputs: { kubeconfig: 'ops/hub.yaml' } };
  },
  'a folder of the change with the form of a repository': ({ good, evil }, isEdited) => {
    const bare = { 'ops/HEAD': 'ref: refs/heads/main\n', 'ops/objects/x': '', 'ops/refs/x': '', 'ops/config': '[core]\n\tbare = true\n' };
    const scene = edited({ ...bare, 'ops/hub.yaml': good }, ({ write }) => write('ops/hub.yaml', evil), isEdited);
    return { ...scene, inputs: { kubeconfig: 'ops/hub.yaml' } };
  },
  'a name with signs of git': ({ good, evil }, isEdited) => {
    const name = 'd/:(top)[a]*b\t.yaml';
    const scene = edited({ [name]: good, 'd/b.yaml': 'a: b' }, ({ write }) => write(name, evil), isEdited);
    return { ...scene, inputs: { kubeconfig: name, paths: 'shop.yaml' } };
  },
  'a repository with SHA-256': ({ good, evil }, isEdited) => {
    const { dir, git, write, commit } = gitRepository();
    rmSync(path.join(dir, '.git'), { recursive: true });
    git('init', '-q', '-b', 'main', '--object-format=sha256');
    write('hub.yaml', good);
    write('shop.yaml', placementYaml('shop'));
    const base = commit();
    if (isEdited) write('hub.yaml', evil);
    commit();
    return { dir, base };
  },
  'an index that assumes no change': marked(({ git }) => git('update-index', '--assume-unchanged', 'hub.yaml')),
  'an index that skips the file': marked(({ git }) => git('update-index', '--skip-worktree', 'hub.yaml')),
  'attributes that hide a change': marked(({ write, commit }) => {
    write('.gitattributes', 'hub.yaml -diff merge=ours working-tree-encoding=UTF-8 ident export-ignore\n');
    commit();
  }),
  'a program that the kubeconfig names': (_, isEdited) => {
    const program = (sign: string): string => `#!/bin/sh\necho ${sign} >> "$MARK"\nexit 1\n`;
    const scene = edited(
      { 'hub.yaml': kubeconfig(login('./bin/login')), 'bin/login': program('x') },
      ({ write }) => write('bin/login', program('y')),
      isEdited,
    );
    chmodSync(path.join(scene.dir, 'bin/login'), 0o755);
    return scene;
  },
  'a script that is an argument': (_, isEdited) => {
    const folder = temporaryFolder();
    const script = path.join(folder, 'tree/bin/login');
    const scene = edited(
      { 'bin/login': 'echo x >> "$MARK"; exit 1' },
      ({ write }) => write('bin/login', 'echo y >> "$MARK"; exit 1'),
      isEdited,
    );
    symlinkSync(scene.dir, path.join(folder, 'tree'));
    // The kubeconfig is not committed.
    writeFileSync(path.join(scene.dir, 'written.yaml'), kubeconfig(login('/bin/sh', script)));
    return { ...scene, inputs: { kubeconfig: 'written.yaml' } };
  },
};

/** How a login names the file `bin/login.awk`: the arguments and a variable. */
const LOGINS: readonly (readonly [args: readonly string[], variable?: string])[] = [
  [['-fbin/login.awk']],
  [['@bin/login.awk']],
  [['-c', '. "$(pwd)/bin/login.awk"']],
  [['-c', '. ./bin/login.*']],
  [['-c', '. ./bin/logi?.awk']],
  [['-c', '. ./bin/[l]ogin.awk']],
  [['-c', '. ./bin/{login,}.awk']],
  [['-c', '. ./bin/"log"in.awk']],
  [['-c', String.raw`. ./bin/log\in.awk`]],
  [['-c', 'f=login; . ./bin/$f.awk']],
  [['-c', 'cd bin; . ./lo*n.awk']],
  [['-c', 'PATH=$PWD/bin:$PATH; login']],
  [['-r./bin/login']],
  [['-c', 'x'], '-r./bin/login.awk'],
  [['-c', 'x'], '--require=./bin/login'],
  [['-c', 'x'], './bin:/opt/lib'],
];

/** Files that are sent to the server, or decide which server is trusted. */
const NAMED: Readonly<Record<string, (file: string) => readonly [user: object, cluster?: object]>> = {
  tokenFile: (tokenFile) => [{ tokenFile }],
  'client-certificate': (file) => [{ 'client-certificate': file, 'client-key': file }],
  'certificate-authority': (file) => [{}, { 'certificate-authority': file }],
  'idp-certificate-authority': (file) => [{ 'auth-provider': { name: 'oidc', config: { 'idp-certificate-authority': file } } }],
};

async function act(scene: Scene, eventName: string, payload: object, mark: string): Promise<{ code: number; summary: string }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: temporaryFolder(),
    MARK: mark,
    GITHUB_EVENT_NAME: eventName,
    GITHUB_EVENT_PATH: 'event',
    GITHUB_REPOSITORY: 'contoso/fleet',
    GITHUB_WORKSPACE: scene.dir,
    ...scene.env,
    GITHUB_SHA: scene.base,
  };
  const runner = scriptedRunner({ mode: 'lint', 'hub-schema': 'true', ...(scene.inputs ?? { kubeconfig: 'hub.yaml' }) });
  const code = await runAction({
    runner,
    context: readContext(env, () => JSON.stringify(payload)),
    io: fakeIo({ cwd: scene.dir, env }),
    run,
    openGitHub: () => Promise.reject(new Error('GitHub is not asked')),
    fetchCommit,
    deploymentGrace: 10,
    commentGrace: 0,
    cancelGrace: 20,
  });
  return { code, summary: runner.summaries.join('\n') };
}

const REFUSED = 'is a committed file, and it is not known to be as in';
const pull = ({ base }: Scene): object => ({ pull_request: { number: 7, head: { sha: 'c0ffee0' }, base: { sha: base } } });

function newTexts(): Texts & { readonly mark: string; started(): boolean } {
  const mark = path.join(temporaryFolder(), 'mark');
  const text = (sign: string): string => kubeconfig(login('/bin/sh', '-c', `echo ${sign} >> ${mark}; exit 1`));
  return { good: text('good'), evil: text('evil'), mark, started: () => existsSync(mark) };
}

/** @param eventOf the event with its payload */
async function refusesOnlyIfEdited(
  what: string,
  build: Build,
  eventOf: (scene: Scene) => readonly [name: string, payload: object],
): Promise<void> {
  for (const isEdited of [false, true]) {
    const given = newTexts();
    const scene = build(given, isEdited);
    const { code, summary } = await act(scene, ...eventOf(scene), given.mark);
    if (isEdited) {
      expect(summary, what).toContain(REFUSED);
      expect([code, given.started()], what).toEqual([2, false]);
    } else {
      expect(summary, what).not.toContain(REFUSED);
      expect(given.started(), `${what}: ${summary}`).toBe(true);
    }
  }
}

// SECURITY.md: A committed kubeconfig, a link to it or a file that it names
// SECURITY.md: Its bytes must
test('a kubeconfig that a change can edit starts no program', async () => {
  const ways = Object.entries(WAYS);
  const first = suite.seed % ways.length;
  const tried = [...ways.slice(first), ...ways.slice(0, first)].slice(0, suite.size(ways.length, 9));
  for (const [what, build] of tried) await refusesOnlyIfEdited(what, build, (scene) => ['pull_request', pull(scene)]);
  suite.tell({
    tried: 'links, submodules, other checkouts, marks of the index, attributes, and programs that the kubeconfig names',
    times: tried.length,
    outcome: 'the changed kubeconfig started no program; unchanged it did',
  });
});

// SECURITY.md: A file that arguments or variables of its login may name
test('a file that a login may read, however it is named, is not used if a change edits it', async () => {
  for (const [args, value] of LOGINS)
    for (const isEdited of [false, true]) {
      const [what, mark] = [[...args, value].join(' '), path.join(temporaryFolder(), 'mark')];
      const env = value === undefined ? [] : [{ name: 'RUBYOPT', value }];
      const program = path.join(temporaryFolder(), 'program');
      writeFileSync(program, `#!/bin/sh\necho x >> ${mark}\nexit 1\n`, { mode: 0o755 });
      const user = { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: program, args, env, interactiveMode: 'Never' } };
      const files = { 'hub.yaml': kubeconfig(user), 'bin/login.awk': 'x', 'shops/login.yaml': 'a: b' };
      const scene = edited(files, ({ write }) => {
        write('shops/login.yaml', 'a: c');
        if (isEdited) write('bin/login.awk', 'y');
      });
      const { code, summary } = await act(scene, 'pull_request', pull(scene), mark);
      expect(summary.includes('bin/login.awk, which the login of the kubeconfig hub.yaml may read, is a committed file'), what).toBe(
        isEdited,
      );
      expect([code === 2, existsSync(mark)], `${what}: ${summary}`).toEqual(isEdited ? [true, false] : [expect.any(Boolean), true]);
    }
  suite.tell({
    tried: 'options, variables, quotes and patterns of a shell by which a login names a file that the change edits',
    times: LOGINS.length,
    outcome: 'the login was not started; without the edit it was',
  });
});

// SECURITY.md: Events without a base
// SECURITY.md: On events that run the workflow of
test('no event that may be about a change starts the program of a changed kubeconfig', async () => {
  const finished = { workflow_run: { event: 'push', head_sha: 'c'.repeat(40) } };
  const events: readonly (readonly [name: string, payload: (scene: Scene) => object])[] = [
    ['pull_request', pull],
    ['pull_request_target', pull],
    ['pull_request_review', pull],
    ['merge_group', ({ base }) => ({ merge_group: { base_sha: base } })],
    ['issue_comment', () => ({ issue: { number: 7, pull_request: {} } })],
    ['issue_comment', () => ({ issue: { number: 7 } })],
    ['workflow_run', () => finished],
    ['workflow_run', () => ({ workflow_run: { ...finished.workflow_run, event: 'pull_request' } })],
    ['repository_dispatch', () => ({ client_payload: { pull: 7 } })],
    ['check_suite', () => ({})],
    ['issues', () => ({ issue: { number: 7 } })],
    ['an_event_of_tomorrow', () => ({})],
  ];
  for (const [name, payload] of events) await refusesOnlyIfEdited(name, ALSO, (scene) => [name, payload(scene)]);
  suite.tell({
    tried: 'events that may be about a change, with and without a base',
    times: events.length,
    outcome: 'the changed kubeconfig started no program; unchanged it did',
  });
  const own = ['push', 'schedule', 'workflow_dispatch', 'release', 'create', 'deployment', 'deployment_status', ''];
  for (const name of own) {
    const given = newTexts();
    await act(HUB(given, true), name, {}, given.mark);
    expect(given.started(), name).toBe(true);
  }
  suite.tell({
    tried: 'events that run the workflow of their own commit, with a committed kubeconfig',
    times: own.length,
    outcome: 'the kubeconfig was used',
  });
});

test('without a known base no committed kubeconfig is used', async () => {
  const events = ['pull_request', 'merge_group'];
  for (const name of events) {
    const given = newTexts();
    const { code, summary } = await act(HUB(given, false), name, {}, given.mark);
    expect(summary).toContain(`${REFUSED} the base (hub.yaml: the event does not name the commit)`);
    expect([code, given.started()]).toEqual([2, false]);
  }
  const shallow = newTexts();
  const { dir } = HUB(shallow, false);
  const { summary } = await act({ dir, base: 'c0ffee0'.padEnd(40, '0') }, 'repository_dispatch', {}, shallow.mark);
  expect(summary).toContain('its repository does not have the commit of the workflow, <code>c0ffee0</code>');
  expect(shallow.started()).toBe(false);
  suite.tell({
    tried: 'a committed kubeconfig, and a base that the event does not name or that cannot be fetched',
    times: events.length + 1,
    outcome: 'the kubeconfig started no program',
  });
});

test('the base of a shallow clone is fetched', async () => {
  await refusesOnlyIfEdited(
    'a shallow clone',
    (given, isEdited) => {
      const { dir, base } = HUB(given, isEdited);
      execFileSync('git', ['-C', dir, 'config', 'uploadpack.allowAnySHA1InWant', 'true']);
      execFileSync('git', ['-C', dir, 'commit', '-q', '--allow-empty', '-m', 'x'], { env: { ...process.env, ...IDENTITY } });
      const clone = path.join(temporaryFolder(), 'clone');
      execFileSync('git', ['clone', '-q', '--depth', '1', `file://${dir}`, clone], { stdio: 'pipe' });
      return { dir: clone, base };
    },
    (scene) => ['workflow_run', scene],
  );
  suite.tell({ tried: 'a shallow clone without the base', times: 1, outcome: 'the base was fetched, and decided' });
});

test('a certificate, key or token that a change edits is not used', async () => {
  for (const [what, name] of Object.entries(NAMED))
    for (const isLink of [false, true])
      for (const isEdited of [false, true]) {
        const repository = linked({ 'secrets/old': 'x' }, { 'secrets/file': 'old' });
        writeFileSync(path.join(repository.dir, 'hub.yaml'), kubeconfig(...name(path.join(repository.dir, 'secrets/file'))));
        if (isEdited && isLink) link(repository.dir, 'secrets/file', '/etc/passwd');
        else if (isEdited) repository.write('secrets/old', 'y');
        repository.git('add', 'secrets');
        const { code, summary } = await act(repository, 'pull_request', pull(repository), '');
        expect(code, what).not.toBe(0);
        expect(summary.includes(', which the kubeconfig hub.yaml names, is a committed file'), `${what}: ${summary}`).toBe(isEdited);
      }
  suite.tell({
    tried: 'certificates, keys and tokens that the kubeconfig names, edited or linked to another file',
    times: Object.keys(NAMED).length * 2,
    outcome: 'the kubeconfig was not used',
  });
});

test('a kubeconfig in the folder for members that a change edits is not used', async () => {
  const edits: Readonly<Record<string, (repository: GitRepository, given: Texts) => void>> = {
    nothing: () => undefined,
    'an edited file': ({ write }, { evil }) => write('members/east.yaml', evil),
    'a file that is new': ({ write }, { evil }) => write('members/west.yaml', evil),
    'the target of a link': ({ write }, { evil }) => write('real/north', evil),
    'a link that is new': ({ dir }) => link(dir, 'members/west.yaml', '../real/other'),
    'a link that leads to another file': ({ dir }) => link(dir, 'members/north.yaml', '../real/other'),
    'a link to the folder': ({ dir }) => link(dir, 'now', 'elsewhere'),
  };
  for (const [what, edit] of Object.entries(edits)) {
    const given = newTexts();
    const files = {
      'members/east.yaml': given.good,
      'real/north': given.good,
      'real/other': given.evil,
      'elsewhere/east.yaml': given.evil,
    };
    const repository = linked(files, { 'members/north.yaml': '../real/north', now: 'members' });
    edit(repository, given);
    repository.write('members/.gitkeep', what);
    repository.commit();
    writeFileSync(path.join(repository.dir, 'written.yaml'), given.good);
    // A step wrote it.
    if (what !== 'a file that is new') repository.write('members/south.yaml', given.good);
    const inputs = { mode: 'ready', kubeconfig: 'written.yaml', 'member-kubeconfig': 'now', 'hub-schema': '' };
    const { code, summary } = await act({ ...repository, inputs }, 'pull_request', pull(repository), given.mark);
    expect(summary.includes(REFUSED), `${what}: ${summary}`).toBe(what !== 'nothing');
    expect([code === 2, given.started()], what).toEqual(what === 'nothing' ? [false, true] : [true, false]);
  }
  suite.tell({
    tried: 'files and links in the folder of `member-kubeconfig`',
    times: Object.keys(edits).length - 1,
    outcome: 'the changed kubeconfig started no program',
  });
});

// SECURITY.md: A kubeconfig that a step wrote is used
test('a kubeconfig that a step wrote is used', async () => {
  const places: Readonly<Record<string, (repository: GitRepository, text: string) => Partial<Scene>>> = {
    'beside the manifests': ({ write }, text) => (write('written.yaml', text), { inputs: { kubeconfig: 'written.yaml' } }),
    'in a folder that git ignores': ({ write }, text) => (
      write('.gitignore', 'tmp/\n'),
      write('tmp/hub.yaml', text),
      { inputs: { kubeconfig: 'tmp/hub.yaml' } }
    ),
    'in a folder outside': (_, text) => {
      const file = path.join(temporaryFolder(), 'hub.yaml');
      writeFileSync(file, text);
      return { inputs: { kubeconfig: file } };
    },
    'in the home': (_, text) => {
      const home = temporaryFolder();
      mkdirSync(path.join(home, '.kube'));
      writeFileSync(path.join(home, '.kube/config'), text);
      return { inputs: { context: 'hub' }, env: { HOME: home } };
    },
    'in place of a file that the change deletes': ({ dir, git }, text) => {
      git('rm', '-q', 'hub.yaml');
      git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-qm', 'x');
      writeFileSync(path.join(dir, 'hub.yaml'), text);
      return {};
    },
    'in a submodule': ({ dir, git }, text) => {
      const inner = gitRepository({ a: 'b' });
      git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'sub');
      writeFileSync(path.join(dir, 'sub/hub.yaml'), text);
      return { inputs: { kubeconfig: 'sub/hub.yaml' } };
    },
  };
  for (const [what, write] of Object.entries(places)) {
    const given = newTexts();
    const repository = linked({ 'hub.yaml': given.evil, 'd/shop.yaml': placementYaml('shop') }, {});
    const scene = { ...repository, ...write(repository, given.good) };
    const { summary } = await act(
      { ...scene, inputs: { paths: 'd', ...(scene.inputs ?? { kubeconfig: 'hub.yaml' }) } },
      'pull_request',
      pull(repository),
      given.mark,
    );
    expect(summary, what).not.toContain('committed file');
    expect(given.started(), `${what}: ${summary}`).toBe(true);
  }
  suite.tell({
    tried: 'a kubeconfig that a step of the workflow wrote',
    times: Object.keys(places).length,
    outcome: 'the kubeconfig was used',
  });
});

test('line ends that git wrote are not a change, and a file that is not as committed is one', async () => {
  const windows = newTexts();
  const crlf = HUB({ ...windows, good: `${windows.good}\n# end\n` }, false);
  const file = path.join(crlf.dir, 'hub.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
  await act(crlf, 'pull_request', pull(crlf), windows.mark);
  expect(windows.started()).toBe(true);
  const over = newTexts();
  const placeholder = HUB(over, false);
  writeFileSync(path.join(placeholder.dir, 'hub.yaml'), over.evil);
  const { code, summary } = await act(placeholder, 'pull_request', pull(placeholder), over.mark);
  expect(summary).toContain(`${REFUSED} the base (hub.yaml: it differs)`);
  expect([code, over.started()]).toEqual([2, false]);
});

test('if git cannot be asked, a kubeconfig below the workspace is not used', async () => {
  const given = newTexts();
  const repository = HUB(given, false);
  const archive = temporaryFolder();
  writeFileSync(path.join(archive, 'hub.yaml'), given.good);
  writeFileSync(path.join(archive, 'shop.yaml'), placementYaml('shop'));
  for (const [dir, told] of [
    [archive, 'may be a committed file that is not as in the base (hub.yaml: git is not on the PATH)'],
    [repository.dir, 'git is not on the PATH'],
  ] as const) {
    const { code, summary } = await act({ ...repository, dir, env: { PATH: '/nowhere' } }, 'pull_request', pull(repository), given.mark);
    expect(summary).toContain(told);
    expect([code, given.started()]).toEqual([2, false]);
  }
  // With git, actions/checkout makes a repository.
  await act({ dir: archive, base: repository.base }, 'pull_request', pull(repository), given.mark);
  expect(given.started()).toBe(true);
});

test('a git that lies in another folder of the workspace is not started', async () => {
  const given = newTexts();
  const scene = beside(given, false);
  const fake = path.join(scene.dir, 'bin/git');
  mkdirSync(path.dirname(fake));
  writeFileSync(fake, `#!/bin/sh\necho git >> ${given.mark}\n`, { mode: 0o755 });
  const env = { PATH: `${path.dirname(fake)}:${process.env['PATH'] ?? ''}` };
  await act({ ...scene, env, inputs: { 'working-directory': 'pr', kubeconfig: 'hub.yaml' } }, 'pull_request', pull(scene), given.mark);
  expect(readFileSync(given.mark, 'utf8').trim()).toBe('good');
});

const IDENTITY = { GIT_AUTHOR_NAME: 't', GIT_AUTHOR_EMAIL: 't@example.com', GIT_COMMITTER_NAME: 't', GIT_COMMITTER_EMAIL: 't@example.com' };

/** As git-lfs writes a pointer. */
function pointerTo(text: string, more = ''): string {
  return `version https://git-lfs.github.com/spec/v1\n${more}oid sha256:${createHash('sha256').update(text).digest('hex')}\nsize ${Buffer.byteLength(text)}\n`;
}

/** The base and the change have these texts in git, and the checkout has another one. */
function stored(base: string, change: string, inCheckout: string): Scene {
  const scene = edited({ 'hub.yaml': base }, ({ write }) => write('hub.yaml', change));
  writeFileSync(path.join(scene.dir, 'hub.yaml'), inCheckout);
  return scene;
}

test('a kubeconfig that git stores in another form is compared by its hash, or refused with the reason', async () => {
  const cases: readonly (readonly [what: string, scene: (texts: Texts) => Scene, why: string | undefined])[] = [
    ['LFS', ({ good }) => stored(pointerTo(good), pointerTo(good), good), undefined],
    ['LFS, with another content', ({ good, evil }) => stored(pointerTo(good), pointerTo(good), evil), 'it differs'],
    ['LFS, with another pointer', ({ good, evil }) => stored(pointerTo(good), pointerTo(evil), evil), 'it differs'],
    ['LFS, only in the change', ({ good, evil }) => stored(good, pointerTo(evil), evil), 'it differs'],
    [
      'LFS, with an extension',
      ({ good }) => stored(pointerTo(good, 'ext-0-a sha256:b\n'), pointerTo(good, 'ext-0-a sha256:b\n'), good),
      'it differs',
    ],
    ['LFS, with text before the pointer', ({ good }) => stored(`x\n${pointerTo(good)}`, `x\n${pointerTo(good)}`, good), 'it differs'],
    ['LFS, with the hash of an empty file', ({ evil }) => stored(pointerTo(''), pointerTo(''), evil), 'it differs'],
    [
      'git-crypt',
      ({ good }) => stored('\0GITCRYPT\0x', '\0GITCRYPT\0x', good),
      'it is encrypted there by git-crypt, so it cannot be compared',
    ],
    ['a filter', ({ good }) => stored('sealed', 'sealed', good), 'it differs'],
  ];
  for (const [what, build, why] of cases) {
    const given = newTexts();
    const scene = build(given);
    const { summary } = await act(scene, 'pull_request', pull(scene), given.mark);
    if (why !== undefined) expect(summary, what).toContain(`${REFUSED} the base (hub.yaml: ${why})`);
    expect(given.started(), `${what}: ${summary}`).toBe(why === undefined);
  }
  suite.tell({
    tried: 'a kubeconfig that git stores as a pointer of LFS, encrypted, or in another form',
    times: cases.length,
    outcome: 'a file with the hash of the base was used, and any other one was refused with the reason',
  });
});

test('a refusal says how to go on', async () => {
  const writing = 'TEMP, not over the committed file';
  const naming = 'rename it if it only has the name of an argument of the login';
  const scenes: readonly (readonly [what: string, scene: (texts: Texts) => Scene, said: readonly string[]])[] = [
    [
      'a placeholder that a step overwrote',
      ({ good }) => stored('# written by a step', '# written by a step', good),
      ['hub.yaml: it differs', writing],
    ],
    [
      'a checkout of another repository',
      ({ good }) => {
        const scene = edited({}, ({ write }) => write('note.md', 'x'));
        const infra = gitRepository({ 'hub.yaml': good });
        execFileSync('git', ['clone', '-q', infra.dir, path.join(scene.dir, 'infra')], { stdio: 'pipe' });
        return { ...scene, inputs: { kubeconfig: 'infra/hub.yaml' } };
      },
      ['it is in a checkout of another repository than contoso/fleet, so there is nothing to compare it with', writing],
    ],
    [
      'an argument with the name of a file',
      () => {
        const scene = edited({ 'get-token': 'a' }, ({ write }) => write('get-token', 'b'));
        writeFileSync(path.join(scene.dir, 'written.yaml'), kubeconfig(login('/bin/echo', path.join(scene.dir, 'get-token'))));
        return { ...scene, inputs: { kubeconfig: 'written.yaml' } };
      },
      ['get-token, which the kubeconfig written.yaml names,', naming],
    ],
  ];
  for (const [what, build, said] of scenes) {
    const given = newTexts();
    const scene = build(given);
    const { code, summary } = await act(scene, 'pull_request', pull(scene), given.mark);
    for (const text of said) expect(summary, what).toContain(text);
    expect([code, given.started()], what).toEqual([2, false]);
  }
  suite.tell({
    tried: 'kubeconfigs that no change edits and that cannot be compared',
    times: scenes.length,
    outcome: 'each was refused in one sentence with the reason and the next step',
  });
});
