import { posix } from 'node:path';
import { flagValuesIn } from '../../../fleet/text/flag-values.ts';
import type { GivenNamespace } from '../../../static/read/render/namespaces-of-overlays.ts';
import { MANIFEST } from '../../../static/read/files/searched-names.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { CertainPlace, ClusterName } from '../../../static/world/hub-world.ts';
import { builtBy, installed, kustomizationBuiltBy, outputsOf } from './built-by-command.ts';
import { copiedBy } from './copied-files.ts';
import { commandLines, type Script } from './shell/command-lines.ts';
import { HubRuns } from './hub-runs.ts';
import { fileFrom, pathFrom } from './shell/script-paths.ts';
import { clustersNamedBy, KubectlState, loginWith } from './cluster-logins.ts';
import { appliesObjects, isDryRun, isInput, KUBECTL, kustomizationsAppliedBy, pathsAppliedBy } from './shell/kubectl-commands.ts';
import { loopsOverClusters } from './loops-over-clusters.ts';
import { isPattern, ofFolders } from './shell/path-patterns.ts';
import { passesOfLoops } from './shell/passes-of-loops.ts';
import { TestClusters } from './test-clusters.ts';
import { knownValues, valuesOfHelm } from './values-of-helm.ts';
import type { AppliedPlace } from './applied-place.ts';

/** What a script applies to one hub. */
export interface AppliedTogether {
  /** Folders and files from the top of the repository, and patterns of files; with a slash at their end, of folders. */
  readonly places: readonly string[];
  /** The same, and patterns of folders, which a loop deploys one after another. Each may be for its own hub. */
  readonly oneByOne?: readonly string[];
  /** The same, which a loop deploys one after another to this hub. */
  readonly looped?: readonly string[];
  /** Its commands of helm: the chart and the files of values, as `places`. */
  readonly charts?: readonly { readonly chart: string; readonly values: readonly string[] }[];
  /** Absent if the script does not name the cluster, or names it with a variable. */
  readonly cluster?: ClusterName;
  /** It applies the whole folder in which it starts, with all folders below. */
  readonly isWhole?: boolean;
  /** The namespaces that its commands give to objects without one. */
  readonly namespaces?: readonly GivenNamespace[];
  /** Folders whose files kubectl applies as they are, without their kustomization, and whether it applies those of folders below too. */
  readonly asFiles?: ReadonlyMap<string, boolean>;
  /** All of it, place by place, also patterns and the top folder. Not what is for a cluster that the script creates for a test. */
  readonly applied?: readonly AppliedPlace[];
  /** The paths of it that kubectl is given by name, without those that a command writes. */
  readonly named?: readonly string[];
  /** Places of it that are certainly applied to one hub, in lists. */
  readonly certain?: readonly (readonly CertainPlace[])[];
  /**
   * The kustomizations that it builds, whatever it does with them, as `places`. If the start of a path is not known, as in a container, the rest
   * has a slash before it.
   */
  readonly built?: readonly string[];
  /** It also applies something that is not known. If it applies nothing else, it has no place. */
  readonly isOpen?: boolean;
}

/**
 * The content that the commands of a script deploy to one hub after another: `-f` and `-k` of `kubectl apply`, `create` and `replace`,
 * kustomizations and charts that are piped into them, charts that helm installs, and the folders that Flux and Argo CD commands name. A path that depends on a variable is left
 * out.
 * @param from the folder in which each starts, relative to the top of the repository
 */
