import { isTooLong } from '../../../../files/longest-path.ts';
import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { directoryOf, joinPath } from '../../kustomize/kustomization.ts';

/** A command of a script or a pipeline that deploys a chart with values or into a namespace. Names are as reports have them. */
export interface HelmCommand {
  readonly file: string;
  /** The folders that its words may name; most do not exist. */
  readonly charts: readonly string[];
  /** The paths of files with values, and the names that it sets, such as `{ name: 'image.tag' }`; empty if it gives none. */
  readonly values: readonly unknown[];
  /** The namespace of objects without one; absent if it names none. It may have an expression. */
  readonly namespace?: string;
}

/**
 * The commands in a text that deploy a chart with values or into a namespace: `helm upgrade`, `helm install`, and `helm template` if kubectl applies the
 * result. Paths start at the top, at the file, or at a folder that the text changes to.
 * @param file its name, from the top
 */
export function helmCommandsIn(text: string, file: string): readonly HelmCommand[] {
  if (!text.includes('helm')) return [];
  const startsIn = [...text.matchAll(STARTS_IN)].flatMap(([, folder = '']) => (isTooLong(folder) ? [] : joinPath('', folder)));
  const bases = fewFolders(new Set(['', directoryOf(file), ...startsIn]));
  const namesOf = (path: string): readonly string[] => [...new Set(bases.map((base) => joinPath(base, path)))];
  return text
    .replaceAll(CONTINUED, ' ')
    .split(/\r?\n|;|&&/)
    .filter((line) => line.includes('helm'))
    .slice(0, MOST_COMMANDS)
    .flatMap((line): readonly HelmCommand[] => {
      const [command = '', ...piped] = line.split('|');
      const all = command.split(/\s+/).flatMap((word) => word.replaceAll(/["']/g, '') || []);
      const words = all.slice(all.indexOf('helm') + 1);
      const isApplied = piped.some((each) => /\bkubectl\b/.test(each));
      const isDeploy = words.includes('upgrade') || words.includes('install') || (words.includes('template') && isApplied);
      if (!all.includes('helm') || line.trimStart().startsWith('#') || !isDeploy) return [];
      // What a post-renderer makes of the objects is not known.
      const files = flagValuesIn(words, ['-f', '--values', '--post-renderer']).flatMap((each) => each.split(','));
      const set = flagValuesIn(words, ['--set', '--set-string', '--set-file', '--set-json', '--set-literal']);
      // The one of `helm template` is only for its templates.
      const [namespace] = flagValuesIn(words.includes('template') ? piped.join(' ').split(/\s+/) : words, ['-n', '--namespace']);
      const names = set.flatMap((each) => each.split(',').map((pair) => ({ name: pair.replace(/=[^]*/, '') })));
      const values = files.length + set.length === 0 ? [] : [...files, names];
      if (values.length === 0 && namespace === undefined) return [];
      return [
        {
          file,
          charts: words.slice(0, MOST_WORDS).flatMap((word) => (isTooLong(word) ? [] : namesOf(word))),
          values,
          ...(namespace === undefined ? {} : { namespace }),
        },
      ];
    });
}

/** The first folders. Each word is looked for in each of them, so all together are short. */
function fewFolders(folders: ReadonlySet<string>): readonly string[] {
  let length = 0;
  const taken: string[] = [];
  for (const folder of folders) {
    if (taken.length > 1 && length + folder.length > MOST_CHARACTERS) continue;
    length += folder.length;
    if (taken.push(folder) === MOST_FOLDERS) break;
  }
  return taken;
}

/** What is read of one text, so that a text of many commands and folders takes no long time. */
const [MOST_FOLDERS, MOST_CHARACTERS, MOST_COMMANDS, MOST_WORDS] = [50, 1000, 200, 100];

/** `cd X`, and the folder of a step in a workflow or a pipeline. */
// linear: blanks and the name of the folder end at the first other sign.
const STARTS_IN = /(?:\bcd[ \t]+|\bworking-?directory:[ \t]*)["']?([\w./-]+)/gi;
/** The end of a line behind a sign that continues it, or before a flag, as in a folded text of YAML. */
// linear: each end of a line is tried once, and the blanks behind it as well.
const CONTINUED = /[\\`]?\r?\n[ \t]*(?=--?[a-z])|[\\`]\r?\n/gi;
