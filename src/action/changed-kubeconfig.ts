import { delimiter, resolve } from 'node:path';
import { gitIn } from '../cli/git/git.ts';
import { placeBelow, realpathOf, repositoryRoot } from '../cli/git/repository.ts';
import type { Io, MergesInto } from '../cli/process/io.ts';
import { ConfigError } from '../errors.ts';
import type { ActionInputs } from './inputs.ts';

/**
 * Why a kubeconfig must not be used: it is a committed file, and it is not known to be as in the base. A kubeconfig starts programs, and
 * sends the content of files to a server. A file that only a step of the workflow wrote is not committed.
 * @param mergesInto the commit that the pull request goes into
 */
export async function changedKubeconfig(
  { mode, flags }: Pick<ActionInputs, 'mode' | 'flags'>,
  mergesInto: MergesInto | undefined,
  io: Pick<Io, 'cwd' | 'env'>,
): Promise<ConfigError | undefined> {
  const root = repositoryRoot(io);
  if (mergesInto === undefined || root === undefined) return undefined;
  const valuesOf = (...names: readonly string[]): readonly string[] =>
    flags.flatMap(({ name, values }) => (names.includes(name) ? values : []));
  const isOfEnvironment = valuesOf('kubeconfig').length === 0 && (mode !== 'lint' || valuesOf('context').length > 0);
  const named = [
    ...valuesOf('kubeconfig', 'member-kubeconfig').map((path) => ({ path, file: resolve(io.cwd, path) })),
    // Relative to the folder of the process.
    ...(isOfEnvironment ? (io.env['KUBECONFIG'] ?? '').split(delimiter) : []).flatMap((path) =>
      path === '' ? [] : [{ path, file: resolve(path) }],
    ),
  ];
  const git = gitIn(io);
  for (const { path, file } of named) {
    // A link is a file too, and so is its target.
    const places = [file, realpathOf(file)].map((each) => placeBelow(root, each, io.cwd));
    for (const place of new Set(places)) {
      if (place === undefined || place === '') continue;
      const only = ['--', `:(top,literal)${place.replaceAll('\\', '/')}`];
      if ((await git('ls-files', '-z', ...only).catch(() => 'unknown')) === '') continue;
      const isAsBase =
        mergesInto.kind === 'commit' &&
        (await git('diff', '--cached', '--quiet', '--no-ext-diff', mergesInto.sha, ...only).then(
          () => true,
          () => false,
        ));
      if (isAsBase) continue;
      return new ConfigError(
        `the kubeconfig ${path} is a committed file, and it is not known to be as in the base; ` +
          'a kubeconfig can start programs and send credentials: let a step of the workflow write it',
      );
    }
  }
  return undefined;
}
