import { ConfigError } from '../../errors.ts';
import { findProgram, searchPath } from '../../programs/find-program.ts';
import { runProgram } from '../../programs/run-program.ts';
import { whereGiven } from '../../terms.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { isWithin } from '../../files/is-within.ts';
import { gitEnvironment } from './git-environment.ts';
import { repositoryRoot } from './repository.ts';

/** Runs git in the repository of the working directory and resolves with its output. @throws {GitFailed} */
export type Git = (...args: readonly string[]) => Promise<string>;

/** Git failed. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed';
  /** Why git could not be started, such as `ENOENT`. */
  readonly code: string | undefined;
  readonly stderr: string;

  constructor(message: string, { code, stderr = '' }: { readonly code?: string | undefined; readonly stderr?: string }) {
    super(message);
    this.code = code;
    this.stderr = stderr;
  }
}

/** Bytes. A list of all files of a large repository is smaller. */
const MAX_OUTPUT = 256 * 1024 * 1024;

/** Milliseconds. Reading the tree of a large repository from a slow disk takes minutes. */
const TIMEOUT = 600_000;

/** Bytes. Packs are mapped and not part of it. */
const MAX_MEMORY = 4 * 1024 ** 3;

/**
 * A folder of the judged tree may look like a repository: its configuration could name programs that git starts, and its commits are not
 * trusted. Hooks and the file system monitor are scripts, and a configuration may name one inside the tree.
 */
const NOTHING_OF_THE_TREE = [
  ['safe.bareRepository', 'explicit'],
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  // Submodules are checked out one by one.
  ['submodule.recurse', 'false'],
].flatMap((setting) => ['-c', setting.join('=')]);

/**
 * @param more environment variables to add or replace, such as a separate index
 * @param timeout of one run in milliseconds
 */
export function gitIn(io: Pick<Io, 'cwd' | 'env'>, more: Readonly<Record<string, string>> = {}, timeout = TIMEOUT): Git {
  // With `.git` in the folder, git does not search further.
  const cwd = repositoryRoot(io) ?? io.cwd;
  const search = { env: io.env, judged: [cwd] };
  const workspace = io.env['GITHUB_WORKSPACE'] ?? '';
  // A job in a container is another user than the one that owns its workspace. Elsewhere git refuses a repository of another user.
  const ofOthers = workspace !== '' && isWithin(cwd, workspace) ? ['-c', 'safe.directory=*'] : [];
  return async (...args) => {
    const git = findProgram(['git'], search);
    if (typeof git === 'string') throw new GitFailed(git, { code: 'ENOENT' });
    const result = await runProgram({
      path: git.path,
      args: [...NOTHING_OF_THE_TREE, ...ofOthers, ...args],
      cwd,
      env: { ...gitEnvironment(io.env, searchPath(search)), ...more },
      timeout,
      maxOutput: MAX_OUTPUT,
      maxMemory: MAX_MEMORY,
    });
    if (result.kind === 'done') return result.stdout;
    if (result.kind === 'failed') throw new GitFailed(`git ${args.join(' ')} failed: ${result.stderr}`, { stderr: result.stderr });
    if (result.kind === 'unstartable') throw new GitFailed(`git ${result.why}`, { code: result.code });
    throw new GitFailed(`git ${commandIn(args)} ${result.why}${result.because === 'time' ? WAITS : ''}`, {});
  };
}

const WAITS =
  ', perhaps because the disk is slow, or because it waits for a named pipe in place of .gitattributes, .gitignore or a file of .git';