export function appliedTogether(scripts: readonly Script[] | string, from = ''): readonly AppliedTogether[] {
  const byHub = new Map<
    string,
    {
      places: Set<string>;
      charts: { chart: string; values: readonly string[] }[];
      oneByOne: Set<string>;
      looped: Set<string>;
      cluster: ClusterName | undefined;
      isWhole: boolean;
      namespaces: GivenNamespace[];
      asFiles: Map<string, boolean>;
      applied: AppliedPlace[];
      named: Set<string>;
      certain: Map<string, CertainPlace[]>;
      isOpen: boolean;
    }
  >();
  // What was built into a file that a later command applies.
  const built = new Map<string, readonly string[]>();
  // What was copied, by the name of the copy. A later command may apply the folder in which it is.
  const copied = new Map<string, string>();
  let hasMoreCopies = false;
  const kustomizations = new Set<string>();
  const kubectl = new KubectlState();
  const tests = new TestClusters();
  const lines = commandLines([scripts].flat(), from);
  const severalIn = loopsOverClusters(lines);
  const runs = new HubRuns(lines);
  for (const line of lines) {
    const builtIn = (path: string): readonly string[] | undefined => built.get(fileFrom(line.folder, path).replace(/\/$/, ''));
    const copiedIn = (path: string, isRecursive: boolean): readonly string[] => {
      const place = fileFrom(line.folder, path).replace(/\/$/, '');
      return [...copied].flatMap(([copy, source]) => {
        const above = posix.dirname(copy);
        const isOfFolder = above === place || (isRecursive && isAtOrBelow(above, place));
        return copy === place || (isOfFolder && MANIFEST.test(copy)) ? [source] : [];
      });
    };
    const { piped: commands, folder, branch, loop, folders = [] } = line;
    const isForTest = tests.isForTest(line);
    const run = runs.of(line);
    for (const words of commands) kubectl.start(words, folder, branch);
    const [login, context] = [kubectl.login(branch), kubectl.namespace(branch)];
    const input = commands.flatMap(builtBy);
    const sources = input.filter((source) => !source.includes('://'));
    const ofHelm = commands.find((words) => words.includes('helm'));
    const written = valuesOfHelm(ofHelm ?? []);
    const values = written.flatMap((each) => each.split(',').map((file) => fileFrom(folder, file)));
    const fromTop = sources.map((source) => `//${pathFrom(folder, source)}`);
    if (sources.length > 0)
      for (const output of commands.flatMap(outputsOf)) built.set(fileFrom(folder, output).replace(/\/$/, ''), fromTop);
    for (const { source, target } of commands.flatMap(copiedBy)) {
      if (copied.size < MOST_COPIES) copied.set(fileFrom(folder, target), `//${pathFrom(folder, source)}`);
      else hasMoreCopies = true;
    }
    for (const path of commands.flatMap((words) => kustomizationBuiltBy(words) ?? [])) {
      const place = placeBuilt(folder, path);
      if (place !== undefined) kustomizations.add(place);
    }
    for (const words of commands) {
      const handed = [...handedOn(words), ...installed(words)];
      const isApplied = appliesObjects(words);
      if (!isApplied && handed.length === 0) continue;
      const named = clustersNamedBy(words, folder);
      const to = named.length === 0 ? login : loginWith(named);
      const isRecursive = words.some((word) => word === '-R' || /^--recursive(?:=true)?$/.test(word));
      const paths = isApplied ? pathsAppliedBy(words) : [];
      const kustomized = kustomizationsAppliedBy(words);
      const piped = [
        ...(paths.some(isInput) ? sources : []),
        ...paths.flatMap((path) => [...(builtIn(path) ?? []), ...(kustomized.includes(path) ? [] : copiedIn(path, isRecursive))]),
      ];
      const hub = to?.key ?? '';
      const cluster = to?.cluster;
      const known = byHub.get(hub) ?? {
        places: new Set<string>(),
        charts: [],
        oneByOne: new Set<string>(),
        looped: new Set<string>(),
        cluster,
        isWhole: false,
        namespaces: [],
        asFiles: new Map<string, boolean>(),
        applied: [],
        named: new Set<string>(),
        certain: new Map<string, CertainPlace[]>(),
        isOpen: false,
      };
      byHub.set(hub, known);
      const isBuilt = (path: string): boolean => builtIn(path) !== undefined || copied.has(fileFrom(folder, path));
      const isOpen = (path: string): boolean =>
        isInput(path) ? input.length === 0 && !commands.some(hasOwnText) : !path.includes('://') && !isBuilt(path);
      if (!isForTest) known.isOpen ||= isApplied && (hasMoreCopies || (paths.length === 0 && mayHavePaths(words)));
      const isOfHelm = !isApplied && words.includes('helm');
      // The last one counts.
      const flag = isApplied || isOfHelm ? flagValuesIn(words, ['-n', '--namespace']).at(-1) : undefined;
      const namespace = flag ?? context ?? '';
      const isOfKubectl = words.some((word) => KUBECTL.test(word));
      const overlays = new Set([...kustomized, ...piped]);
      for (const path of [...paths, ...piped, ...handed]) {
        if (/[$`~<(]|^-$|:\/\//.test(path) || folder.includes('$')) {
          known.isOpen ||= !isForTest && isOpen(path);
          continue;
        }
        const isFile = isOfFiles(path);
        const areFolders = !isFile && (overlays.has(path) || folders.includes(path));
        const passes = passesOfLoops({ namespace, path: pathFrom(folder, path), values: written });
        const byPath = Map.groupBy(passes, (pass) => placeFrom(areFolders ? ofFolders(pass.path) : pass.path));
        const all = [...byPath.keys()];
        const isLooped = !isFile && (all.length > 1 || all.some(isPattern));
        const isOneByOne = to?.isSeveral === true || (isLooped && loop !== undefined && severalIn.has(loop));
        for (const each of all) {
          const place = isFile ? folderOfPattern(each) : each;
          if (/^(\.\.|\/)/.test(place)) {
            known.isOpen ||= !isForTest && isOpen(path);
            continue;
          }
          const isBelow = isRecursive || /\*\*\/./.test(each) || handed.includes(path);
          const isFlat = isOfKubectl && !isBelow && !overlays.has(path);
          if (!isForTest && !isBuilt(path)) known.applied.push({ place: place === '.' ? '' : place, isFlat });
          if (!isForTest && !isBuilt(path) && isOfKubectl && paths.includes(path) && !isPattern(place)) known.named.add(place);
          const deployed = isOneByOne ? known.oneByOne : isLooped ? known.looped : known.places;
          const isCertain =
            !isForTest &&
            !isOneByOne &&
            isOfKubectl &&
            !isFile &&
            place !== '.' &&
            !/[$`]/.test(namespace) &&
            [...paths, ...sources].includes(path);
          if (run !== undefined && isCertain && (!isLooped || runs.isOneInLoop(line))) {
            const together = known.certain.get(run) ?? [];
            known.certain.set(run, together);
            together.push({ place, of: overlays.has(path) ? 'overlay' : isRecursive ? 'below' : 'files' });
          }
          if (place !== '.') deployed.add(place);
          else if (!isLooped) known.isWhole ||= isRecursive || each.startsWith('**/');
          // Of a loop, the top folder is only one of several.
          else for (const inside of isRecursive ? [MANIFESTS, '*/'] : [MANIFESTS]) deployed.add(inside);
          if (!isOneByOne && ofHelm !== undefined) known.charts.push({ chart: place, values });
          if ((!isFile || place !== each) && isOfKubectl && paths.includes(path) && !overlays.has(path) && !isPattern(place))
            known.asFiles.set(place, isRecursive || known.asFiles.get(place) === true);
          // Those that Flux and Argo CD bring get the namespaces of these.
          if (handed.includes(path) && !isOfHelm) continue;
          const of = isOfHelm ? 'chart' : overlays.has(path) ? 'overlay' : isBelow ? undefined : 'files';
          for (const pass of byPath.get(each) ?? []) {
            const ofChart = knownValues(pass.values, (file) => fileFrom(folder, file));
            known.namespaces.push({
              place: place === '.' ? '' : place,
              ...(of === undefined ? {} : { of }),
              ...(ofChart === undefined ? {} : { values: ofChart }),
              namespace: pass.namespace,
              ...(isForTest ? { isForTest } : {}),
            });
          }
        }
      }
    }
  }
  // A loop over all folders that applies nothing may be a check of bases too.
  const all = [...kustomizations].filter((place) => byHub.size > 0 || !isPattern(place));
  const ofHubs = [...byHub.values()].map(
    ({ places, charts, oneByOne, looped, cluster, isWhole, namespaces, asFiles, applied, named, certain, isOpen }) => ({
      places: [...places],
      ...(charts.length === 0 ? {} : { charts }),
      ...(oneByOne.size === 0 ? {} : { oneByOne: [...oneByOne] }),
      ...(looped.size === 0 ? {} : { looped: [...looped] }),
      ...(cluster === undefined ? {} : { cluster }),
      isWhole,
      namespaces,
      ...(asFiles.size === 0 ? {} : { asFiles }),
      applied,
      named: [...named],
      ...(certain.size === 0 ? {} : { certain: [...certain.values()] }),
      isOpen,
    }),
  );
  if (all.length === 0) return ofHubs;
  const [first = { places: [] }, ...others] = ofHubs;
  return [{ ...first, built: all }, ...others];
}

