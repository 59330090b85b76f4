import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import type { MemberLogin } from '../../gates/hub/live-members.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';

/**
 * The login for each member, by cluster name: `--member CLUSTER=CONTEXT`, or `--member-kubeconfig DIR` with one kubeconfig for each
 * cluster.
 * @throws {ConfigError} wrong syntax, a missing folder or file, or a cluster that is named twice
 */
export function memberLogins(invocation: Invocation, io: Pick<Io, 'cwd'>): ReadonlyMap<string, MemberLogin> {
  const { named } = invocation;
  const logins = new Map<string, MemberLogin>();
  const add = (cluster: string, login: MemberLogin, where: string): void => {
    if (logins.has(cluster)) throw new ConfigError(`${where}: cluster ${cluster} is given twice; name one login for each cluster`);
    logins.set(cluster, login);
  };
  for (const text of invocation.values('member')) {
    const [, cluster, context] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (cluster === undefined || context === undefined)
      throw new ConfigError(`${named('member')} "${text}": write CLUSTER=CONTEXT, for example ${named('member', 'east=aks-east')}`);
    add(cluster, { context }, named('member'));
  }
  const folder = invocation.value('member-kubeconfig');
  if (folder === undefined) return logins;
  const names = kubeconfigsIn(resolve(io.cwd, folder), named('member-kubeconfig', folder));
  for (const name of names)
    add(name.replace(SUFFIX, ''), { kubeconfig: resolve(io.cwd, folder, name) }, named('member-kubeconfig', join(folder, name)));
  return logins;
}

/** The suffix of a kubeconfig's file name; the rest is the name of the cluster. */
const SUFFIX = /\.(ya?ml|json|kubeconfig|config|conf)$/;

/**
 * The names of the kubeconfigs in a folder. Hidden files are ignored: a mounted Secret keeps its own files in `..data`. @throws
 * {ConfigError} there is none
 */
export function kubeconfigsIn(path: string, flag: string): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(path).filter((name) => !name.startsWith('.') && statSync(join(path, name)).isFile());
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'the folder does not exist' : code === 'ENOTDIR' ? 'it is not a folder' : (code ?? String(error));
    throw new ConfigError(
      `${flag}: cannot be read (${why}); give a folder with one kubeconfig for each cluster, with the name of the cluster`,
      {
        cause: error,
      },
    );
  }
  if (names.length === 0)
    throw new ConfigError(`${flag}: there is no file; put one kubeconfig for each cluster there, with the name of the cluster`);
  return names.toSorted();
}
