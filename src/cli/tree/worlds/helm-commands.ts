import { isTooLong } from '../../../files/longest-path.ts';
import { flagValuesIn } from '../../../fleet/text/flag-values.ts';
import { directoryOf, joinPath } from '../../../static/read/kustomize/kustomization.ts';
import type { HelmCommand } from '../../../static/read/render/charts/helm-command.ts';
import { commandLines } from './command-lines.ts';

/**
 * The commands in a script that deploy a chart with values or into a namespace: `helm upgrade`, `helm install`, and `helm template` if
 * kubectl applies the result. Paths start at the top, at the file, or at a folder that the script changes to.
 * @param file its name, from the top
 */
export function helmCommandsIn(script: string, file: string): readonly HelmCommand[] {
  if (!script.includes('helm')) return [];
  const lines = commandLines([script]);
  const bases = fewFolders(new Set(['', directoryOf(file), ...lines.map(({ folder }) => joinPath('', folder))]));
  const namesOf = (path: string): readonly string[] => [...new Set(bases.map((base) => joinPath(base, path)))];
  return lines
    .filter(({ piped }) => piped.some((all) => all.includes('helm')))
    .slice(0, MOST_COMMANDS)
    .flatMap(({ piped }): readonly HelmCommand[] => {
      const at = piped.findIndex((all) => all.includes('helm'));
      const words = piped[at]?.slice(piped[at].indexOf('helm') + 1) ?? [];
      const behind = piped.slice(at + 1);
      const isApplied = behind.some((all) => all.includes('kubectl'));
      if (!words.includes('upgrade') && !words.includes('install') && !(words.includes('template') && isApplied)) return [];
      // What a post-renderer makes of the objects is not known.
      const files = flagValuesIn(words, ['-f', '--values', '--post-renderer']).flatMap((each) => each.split(','));
      const set = flagValuesIn(words, ['--set', '--set-string', '--set-file', '--set-json', '--set-literal']);
      // The one of `helm template` is only for its templates. The last one counts.
      const namespace = flagValuesIn(words.includes('template') ? behind.flat() : words, ['-n', '--namespace']).at(-1);
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

/** What is read of one script, so that a script of many commands and folders takes no long time. */
const [MOST_FOLDERS, MOST_CHARACTERS, MOST_COMMANDS, MOST_WORDS] = [50, 1000, 200, 100];
