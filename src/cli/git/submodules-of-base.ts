import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkOut } from './check-out.ts';
import { CommitMissing, type Git } from './git.ts';
import { placeBelow } from './repository.ts';

/** The inputs for finding and checking out submodules of a tree. */
interface SubmoduleWork {
  /** The compared paths, absolute. */
  readonly paths: readonly string[];
  /** Git with the index that the tree was checked out from. */
  readonly git: Git;
  /** Creates a git with another separate index. */
  readonly ownGit: () => Git;
}

/**
 * Checks out the submodules of a tree, including nested ones, if they are checked out in the working tree. Other submodules are missing in
 * the judged tree too, which reports that.
 * @param root of the repository
 * @param dir that its tree was checked out to
 * @throws {CommitMissing} the clone of a compared submodule lacks the commit
 */
export async function checkOutSubmodules(root: string, dir: string, { paths, git, ownGit }: SubmoduleWork): Promise<void> {
  for (const { path, commit } of submodulesIn(await git('-C', root, 'ls-files', '--stage', '-z'))) {
    const [here, there] = [join(root, path), join(dir, path)];
    // A git tree cannot contain `.git`, so the author of the clone created this one.
    if (!existsSync(join(here, '.git'))) continue;
    const own = ownGit();
    if ((await own('-C', here, 'cat-file', '-e', `${commit}^{commit}`).catch(() => undefined)) === undefined) {
      const isCompared = paths.some((each) => placeBelow(here, each, root) !== undefined || placeBelow(each, here, root) !== undefined);
      if (!isCompared) continue;
      throw new CommitMissing(
        `the clone of the submodule ${path} has no commit ${commit.slice(0, SHOWN)}, which the base uses; fetch it: git -C ${path} fetch origin ${commit}`,
      );
    }
    mkdirSync(there, { recursive: true });
    await checkOut(commit, here, there, own);
    await checkOutSubmodules(here, there, { paths, git: own, ownGit });
  }
}

const SHOWN = 12;

/** The submodules of an index. @param stage output of `git ls-files --stage -z` */
export function submodulesIn(stage: string): readonly { readonly path: string; readonly commit: string }[] {
  return stage.split('\0').flatMap((entry) => {
    const [, commit, path] = /^160000 ([0-9a-f]+) \d\t(.*)$/s.exec(entry) ?? [];
    return commit === undefined || path === undefined ? [] : [{ path, commit }];
  });
}
