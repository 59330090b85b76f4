import { lstatSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AsInCommit, type CommittedFile, type FetchCommit, type TrustedCommit } from '../cli/git/as-in-commit.ts';
import { whyGitFailed } from '../cli/git/git.ts';
import { placesOfPath } from '../cli/git/places-of-path.ts';
import { relativePath } from '../cli/git/repository.ts';
import { kubeconfigsIn } from '../cli/hub/member-logins.ts';
import type { Io } from '../cli/process/io.ts';
import { ConfigError } from '../errors.ts';
import { realpathOf } from '../files/realpath-of.ts';
import { filesNamedIn, type Kubeconfig, kubeconfigPaths, readKubeconfig } from '../gates/hub/auth/kubeconfig.ts';
import { loginTextsIn, mayReadFile } from '../gates/hub/auth/login-files.ts';
import type { FlagName } from '../settings/settings.ts';
import type { ActionInputs } from './inputs.ts';

type Given = Pick<ActionInputs, 'flags'>;
type Place = Pick<Io, 'cwd' | 'env'>;

/**
 * Why a kubeconfig must not be used: it, a link to it or a file that it names is committed, and it is not known to be as in the commit that
 * the run trusts. A kubeconfig starts programs, and sends the content of files to a server. A file that only a step of the workflow wrote
 * is not committed.
 */
export async function changedKubeconfig(
  given: Given,
  trusted: TrustedCommit,
  { cwd, env, fetchCommit }: Place & { readonly fetchCommit: FetchCommit },
): Promise<ConfigError | undefined> {
  const committed = new AsInCommit(trusted, { env }, fetchCommit);
  for await (const { file, what, next } of filesToCheck(given, { cwd, env }, committed))
    for (const place of placesOfPath(file)) {
      const fault = isFolder(place.path) && !place.isLink ? undefined : await committed.faultOf(place);
      if (fault === undefined) continue;
      const is = fault.isCommitted ? 'is a committed file, and it is not known to be as in' : 'may be a committed file that is not as in';
      return new ConfigError(
        `${what} ${is} ${trusted.name} (${relativePath(cwd, place.path)}: ${fault.why}); ` +
          `a kubeconfig can start programs and send credentials: ${next}`,
      );
    }
  return undefined;
}

interface FileToCheck {
  readonly file: string;
  readonly what: string;
  readonly next: string;
}

/** The kubeconfigs of a run, and the files that they name, each by its absolute path. @throws {ConfigError} */
async function* filesToCheck(given: Given, io: Place, committed: AsInCommit): AsyncGenerator<FileToCheck> {
  for (const { file, name } of kubeconfigsOf(given, io)) {
    yield { file, what: `the kubeconfig ${name}`, next: WRITE_IT };
    const kubeconfig = readable(file);
    if (kubeconfig === undefined) continue;
    for (const named of filesNamedIn(kubeconfig))
      yield { file: named, what: `${relativePath(io.cwd, named)}, which the kubeconfig ${name} names,`, next: NAME_IT };
    for (const read of await filesOfLogin(kubeconfig, name, io, committed))
      yield { file: read, what: `${relativePath(io.cwd, read)}, which the login of the kubeconfig ${name} may read,`, next: NAME_IT };
  }
}

/** The committed files around the working directory that the login of a kubeconfig may read. @throws {ConfigError} */
async function filesOfLogin({ documents }: Kubeconfig, name: string, { cwd }: Place, committed: AsInCommit): Promise<readonly string[]> {
  const texts = loginTextsIn(documents);
  if (texts.length === 0) return [];
  const isRead = mayReadFile(texts);
  let files: readonly CommittedFile[];
  try {
    files = await committed.filesAround(realpathOf(cwd));
  } catch (error) {
    throw new ConfigError(`git cannot list the files that the login of the kubeconfig ${name} may read: ${whyGitFailed(error)}`, {
      cause: error,
    });
  }
  const read = files.filter(({ path, file }) => isRead(path) && isThere(file)).map(({ file }) => file);
  if (read.length <= MOST_FILES) return read;
  throw new ConfigError(
    `a pattern in the login of the kubeconfig ${name} matches ${read.length} committed files, more than can be compared: ${NAME_THEM}`,
  );
}

/** Each is one start of git. */
const MOST_FILES = 500;
const NAME_THEM = 'name the files of the login without patterns and variables';
const WRITE_IT = 'let a step of the workflow write it below $RUNNER_TEMP, not over the committed file';
const NAME_IT =
  'let a step of the workflow write this file below $RUNNER_TEMP, and name it there; rename it if it only has the name of an argument of the login';

function kubeconfigsOf({ flags }: Given, { cwd, env }: Place): readonly { readonly file: string; readonly name: string }[] {
  const valuesOf = (flag: FlagName): readonly string[] => flags.flatMap(({ name, values }) => (name === flag ? values : []));
  const named = valuesOf('kubeconfig').map((name) => ({ name, file: resolve(cwd, name) }));
  const ofEnvironment = named.length > 0 ? [] : kubeconfigPaths({ env }).map((file) => ({ name: file, file }));
  const ofMembers = valuesOf('member-kubeconfig').flatMap((folder) =>
    namesIn(resolve(cwd, folder)).map((name) => ({ name: join(folder, name), file: resolve(cwd, folder, name) })),
  );
  return [...named, ...ofEnvironment, ...ofMembers];
}

/** The reader reports a folder that has no kubeconfig. */
function namesIn(folder: string): readonly string[] {
  try {
    return kubeconfigsIn(folder, '');
  } catch {
    return [];
  }
}

/** The reader reports a kubeconfig that cannot be read. A pipe can be read only once. */
function readable(file: string): Kubeconfig | undefined {
  try {
    return statSync(file).isFile() ? readKubeconfig({ kubeconfig: file, env: {} }) : undefined;
  } catch {
    return undefined;
  }
}

/** A sparse checkout lacks committed files. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** `false` also for what cannot be a path, such as a long text: the reader of the flag reports it. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
