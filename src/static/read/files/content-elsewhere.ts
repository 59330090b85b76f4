/**
 * Why a checkout does not have the content of a file, with what to do; `undefined` if it has. Both starts are ASCII, so that decoding as
 * UTF-8 keeps them. Sources: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md, `commands.cpp` of AGWA/git-crypt.
 */
export function contentElsewhere(text: string): string | undefined {
  if (text.startsWith('version https://git-lfs.github.com/spec/'))
    return 'a pointer of Git LFS, whose file is not checked out (use `lfs: true` with actions/checkout)';
  if (text.startsWith('\0GITCRYPT\0')) return 'encrypted by git-crypt (run `git-crypt unlock` before this step)';
  return undefined;
}
