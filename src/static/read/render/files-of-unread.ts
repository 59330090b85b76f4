import { statSync } from 'node:fs';
import { isTooLong } from '../../../files/longest-path.ts';
import { directoryOf, joinPath } from '../kustomize/kustomization.ts';
import { isAtOrBelow } from '../files/shown-path.ts';
import { isScript } from '../placeholders/source-of-manifests.ts';
import { unescaped } from '../placeholders/unescaped.ts';
import type { RepositoryFiles } from './repository-files.ts';
import { namesIn } from '../../../files/names-in.ts';

/** What a kustomization may list whose text this program does not parse, although kustomize may. */
interface MayBeListed {
  /** The files that its text names. */
  readonly named: readonly string[];
  /** The folders that its text names, without its own folder and those around it. */
  readonly folders: readonly string[];
  /** Other files of its folder, of any ending. */
  readonly beside: readonly string[];
  /** There are more files, or they have more bytes, than are searched. */
  readonly isCut: boolean;
}

/**
 * The files and folders of the repository that a kustomization may list. Any word of its text, also of a comment, may be an entry, and an
 * entry may be written in a way that no word shows. Scripts and Markdown files must be named.
 * @param file the kustomization, in its folder by its own name
 */
export function filesOfUnread(file: string, text: string, repository: RepositoryFiles): MayBeListed {
  const home = directoryOf(file);
  const [named, folders, beside] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let [looked, bytes] = [0, 0];
  const add = (path: string, files: Set<string>): void => {
    looked += 1;
    const found = looked > MOST_LOOKED_AT ? undefined : repository.look(path);
    if (found?.place !== 'inside' || found.name === file) return;
    if (found.kind === 'directory') {
      if (files === named && !isAtOrBelow(home, found.name)) folders.add(found.name);
    } else if (!named.has(found.name) && !beside.has(found.name)) {
      files.add(found.name);
      bytes += statSync(repository.absolute(found.name), { throwIfNoEntry: false })?.size ?? 0;
    }
  };
  for (const word of wordsOf(text)) add(joinPath(home, word), named);
  for (const name of namesIn(repository.absolute(home))) if (!isUnlisted(name)) add(joinPath(home, name), beside);
  return { named: [...named], folders: [...folders], beside: [...beside], isCut: looked > MOST_LOOKED_AT || bytes > MOST_BYTES };
}

/** Words, and lines without the sign of a list entry, because a name may have blanks. */
function wordsOf(text: string): ReadonlySet<string> {
  const plain = unescaped(text);
  const lines = plain.split(BREAK).map((line) => line.replace(/^[\s-]+/, '').trim());
  return new Set([...plain.split(BETWEEN), ...lines].filter((word) => word !== '' && !isTooLong(word)));
}

const BREAK = /[\n\r\u0085\u2028\u2029]/;
const BETWEEN = /[\s\u0085"',[\]{}]/;
const MOST_LOOKED_AT = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;

function isUnlisted(name: string): boolean {
  return isScript(name) || /\.md$/i.test(name);
}
