import { isAtOrAround } from './at-or-around.ts';
import { isListed } from '../shell/handed-files.ts';
import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import type { OutsideCommand } from '../../../../static/read/deployers/deployed-from-outside.ts';
import { commandLines } from '../shell/command-lines.ts';
import { fileFrom } from '../shell/script-paths.ts';
import { artifactBy, fetchedBy, fetches, isAddress, ownCloneBy, unpackedTo } from './fetched-files.ts';
import { pathsOutside } from './paths-outside.ts';
import { builtBy, installed, outputsOf } from '../script/built-by-command.ts';
import { KubectlState } from '../script/cluster-logins.ts';
import { appliesObjects, isDryRun, isInput, pathsAppliedBy } from '../shell/kubectl-commands.ts';
import { alternativesOf, isPattern } from '../shell/path-patterns.ts';
import { TestClusters } from '../script/test-clusters.ts';

/**
 * The commands of scripts that deploy something from an address: `kubectl apply`, `create` and `replace` with `-f` or `-k`, behind another
 * command that fetches it, or of a file that was fetched before, and `helm install` and `upgrade` of a chart that was fetched or is from a
 * registry, an archive or a repository of charts that the scripts add.
 * @param scripts each is started by a shell of its own
 * @param file as reports name it
 * @param isOwn whether an address is that of this repository, if that is known
 * @param job absent for a script that is not a job of a pipeline, so it may start in any folder. For a job: whether it is on a runner of which
 * the folders are known, and all its steps are in the scripts
 */
export function commandsFromOutside(
  scripts: readonly string[],
  file: string,
  isOwn: (url: string) => boolean | undefined = () => undefined,
  job?: { readonly isOnHost: boolean; readonly isWhole: boolean },
): readonly OutsideCommand[] {
  const text = scripts.join('\n');
  if (!/kubectl|helm|\boc\b|kapp/i.test(text)) return [];
  const lines = commandLines(scripts);
  const repositories = new Set(lines.flatMap(({ piped }) => piped.flatMap(repositoryAddedBy)));
  const isPacked = text.includes('helm package');
  const found = new Map<string, OutsideCommand>();
  const fetched = new Set<string>();
  const [own, clones] = [new Set<string>(), new Set<string>()];
  const artifacts = new Map<string, string>();
  const outside = job && pathsOutside(lines, job.isOnHost, (name) => isOwn(`https://github.com/x/${name}`) === true);
  const isFetched = (path: string): boolean =>
    fetched.values().some((each) => isAtOrAround(path, each)) ||
    // Another repository is at the top.
    (fetched.has('.') && /^[^./$~]|^\.(?!\.)/.test(path) && !own.values().some((each) => isAtOrAround(path, each)));
  const kubectl = new KubectlState();
  const tests = new TestClusters();
  for (const line of lines) {
    const { index, piped, folder, branch } = line;
    kubectl.start(line);
    if (tests.isForTest(line)) continue;
    const from = (path: string): string => fileFrom(folder, path).replace(/\/$/, '');
    const isTaken = (path: string): boolean => isFetched(from(path));
    for (const path of piped.flatMap((words) => ownCloneBy(words, isOwn))) {
      for (const each of [own, clones]) each.add(from(path));
      fetched.delete(from(path));
    }
    if (!piped.flatMap(builtBy).some(isTaken)) for (const path of piped.flatMap(outputsOf)) own.add(from(path));
    for (const path of fetchedBy(piped, isOwn)) if (!isInput(path)) fetched.add(from(path));
    for (const words of piped)
      if (words.some((word) => fetched.has(from(word)))) for (const path of unpackedTo(words)) fetched.add(from(path));
    const isChart = (words: readonly string[]): boolean => words.includes('helm') && isChartFromOutside(words, repositories, isPacked);
    const names = (word: string): boolean => fetched.values().some((each) => each !== '.' && isAtOrAround(from(word), each));
    for (const { folder: path, name } of piped.flatMap(artifactBy)) artifacts.set(from(path), name);
    const isOut = (path: string): boolean => outside?.has(folder, path, clones) === true;
    const isFetching = isFromOutside(piped, isChart, names, isTaken);
    const artifact = isFetching
      ? undefined
      : artifacts.entries().find(([path]) => isFromOutside(piped, none, none, (each) => isAtOrAround(from(each), path)));
    if (!isFetching && artifact === undefined && !isFromOutside(piped, none, none, isOut)) continue;
    // The last one counts.
    const namespace = flagValuesIn(piped.flat(), ['-n', '--namespace']).at(-1) ?? kubectl.namespace(branch) ?? '';
    const isCertain = isFetching || (artifact === undefined && job?.isWhole === true && outside?.isCertain === true);
    const isKnown = isCertain && namespace !== '' && !/[$`{]/.test(namespace) && !isPattern(namespace);
    const of =
      artifact === undefined ? {} : { artifact: `${artifact[0]} of ${artifact[1] === '' ? 'an artifact' : `artifact ${artifact[1]}`}` };
    found.set(`${index} ${isKnown ? namespace : ''}`, { file, line: index + 1, ...(isKnown ? { namespace } : {}), ...of });
  }
  return [...found.values()];
}

/** `helm repo add NAME URL` */
function repositoryAddedBy(words: readonly string[]): readonly string[] {
  const at = words.indexOf('repo');
  return words[at - 1] === 'helm' && words[at + 1] === 'add'
    ? words
        .slice(at + 2)
        .filter((word) => !word.startsWith('-'))
        .slice(0, 1)
    : [];
}

function none(): boolean {
  return false;
}

function isFromOutside(
  piped: readonly (readonly string[])[],
  isChart: (words: readonly string[]) => boolean,
  names: (word: string) => boolean,
  isTaken: (path: string) => boolean,
): boolean {
  const source = piped.findIndex((words) => fetches(words) || isChart(words) || words.some(names) || builtBy(words).some(isTaken));
  return piped.some((words, index) => {
    if (isDryRun(words)) return false;
    if (!appliesObjects(words)) return words[0] !== 'echo' && ((isChart(words) && words.some(isInstall)) || installed(words).some(isTaken));
    const paths = pathsAppliedBy(words).flatMap(alternativesOf);
    const isPiped = paths.some(isInput) || isListed(words);
    return paths.some((path) => isAddress(path) || isTaken(path)) || (isPiped && source >= 0 && source < index);
  });
}

function isInstall(word: string): boolean {
  return word === 'install' || word === 'upgrade';
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
