/**
 * Why a checkout does not have the content of a file, with what to do; `undefined` if it has. All starts are ASCII, so that decoding as
 * UTF-8 keeps them. Sources: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md, `commands.cpp` of AGWA/git-crypt,
 * https://git-annex.branchable.com/internals/pointer_file/.
 */
export function contentElsewhere(text: string): string | undefined {
  if (LFS_POINTERS.some((start) => text.startsWith(start)))
    return 'a pointer of Git LFS, whose file is not checked out (use `lfs: true` with actions/checkout)';
  if (text.startsWith('\0GITCRYPT\0')) return 'encrypted by git-crypt (run `git-crypt unlock` before this step)';
  if (text.startsWith('/annex/objects/'))
    return 'a pointer of git-annex, whose file is not checked out (run `git annex get` before this step)';
  return undefined;
}

/** Git LFS reads pointers of its first versions too. Source: its `lfs/pointer.go`, v1Aliases. */
const LFS_POINTERS = ['https://git-lfs.github.com/spec/', 'https://hawser.github.com/spec/', 'http://git-media.io/v/'].map(
  (version) => `version ${version}`,
);