/** The folder that a command builds; `undefined` if it is on no known path. */
function placeBuilt(folder: string, path: string): string | undefined {
  if (/:\/\/|[<(]|^-$/.test(path)) return undefined;
  const whole = folder.includes('$') ? `$/${path}` : path;
  const rest = whole.slice(Math.max(...['$', '`', '~'].map((sign) => whole.lastIndexOf(sign))) + 1);
  if (rest !== path) {
    const known = rest.slice(rest.indexOf('/') + 1);
    return rest.includes('/') && known !== '' ? `/${posix.normalize(known)}` : undefined;
  }
  const place = placeFrom(pathFrom(folder, path.startsWith('/') ? path : ofFolders(path)));
  const isTop = path === '/' || path.startsWith('//');
  return path.startsWith('/') && !isTop ? posix.normalize(path) : /^\.\.?(?:\/|$)/.test(place) ? undefined : place;
}

/** Whether a command that names no file may name some: with a variable, or by the lines that `xargs` reads. */
function mayHavePaths(words: readonly string[]): boolean {
  return words[0] === 'xargs' || words.some((word) => word.startsWith('$') && !KUBECTL.test(word));
}

/** Whether a command prints a text of the script, or an object of which its flags say all. */
function hasOwnText(words: readonly string[]): boolean {
  return words.includes('<<') || (isDryRun(words) && words.includes('create') && pathsAppliedBy(words).length === 0);
}

/** The files of a folder that kubectl applies. */
const MANIFESTS = '*.{yaml,yml,json}';

/** If a script makes more copies, it is not known what its commands apply. */
const MOST_COPIES = 30;

/** A path as a place. Only patterns keep a slash at their end. */
function placeFrom(path: string): string {
  const place = posix.normalize(path);
  return isPattern(place) ? place : place.replace(/\/$/, '') || '.';
}

/** Whether a pattern is one of files, and not of folders. */
function isOfFiles(pattern: string): boolean {
  return /(?:\.\w+|(?:^|\/)\*\*\/\*)\}?$/.test(pattern);
}

/** The folder of which a pattern names all manifests; of another pattern or path, that itself. */
function folderOfPattern(pattern: string): string {
  const [, folder] = /^(.*?)(?:\*\*\/)?\*(?:\.(?:ya?ml|json|ya\?ml|\*))?$/.exec(pattern) ?? [];
  return folder === undefined || isPattern(folder) || !/^$|\/$/.test(folder) ? pattern : folder.replace(/\/$/, '') || '.';
}

/** The folders that a command makes Flux or Argo CD bring to a cluster. */
function handedOn(words: readonly string[]): readonly string[] {
  const command = words.join(' ');
  // From the top of the repository, whichever folder the command is started in.
  if (/^az k8s-configuration flux (create|update|kustomization (create|update)) /.test(command))
    return [
      ...words.filter((word) => word.startsWith('path=')).map((word) => word.slice('path='.length)),
      ...flagValuesIn(words, ['--path']),
    ];
  return /^(flux create (kustomization|ks)|argocd app create) /.test(command) ? flagValuesIn(words, ['--path']) : [];
}
