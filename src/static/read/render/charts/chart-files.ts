import { lstat, readdir } from 'node:fs/promises';
import { joinPath } from '../../kustomize/kustomization.ts';
import type { Refusal } from '../refusal.ts';
import type { RepositoryFiles } from '../repository-files.ts';

/** The files from which a chart is rendered. */
export interface ChartFiles {
  readonly files: ReadonlySet<string>;
  /** It contains git's own files, which helm would read too. */
  readonly holdsGit: boolean;
  /** The folders that helm ignores, absolute. */
  readonly ignored: ReadonlySet<string>;
  readonly refusal?: Refusal;
}

/** A folder with more files is not a packaged chart. */
const MAX_FILES = 20_000;
const MAX_FOLDERS = 5000;

/**
 * Every file below a chart, without those of folders that helm ignores, such as `node_modules`. helm follows all symbolic links, so a link
 * out of the repository is refused.
 */
export async function chartFiles(directory: string, chartFile: string, files: RepositoryFiles): Promise<ChartFiles> {
  const found = new Set<string>();
  const wrong: string[] = [];
  let holdsGit = false;
  const isIgnored = ignoredFolders((await files.text(joinPath(directory, '.helmignore'))) ?? '');
  const ignored = new Set<string>();
  const rest = [directory];
  for (let at = rest.pop(), folders = 1; at !== undefined; at = rest.pop(), folders += 1) {
    const entries = await readdir(files.absolute(at), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = joinPath(at, entry.name);
      if (entry.name === '.git') holdsGit ||= (await lstat(files.absolute(name))).isDirectory();
      else if (entry.isDirectory() && isIgnored.has(entry.name) && !isContent(name)) ignored.add(files.absolute(name));
      else if (entry.isDirectory()) rest.push(name);
      else if (entry.isSymbolicLink()) await follow(name);
      else found.add(name);
    }
    if (found.size > MAX_FILES || folders > MAX_FOLDERS) {
      wrong.push(`the chart has more than ${MAX_FILES} files or ${MAX_FOLDERS} folders`);
      break;
    }
  }
  const [first] = wrong;
  return { files: found, holdsGit, ignored, ...(first === undefined ? {} : { refusal: { file: chartFile, line: 1, reason: first } }) };

  /** What helm ignores of the templates is reported by them. */
  function isContent(name: string): boolean {
    return ['templates', 'charts', 'crds'].some((folder) => `${name}/`.startsWith(`${joinPath(directory, folder)}/`));
  }

  async function follow(name: string): Promise<void> {
    const standing = files.look(name);
    if (standing === undefined) wrong.push(`the symbolic link "${name}" leads to a file that does not exist`);
    else if (standing.place === 'git') wrong.push(`the symbolic link "${name}" leads to git's own files`);
    else if (standing.place === 'outside') wrong.push(`the symbolic link "${name}" leads out of the repository`);
    else if (standing.kind === 'directory') rest.push(name);
    else found.add(name);
  }
}

/** Whether a file of a chart has only texts for people. */
export function isDescription(name: string): boolean {
  return /(?:\.md|(?:^|\/)(?:NOTES\.txt|Chart\.yaml))$/.test(name);
}

/**
 * The names of folders that `.helmignore` lists. Patterns and paths are left out, and all names if there is a negation: then more is read
 * than helm reads. Source: helm `pkg/ignore/rules.go`.
 */
function ignoredFolders(text: string): ReadonlySet<string> {
  const lines = text.split('\n');
  if (lines.some((line) => line.includes('!'))) return new Set();
  return new Set(lines.flatMap((line) => /^[ \t]*([\w@.-]+)\/?[ \t\r]*$/.exec(line)?.[1] ?? []));
}
