import { flagValuesIn } from '../../../fleet/text/flag-values.ts';
import type { OutsideCommand } from '../../../static/read/deployers/deployed-from-outside.ts';
import { MOST_PIPED, namespaceOfContext } from './worlds-of-script.ts';

/**
 * The commands in a text that deploy something from an address: `kubectl apply`, `create` and `replace` with `-f` or `-k`, or behind
 * another command that fetches it, and `helm install` and `upgrade` of a chart from a registry, an archive or a repository of charts that
 * the text adds.
 * @param file as reports name it
 */
export function commandsFromOutside(text: string, file: string): readonly OutsideCommand[] {
  if (!text.includes('kubectl') && !text.includes('helm')) return [];
  // linear: one blank separates the words, and a name ends at the next blank.
  const repositories = new Set([...text.matchAll(/\bhelm repo add ([\w.-]+)/g)].map(([, name = '']) => name));
  const isPacked = text.includes('helm package');
  const found = new Map<string, OutsideCommand>();
  let command = '';
  let context: string | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trimStart().startsWith('#')) continue;
    command += line.replace(/[\\`]$/, ' ');
    if (/[\\`]$/.test(line)) continue;
    const all = command.split(/;|&&|\|\|/);
    command = '';
    for (const each of all) {
      context = namespaceOfContext(each) ?? context;
      const piped = each.split('|', MOST_PIPED).map(wordsOf);
      if (!isFromOutside(piped, repositories, isPacked)) continue;
      const [namespace = context ?? ''] = flagValuesIn(piped.flat(), ['-n', '--namespace']);
      const isKnown = namespace !== '' && !/[$`{]/.test(namespace);
      found.set(`${index} ${isKnown ? namespace : ''}`, { file, line: index + 1, ...(isKnown ? { namespace } : {}) });
    }
  }
  return [...found.values()];
}

function wordsOf(command: string): readonly string[] {
  return command.split(/\s+/).flatMap((word) => word.replaceAll(/["']/g, '') || []);
}

/** A dry run of the client asks no hub, and a text that is printed is not started. */
function isFromOutside(piped: readonly (readonly string[])[], repositories: ReadonlySet<string>, isPacked: boolean): boolean {
  if (piped.flat().some((word) => word === '--dry-run' || word === '--dry-run=client' || word === 'echo')) return false;
  const does = (words: readonly string[], ...verbs: readonly string[]): boolean => words.some((word) => verbs.includes(word));
  const isChart = (words: readonly string[]): boolean => words.includes('helm') && isChartFromOutside(words, repositories, isPacked);
  const source = piped.findIndex((words) => words.some(isAddress) || isChart(words));
  return piped.some((words, index) => {
    if (!words.includes('kubectl') || !does(words, 'apply', 'create', 'replace'))
      return does(words, 'install', 'upgrade') && isChart(words);
    const paths = flagValuesIn(words, ['-f', '--filename', '-k', '--kustomize']).flatMap((value) => value.split(','));
    return paths.some(isAddress) || (paths.includes('-') && source >= 0 && source < index);
  });
}

/** A packed chart is not read, unless the same text packs it of a folder. */
function isChartFromOutside(words: readonly string[], repositories: ReadonlySet<string>, isPacked: boolean): boolean {
  const files = new Set(flagValuesIn(words, ['-f', '--values']));
  const isOfRepository = (word: string): boolean => word.includes('/') && repositories.has(word.slice(0, word.indexOf('/')));
  return (
    flagValuesIn(words, ['--repo']).length > 0 ||
    words.some((word) => !files.has(word) && (isAddress(word) || isOfRepository(word) || (!isPacked && /\.(?:tgz|tar\.gz)$/.test(word))))
  );
}

/** Also an address of git without a scheme, as kustomize takes it. */
export function isAddress(path: string): boolean {
  return /^(?:\w+:\/\/|git@|github\.com\/)/.test(path);
}
