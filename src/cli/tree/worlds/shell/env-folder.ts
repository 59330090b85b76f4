/** The folder in which `env -C DIR` starts a command, and its words without that; `undefined` for a command that starts where it is. */
export function startedByEnvIn(words: readonly string[]): { readonly folder: string; readonly words: readonly string[] } | undefined {
  const env = words.findIndex((word) => !ASSIGNED.test(word) && word !== 'sudo');
  if (words[env] !== 'env') return undefined;
  for (let at = env + 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '-C' || word === '--chdir') return { folder: words[at + 1] ?? '', words: words.toSpliced(at, 2) };
    const folder = /^(?:-C|--chdir=)(.+)/.exec(word)?.[1];
    if (folder !== undefined) return { folder, words: words.toSpliced(at, 1) };
    if (word === '-u' || word === '--unset') at += 1;
    else if (!word.startsWith('-') && !ASSIGNED.test(word)) return undefined;
  }
  return undefined;
}

const ASSIGNED = /^\w+=/;
