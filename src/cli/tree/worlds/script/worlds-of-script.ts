import type { AppliedTogether } from './applied-together.ts';
import { AppliedToHub } from './applied-to-hub.ts';
import { applyingCommand, type ApplyingCommand, hasOwnText, mayHavePaths } from './applying-command.ts';
import { builtBy, isUnrestricted, kustomizationBuiltBy, printedBy } from './built-by-command.ts';
import { choosingPath } from './choosing-path.ts';
import { KubectlState } from './cluster-logins.ts';
import type { Login } from './login.ts';
import { DeletionsOfScript } from './deletions-of-script.ts';
import { editsByCommand, type EditByCommand } from './edits-by-command.ts';
import { FilesOfScript } from './files-of-script.ts';
import { HubRuns } from './hub-runs.ts';
import { loopsOverClusters } from './loops-over-clusters.ts';
import { passesAllOn } from './passes-all-on.ts';
import { patchFilesIn } from './patch-files.ts';
import { folderOfPattern, isOfFiles, placeBuilt, placeFrom } from './places-of-paths.ts';
import type { CommandLine } from '../shell/command-line.ts';
import { commandLines, type Script } from '../shell/command-lines.ts';
import { asApplied, createsObjects, isInput, replacesByForce } from '../shell/kubectl-commands.ts';
import { passesOfLoops, type Pass } from '../shell/passes-of-loops.ts';
import { isPattern, ofFolders } from '../shell/path-patterns.ts';
import { fileFrom, pathFrom } from '../shell/script-paths.ts';
import { startedBy } from './started-by-command.ts';
import { APPLIES, StartedForHubs } from './started-for-hubs.ts';
import { TestClusters } from './test-clusters.ts';
import { knownValues, valuesOfHelm } from './values-of-helm.ts';

/**
 * The content that the commands of a script deploy to one hub after another: `-f` and `-k` of `kubectl apply`, `create` and `replace`,
 * kustomizations and charts that are piped into them, charts that helm installs, and the folders that Flux and Argo CD commands name. A path
 * that depends on a variable is left out.
 * @param from the folder in which each starts, relative to the top of the repository
 */
export function appliedTogether(scripts: readonly Script[] | string, from = ''): readonly AppliedTogether[] {
  const lines = commandLines([scripts].flat(), from);
  const content = new ContentOfScript(lines);
  for (const line of lines) content.read(line);
  return content.applied();
}

/** A line of a script that is read. */
interface ReadLine extends CommandLine {
  /** It is for a cluster that the script creates for a test. */
  readonly isForTest: boolean;
  /** What only commands that are certainly for one hub have in common; `undefined` for none. */
  readonly run: string | undefined;
  /** What its commands build or print for a later one: paths and addresses. */
  readonly input: readonly string[];
  /** The paths of it. */
  readonly sources: readonly string[];
  readonly hasHelm: boolean;
  /** The files of values that helm reads, as they are written. */
  readonly values: readonly string[];
  /** These files from the top, each by itself. */
  readonly valueFiles: readonly string[];
  /** The same; `undefined` if there is none, or if one of them is not known. */
  readonly knownValues: readonly string[] | undefined;
  /** The files of which its commands print the content. */
  readonly printed: ReadonlySet<string>;
  /** kubectl gets all objects of its paths. */
  readonly passesAll: boolean;
}

/** A command in its line. */
interface Step extends Omit<ApplyingCommand, 'paths' | 'handed'> {
  readonly paths: ReadonlySet<string>;
  readonly handed: ReadonlySet<string>;
  readonly line: ReadLine;
  readonly to: Login | undefined;
  /** What is built into files that it applies, or into its input. */
  readonly piped: readonly string[];
  /** What it applies as a kustomization or a chart makes it. */
  readonly overlays: ReadonlySet<string>;
  /** Its own paths, and what its line builds or prints. */
  readonly named: ReadonlySet<string>;
  /** Its input and the files that it applies are built by its line only. */
  readonly isBuiltHere: boolean;
  /** The namespace of objects that have none; empty if it gives none. */
  readonly given: string;
}