/** The name of a command, without the settings before it. */
function commandIn(args: readonly string[]): string {
  return args.find((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c') ?? '';
}

/** Why a clone does not have a commit, and what to fetch. */
export class CommitMissing extends Error {
  override readonly name = 'CommitMissing';
}

/** What to do if a clone lacks history. */
export const FETCH_HISTORY = 'fetch its history: `fetch-depth: 0` with actions/checkout, `git fetch --unshallow` elsewhere';

/** Returns the id of a commit. @throws {CommitMissing} also if the name is that of several commits */
export async function commitNamed(ref: string, git: Git): Promise<string> {
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch(() => '');
  if (commit !== '') {
    const names = await namesakes(ref, git);
    if (names.length === 0) return commit.trim();
    throw new CommitMissing(`${names.join(' and ')} have this name and different commits; write one of them in full`);
  }
  const mistake = NO_REFS.find(({ form }) => form.test(ref));
  if (mistake !== undefined) throw new CommitMissing(mistake.why);
  throw new CommitMissing(
    (await isShallow(git))
      ? `this clone is shallow and has no commit of that name; ${FETCH_HISTORY}`
      : 'this clone has no commit of that name; check the name, or fetch it (`fetch-depth: 0` with actions/checkout, `git fetch origin` elsewhere)',
  );
}

/**
 * The references that a short name may mean, if they have different commits. Git takes the tag before the branch (gitrevisions(7)), and who
 * may push a tag `origin/main` is perhaps not allowed to push to the branch.
 */
async function namesakes(ref: string, git: Git): Promise<readonly string[]> {
  const [name = ''] = ref.split(/[~^]|@\{/);
  if (/^[0-9a-f]{40,64}$/.test(name)) return [];
  const meant = ['refs/tags/', 'refs/heads/', 'refs/remotes/'].map((start) => start + name);
  // `<object> <commit of a tag> <reference>`; a pattern matches folders too.
  const lines = (await git('for-each-ref', '--format=%(objectname) %(*objectname) %(refname)', ...meant)).split('\n');
  const found = lines.map((line) => line.split(' ')).filter(([, , reference = '']) => meant.includes(reference));
  const commits = new Set(found.map(([object, commit]) => commit || object));
  return commits.size > 1 ? found.map(([, , reference = '']) => reference) : [];
}

/** Values of workflow variables on events without such a commit. Fetching does not help. */
const NO_REFS = [
  {
    form: /^0{40,64}$/,
    why: 'it is not a commit: a push that creates a branch has no commit before it, so there is nothing to compare with',
  },
  {
    form: /\/$/,
    why: 'it does not name a branch; a variable in it may be empty, such as github.base_ref if the workflow was not started by a pull request',
  },
];

export async function isShallow(git: Git): Promise<boolean> {
  return (await git('rev-parse', '--is-shallow-repository')).trim() === 'true';
}

/** The error for a flag whose commit git cannot find. */
export function gitFault(error: unknown, flag: string, named: Invocation['named']): ConfigError {
  if (error instanceof GitFailed && error.code === 'ENOENT')
    return new ConfigError(`${flag} needs git, and ${error.message}; install it${orFolder(named)}`);
  if (error instanceof CommitMissing) return new ConfigError(`${flag}: cannot be read here: ${error.message}`, { cause: error });
  if (isNoRepository(error))
    return new ConfigError(`${flag}: cannot be read here: ${NO_REPOSITORY}${orFolder(named)}`, {
      cause: error,
    });
  return new ConfigError(`${flag}: cannot be read here (${whyGitFailed(error)}); correct that${orFolder(named)}`, { cause: error });
}

/** The first line of git's message, and the command that it prints if the repository belongs to another user. */
export function whyGitFailed(error: unknown): string {
  const [reason = '', ...more] = error instanceof GitFailed ? error.stderr.split('\n') : [];
  const command = more.find((line) => line.startsWith('\tgit config --global --add safe.directory '));
  const shown = reason === '' ? (error instanceof GitFailed ? error.message : String(error)) : reason;
  return `${shown}${command === undefined ? '' : `; run: ${command.trim()}`}`;
}

/** Whether git failed because there is no repository. */
export function isNoRepository(error: unknown): boolean {
  return error instanceof GitFailed && error.stderr.startsWith('fatal: not a git repository');
}

export const NO_REPOSITORY =
  'the working directory is not in a git repository; start it in the checkout (`working-directory` of the Action, if actions/checkout has a `path`)';

/** The alternative: a base that does not need git. */
function orFolder(named: Invocation['named']): string {
  return whereGiven(named, ['base-dir'], (term) => ` or use ${term}`);
}
