import { posix } from 'node:path';

/** A file that a command gives another name. Both paths are as the command writes them, or relative to the same folder. */
export interface CopiedFile {
  readonly source: string;
  readonly target: string;
}

/** The files of `cp`, `mv`, `ln` and `install`. Folders and copies of folders are left out. */
export function copiedBy([program = '', ...words]: readonly string[]): readonly CopiedFile[] {
  const flags = words.filter((word) => word.startsWith('-'));
  const files = words.filter((word, index) => !word.startsWith('-') && !(program === 'install' && /^-[mog]$/.test(words[index - 1] ?? '')));
  const last = files.at(-1) ?? '';
  const sources = files.slice(0, -1);
  if (!COPIERS.has(program) || flags.some((flag) => OF_FOLDERS.test(flag)) || files.some((file) => /[<>$*]/.test(file))) return [];
  // `install` copies no folders, and makes them with `-d`.
  if (program === 'install' ? flags.some((flag) => /^-\w*d|^--directory/.test(flag)) : !sources.every(isFile)) return [];
  const isName = sources.length === 1 && isFile(last);
  const folder = isName ? posix.dirname(last) : last;
  // A symbolic link is relative to its own folder.
  const isRelative = program === 'ln' && flags.some((flag) => /^-\w*s|^--symbolic$/.test(flag));
  return sources.map((source) => ({
    source: isRelative && !source.startsWith('/') ? posix.join(folder, source) : source,
    target: isName ? last : posix.join(folder, posix.basename(source)),
  }));
}

const COPIERS: ReadonlySet<string> = new Set(['cp', 'mv', 'ln', 'install']);

/** Flags that copy folders, or that name the target before the files. */
const OF_FOLDERS = /^-\w*[rRat]|^--(?:recursive|archive|target-directory)/;

/** Whether a path is that of a file, by its ending. */
function isFile(path: string): boolean {
  return posix.extname(path) !== '' && !path.endsWith('/');
}