class ContentOfScript {
  readonly #hubs = new Map<string, AppliedToHub>();
  readonly #files = new FilesOfScript();
  readonly #started = new StartedForHubs();
  readonly #kustomizations = new Set<string>();
  readonly #unrestricted = new Set<string>();
  readonly #deletions = new DeletionsOfScript();
  readonly #patchFiles: string[] = [];
  readonly #edits: { readonly edit: EditByCommand; readonly hub: string }[] = [];
  readonly #kubectl = new KubectlState();
  readonly #tests = new TestClusters();
  readonly #severalIn: ReadonlySet<string>;
  readonly #runs: HubRuns;

  constructor(lines: readonly CommandLine[]) {
    this.#severalIn = loopsOverClusters(lines);
    this.#runs = new HubRuns(lines);
  }

  applied(): readonly AppliedTogether[] {
    // A loop over all folders that applies nothing may be a check of bases too.
    const built = [...this.#kustomizations].filter((place) => this.#hubs.size > 0 || !isPattern(place));
    const ofHubs = [...new Set([...this.#hubs.keys(), ...this.#started.keys()])].map((key): AppliedTogether => {
      const { cluster, ...started } = this.#started.of(key);
      const collected = this.#hubs.get(key)?.collected() ?? { places: [], ...(cluster === undefined ? {} : { cluster }) };
      const { applied } = collected;
      return { ...collected, ...(applied === undefined ? {} : { applied: this.#deletions.withDeletions(applied) }), ...started };
    });
    if (this.#kubectl.login('/') !== undefined) ofHubs[0] = { ...(ofHubs[0] ?? { places: [] }), logsIn: true };
    const deleted = this.#deletions.deleted();
    // Of a script that applies manifests, only what it changes where it applies them. Only a hub has MemberClusters.
    const edits = this.#edits.flatMap(({ edit, hub }) =>
      hub === '' || this.#hubs.size === 0 || this.#hubs.has(hub) || edit.kind === 'membercluster' ? edit : [],
    );
    const more = {
      ...(built.length === 0 ? {} : { built }),
      ...(this.#unrestricted.size === 0 ? {} : { unrestricted: [...this.#unrestricted] }),
      ...(deleted.length === 0 ? {} : { deleted }),
      ...(this.#patchFiles.length === 0 ? {} : { patchFiles: this.#patchFiles }),
      ...(edits.length === 0 ? {} : { edits }),
    };
    if (Object.keys(more).length === 0) return ofHubs;
    const [first = { places: [] }, ...others] = ofHubs;
    return [{ ...first, ...more }, ...others];
  }

  read(next: CommandLine): void {
    const { piped, folder } = next;
    const input = piped.flatMap(builtBy);
    const ofHelm = piped.find((words) => words.includes('helm'));
    const values = valuesOfHelm(ofHelm ?? []);
    const fromTop = (file: string): string => fileFrom(folder, file);
    const line: ReadLine = {
      ...next,
      isForTest: this.#tests.isForTest(next),
      run: this.#runs.of(next),
      input,
      sources: input.filter((source) => !source.includes('://')),
      hasHelm: ofHelm !== undefined,
      values,
      valueFiles: values.flatMap((each) => each.split(',').map(fromTop)),
      knownValues: knownValues(values, fromTop),
      printed: new Set(piped.flatMap(printedBy)),
      passesAll: passesAllOn(next),
    };
    this.#kubectl.start(line);
    this.#files.read(line, line.sources);
    for (const words of piped) {
      const path = kustomizationBuiltBy(words);
      const place = path === undefined ? undefined : placeBuilt(folder, path);
      if (place === undefined) continue;
      this.#kustomizations.add(place);
      if (isUnrestricted(words)) this.#unrestricted.add(place);
    }
    if (!line.isForTest) this.#addEdits(line);
    for (const words of piped) {
      // What each pass of a loop starts may be for another hub.
      if (!line.isForTest && line.loop === undefined && line.isPerhaps !== true)
        this.#started.add(this.#kubectl.loginFor(words, line), startedBy(words, line.folder));
      const command = applyingCommand(words);
      if (command !== undefined) this.#addStep(this.#stepOf(command, line));
      const deleting = applyingCommand(asApplied(words));
      if (deleting !== undefined) this.#addDeletion(this.#stepOf(deleting, line));
      this.#patchFiles.push(...patchFilesIn(words, folder));
    }
  }

  #addEdits(line: ReadLine): void {
    const edits = editsByCommand(line.piped, this.#kubectl.namespace(line.branch));
    if (edits.length === 0) return;
    const hub = line.piped.map((words) => this.#kubectl.loginFor(words, line)?.key ?? '').find((key) => key !== '') ?? '';
    this.#edits.push(...edits.map((edit) => ({ edit, hub })));
  }

  #stepOf(command: ApplyingCommand, line: ReadLine): Step {
    const { words, paths, isRecursive } = command;
    const { folder, branch, sources } = line;
    const kustomized = new Set(command.kustomized);
    const own = new Set(sources);
    const piped = [
      ...(paths.some(isInput) ? sources : []),
      ...paths.flatMap((path) => [
        ...this.#files.builtFrom(folder, path, isRecursive),
        ...(kustomized.has(path) ? [] : this.#files.copiedInto(folder, path, isRecursive)),
      ]),
    ];
    return {
      ...command,
      paths: new Set(paths),
      handed: new Set(command.handed),
      line,
      to: this.#kubectl.loginFor(words, line),
      piped,
      overlays: new Set([...kustomized, ...piped]),
      named: new Set([...paths, ...sources]),
      isBuiltHere: piped.every((source) => own.has(source)),
      given: command.namespace ?? this.#kubectl.namespace(branch) ?? '',
    };
  }

  #addStep(step: Step): void {
    const { words, paths, piped, handed, line, to } = step;
    const key = to?.key ?? '';
    const hub = this.#hubs.get(key) ?? new AppliedToHub(to?.cluster);
    this.#hubs.set(key, hub);
    this.#started.add(to, [APPLIES]);
    hub.isOpen ||= !line.isForTest && step.isApplied && (this.#files.hasMoreCopies || (paths.size === 0 && mayHavePaths(words)));
    const before = hub.applied.length;
    this.#withPaths(hub, step, [...paths, ...piped, ...handed]);
    const places = hub.applied.slice(before);
    if (replacesByForce(words)) this.#deletions.add(places, key, line, true);
    this.#deletions.add(places, key, line, false);
  }

  /** @param step as if the command applied what it deletes */
  #addDeletion(step: Step): void {
    const { paths, piped, line, to } = step;
    const { applied } = this.#withPaths(new AppliedToHub(to?.cluster), step, [...paths, ...piped]);
    this.#deletions.add(applied, to?.key ?? '', line, true);
  }

  #withPaths(hub: AppliedToHub, step: Step, paths: readonly string[]): AppliedToHub {
    for (const path of paths) this.#addPath(hub, step, path);
    return hub;
  }

  #addPath(hub: AppliedToHub, step: Step, path: string): void {
    const { line, to, overlays } = step;
    if (/[$`~<(]|^-$|:\/\//.test(path) || line.folder.includes('$')) {
      hub.isOpen ||= !line.isForTest && this.#isUnknown(path, line);
      const choosing = line.isForTest ? undefined : choosingPath(line.folder, path);
      if (choosing !== undefined) hub.choosing.add(choosing);
      return;
    }
    const isFile = isOfFiles(path);
    const areFolders = !isFile && !line.printed.has(path) && (overlays.has(path) || (line.folders ?? []).includes(path));
    const passes = passesOfLoops({ namespace: step.given, path: pathFrom(line.folder, path), values: line.values });
    const byPath = Map.groupBy(passes, (pass) => placeFrom(areFolders ? ofFolders(pass.path) : pass.path));
    const all = [...byPath.keys()];
    const isLooped = !isFile && (all.length > 1 || all.some(isPattern));
    const isOneByOne = to?.isSeveral === true || (isLooped && line.loop !== undefined && this.#severalIn.has(line.loop));
    for (const [pattern, ofPlace] of byPath) {
      const place = isFile ? folderOfPattern(pattern) : pattern;
      if (/^(\.\.|\/)/.test(place)) hub.isOpen ||= !line.isForTest && this.#isUnknown(path, line);
      else this.#addPlace(hub, step, { path, pattern, place, isFile, isLooped, isOneByOne, passes: ofPlace });
    }
  }

  /** @param path that is not in this repository, or not known: whether what it holds is not known either */
  #isUnknown(path: string, { folder, piped, input }: ReadLine): boolean {
    return isInput(path) ? input.length === 0 && !piped.some(hasOwnText) : !path.includes('://') && !this.#files.has(folder, path);
  }

  #addPlace(hub: AppliedToHub, step: Step, found: FoundPlace): void {
    const { line, overlays, paths, handed, isOfKubectl, isOfHelm, given } = step;
    const { path, pattern, place, isFile, isLooped, isOneByOne } = found;
    // Of files, `-R` reads no others.
    const isRecursive = step.isRecursive && !(isFile && place !== pattern && !pattern.includes('**'));
    const ofFiles = place !== pattern && ENDING.test(pattern) ? { pattern } : {};
    const name = place === '.' ? '' : place;
    const isOverlay = overlays.has(path);
    const isBelow = isRecursive || /\*\*\/./.test(pattern) || handed.has(path);
    const isByKubectl = isOfKubectl && paths.has(path) && !isPattern(place);
    if (!line.isForTest && !this.#files.has(line.folder, path)) {
      const created = createsObjects(step.words) ? { isCreated: true as const } : {};
      hub.applied.push({ place: name, isFlat: isOfKubectl && !isBelow && !isOverlay, ...ofFiles, ...created });
      if (isByKubectl) hub.named.add(place);
      if (isByKubectl && step.kustomized.includes(path)) hub.kustomized.add(place);
      // A loop over no files does nothing.
      if (isByKubectl && line.loop === undefined && !isOverlay && ofFiles.pattern !== undefined) hub.named.add(pattern);
    }
    const isKnown = !line.isForTest && !isOneByOne && isOfKubectl && !isFile && place !== '.' && !/[$`]/.test(given);
    const isOneHub = !isLooped || this.#runs.isOneInLoop(line);
    if (line.run !== undefined && isKnown && isOneHub && step.named.has(path))
      hub.addCertain(line.run, { place, of: isOverlay ? 'overlay' : isRecursive ? 'below' : 'files' });
    const deployed = isOneByOne ? hub.oneByOne : isLooped ? hub.looped : hub.places;
    // A folder is read for manifests, and a command that gets each file takes those of any name.
    if (isFile && place !== pattern && ofFiles.pattern === undefined) hub.looped.add(pattern);
    if (place !== '.') deployed.add(place);
    else if (!isLooped) hub.isWhole ||= isRecursive || pattern.startsWith('**/');
    // Of a loop, the top folder is only one of several.
    else for (const inside of isRecursive ? [MANIFESTS, '*/'] : [MANIFESTS]) deployed.add(inside);
    if (!isOneByOne && line.hasHelm) hub.charts.push({ chart: place, values: line.valueFiles });
    if ((!isFile || place !== pattern) && isByKubectl && !isOverlay) hub.addAsFiles(place, { ...ofFiles, isRecursive });
    // Those that Flux and Argo CD bring get the namespaces of these.
    if (handed.has(path) && !isOfHelm) return;
    const of = isOfHelm ? 'chart' : isOverlay ? 'overlay' : isBelow ? undefined : 'files';
    const isWhole = place === pattern && !isPattern(place) && step.named.has(path);
    const isAsInTree = !this.#files.hasEdits && step.isBuiltHere;
    const isRequired = line.passesAll && !line.isForTest && step.namespace !== undefined && isWhole && isAsInTree;
    for (const pass of found.passes) {
      const isSame = pass.values === line.values;
      const values = isSame ? line.knownValues : knownValues(pass.values, (file) => fileFrom(line.folder, file));
      hub.namespaces.push({
        place: name,
        ...(of === undefined ? {} : { of }),
        ...(values === undefined ? {} : { values }),
        namespace: pass.namespace,
        ...(line.isForTest ? { isForTest: true } : {}),
        ...(isRequired ? { isRequired } : {}),
      });
    }
  }
}

/** A place that a path of a command names. */
interface FoundPlace {
  /** As the command writes it. */
  readonly path: string;
  /** From the top of the repository. */
  readonly pattern: string;
  /** The same, or the folder of which it is all files. */
  readonly place: string;
  readonly isFile: boolean;
  /** A loop deploys it, or a pattern names it. */
  readonly isLooped: boolean;
  /** It may be for another hub than the others of the loop. */
  readonly isOneByOne: boolean;
  /** What the command has in each pass of its loops that has this place. */
  readonly passes: readonly Pass[];
}

/** The end of a pattern that does not mean all manifests of a folder. */
const ENDING = /\.(?:ya?ml|json)$/;
/** The files of a folder that kubectl applies. */
const MANIFESTS = '*.{yaml,yml,json}';
