import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { gitRepository } from '../trees/git-repository.ts';
import { packedProgram } from '../process/packed-program.ts';
import { temporaryFolder } from '../trees/temporary-folder.ts';
import { writeProgram } from '../process/write-program.ts';

const SAMPLE = path.resolve(import.meta.dirname, '../../../fixtures/demo/repo');

/** A repository of a user: the demo's sample in `deploy/`, and its member clusters in `clusters.yaml`. */
export interface UserRepository {
  readonly dir: string;
  /** The commit that is the base of a pull request: `main` and `origin/main`. */
  readonly base: string;
}

/** @param only names of the applications to copy; if empty, all of them, including those with planted faults */
export function userRepository(only: readonly string[] = []): UserRepository {
  const { dir, git, commit } = gitRepository({ 'README.md': 'A repository.\n' });
  const base = git('rev-parse', 'HEAD');
  git('update-ref', 'refs/remotes/origin/main', base);
  const deploy = path.join(dir, 'deploy');
  if (only.length === 0) cpSync(SAMPLE, deploy, { recursive: true });
  for (const name of only) cpSync(path.join(SAMPLE, name), path.join(deploy, name), { recursive: true });
  if (only.length > 0) cpSync(path.join(SAMPLE, 'fleet'), path.join(deploy, 'fleet'), { recursive: true });
  renameSync(path.join(deploy, 'fleet/members.yaml'), path.join(dir, 'clusters.yaml'));
  rmSync(path.join(deploy, 'fleet'), { recursive: true });
  commit();
  return { dir, base };
}

export interface ScriptRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** The calls of the stand-ins, in order, for example `kubectl apply …`. */
  readonly calls: readonly string[];
}

export interface Sandbox {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Bodies of shell scripts that replace missing programs, by name. Each call is recorded in `calls`. */
  readonly standIns?: Readonly<Record<string, string>>;
  /** How the system starts a shell. The shells of GitHub and Azure stop at the first command that fails. */
  readonly shell?: readonly string[];
}

/** Runs a script of a pipeline as its runner does, with the packed program on the PATH and a separate environment. */
export async function runScript(
  script: string,
  { cwd, env = {}, standIns = {}, shell = ['-e', '-o', 'pipefail'] }: Sandbox,
): Promise<ScriptRun> {
  const home = temporaryFolder();
  const bin = path.join(home, 'bin');
  mkdirSync(bin);
  const log = path.join(home, 'calls');
  // The stand-in of npm accepts only the command that installs this program.
  const all = { npm: '[ "$1 $2" = "install --global" ] && case "$3" in fleet-gate@0*) ;; *) exit 9 ;; esac', ...standIns };
  for (const [name, body] of Object.entries(all)) {
    writeProgram(path.join(bin, name), `echo "${name} $*" >> '${log}'\n${body}`, '/bin/bash');
  }
  const child = spawn('bash', ['--noprofile', '--norc', ...shell, '-c', script], {
    cwd,
    env: { PATH: [bin, packedProgram().bin, path.dirname(process.execPath), '/usr/bin', '/bin'].join(':'), HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { code, out, err, calls: existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : [] };
}
