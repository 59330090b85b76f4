import { join } from 'node:path';
import { checkedOut, isCheckoutOf, checkoutOf } from '../cli/git/checked-out.ts';
import type { Io } from '../cli/process/io.ts';
import { rootOfFiles } from '../cli/git/repository.ts';
import { existsSync, readdirSync } from 'node:fs';
import type { SourceLink } from '../report/facts/lint/permalink.ts';

/**
 * Where the files of a report can be viewed. A workflow may check out this repository, or another one, into a folder of the workspace.
 * @param source this repository, at the commit that the run is about
 * @returns `undefined` if no page is known to show them
 */
export async function filesSource(source: SourceLink | undefined, io: Pick<Io, 'cwd' | 'env'>): Promise<SourceLink | undefined> {
  const root = rootOfFiles(io);
  if (source === undefined || root === undefined) return source;
  if (!existsSync(join(root, '.git'))) return holdsCheckout(root) ? undefined : source;
  if (root === io.env['GITHUB_WORKSPACE']) return source;
  const at = { ...io, cwd: root };
  if (await isCheckoutOf(source.repository, at)) return source;
  const [repository, sha] = [await checkoutOf(source.server, at), await checkedOut(at)];
  return repository === undefined || sha === undefined ? undefined : { server: source.server, repository, sha };
}

/** Whether a folder below this one is a checkout of its own. `false` if the folder cannot be read. */
function holdsCheckout(folder: string): boolean {
  try {
    return readdirSync(folder, { withFileTypes: true }).some(
      (entry) => entry.isDirectory() && existsSync(join(folder, entry.name, '.git')),
    );
  } catch {
    return false;
  }
}
