import { existsSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import type { OutsideCommand } from '../../../static/read/deployers/deployed-from-outside.ts';
import type { OwnRepository } from '../../../static/read/deployers/source-urls.ts';
import type { AppliedAsFiles, GivenNamespace } from '../../../static/read/render/namespaces-of-overlays.ts';
import { joinPath } from '../../../static/read/kustomize/kustomization.ts';
import type { HelmCommand, ListedRelease } from '../../../static/read/render/charts/helm-command.ts';
import { type HubWorld, releaseOverlay } from '../../../static/world/hub-world.ts';
import { relativePath } from '../../git/repository.ts';
import { helmCommandsIn } from './script/helm-commands.ts';
import type { AppliedPlace } from './script/applied-place.ts';
import { type FolderWithoutFiles, isWithoutFiles } from './folder-without-files.ts';
import { type MissingPlace, missingPlaces } from './missing-place.ts';
import type { TestClusters } from './script/test-clusters.ts';
import { matcherOfMissing, pathsMatching } from './matching-paths.ts';
import { isPattern } from './shell/path-patterns.ts';
import { valuesOfFiles } from './values-of-files.ts';
import type { AppliedTogether } from './script/applied-together.ts';
import { firstStarted, type Started } from './started-together.ts';

/** What the pipelines, the scripts and the code of infrastructure of the repository deploy. */
export interface RepositoryDeployers {
  /** What each brings to one hub, named by its file. */
  readonly worlds: readonly HubWorld[];
  /** The files that deploy something in a way that is not read. */
  readonly unread: readonly string[];
  /** Files that they name, whichever hub they are for. */
  readonly files: readonly string[];
  /** The patterns by which they name files and folders, from the top of the repository. */
  readonly patterns: readonly string[];
  /** Their commands that give values to a chart. */
  readonly helmCommands: readonly HelmCommand[];
  /** The namespaces that they give to objects without one. Places are as file names are. */
  readonly namespaces: readonly GivenNamespace[];
  /** One of them applies the whole repository to one hub. */
  readonly isWhole: boolean;
  /** What they deploy from addresses. */
  readonly outside: readonly OutsideCommand[];
  readonly own: OwnRepository;
  /** Folders that Skaffold, Task and just deploy, and that commands build, whichever hub they are for. */
  readonly folders: readonly string[];
  /** Those of them in which kustomize may read files beside the folder. */
  readonly unrestricted: readonly string[];
  /** Folders whose files a step applies as they are, without their kustomization, and the file of the step. */
  readonly asFiles: readonly AppliedAsFiles[];
  /** All that they apply, as names of files. */
  readonly applied: readonly AppliedPlace[];
  /** What a step deletes with `kubectl delete -f` or `-k`, and the file of the step. */
  readonly deleted: readonly DeletedPlace[];
  /** Files that a command gives to `kubectl patch --patch-file`, by name. */
  readonly patchFiles: readonly string[];
  /** Files with the pod in which Jenkins runs a pipeline, by name. */
  readonly agentPods: readonly string[];
  /** The places of each command that takes one of them at a time, by name. */
  readonly choices: readonly (readonly string[])[];
  /** The paths among them that are not there. Files that a step makes may have anything. */
  readonly missing: readonly MissingPlace[];
  readonly withoutFiles: readonly FolderWithoutFiles[];
  /** They may apply more than that. */
  readonly isOpen: boolean;
}

export interface DeletedPlace extends AppliedPlace {
  readonly by: string;
  /** What the same script applies behind it. */
  readonly again: readonly AppliedPlace[];
}

/** Collects what files deploy. They are given by their path from the top of the repository, and named from the working directory. */
export class FoundDeployers implements RepositoryDeployers {
  readonly worlds: HubWorld[] = [];
  readonly unread: string[] = [];
  readonly files: string[] = [];
  readonly patterns: string[] = [];
  readonly helmCommands: HelmCommand[] = [];
  readonly namespaces: GivenNamespace[] = [];
  isWhole = false;
  readonly outside: OutsideCommand[] = [];
  readonly folders: string[] = [];
  readonly unrestricted: string[] = [];
  readonly asFiles: AppliedAsFiles[] = [];
  readonly applied: AppliedPlace[] = [];
  readonly deleted: DeletedPlace[] = [];
  readonly patchFiles: string[] = [];
  readonly agentPods: string[] = [];
  readonly choices: (readonly string[])[] = [];
  readonly missing: MissingPlace[] = [];
  readonly withoutFiles: FolderWithoutFiles[] = [];
  isOpen = false;
  readonly own: OwnRepository;
  readonly #started = new Map<string, Started>();
  readonly #root: string;
  readonly #cwd: string;

  /** @param of its top, the folder that names are relative to, and its own addresses */
  constructor({ root, cwd, own }: { readonly root: string; readonly cwd: string; readonly own: OwnRepository }) {
    this.#root = root;
    this.#cwd = cwd;
    this.own = own;
  }

  /** Empty for the working directory. */
  nameOf(path: string): string {
    return relativePath(this.#cwd, join(this.#root, path));
  }

  /** Values and namespaces that the helm commands of a script give to charts. @param tests of the scripts that are started before it */
  addHelm(script: string, file: string, tests?: TestClusters): void {
    for (const { charts, values, folders, namespaces, release, postRenderer, reuses } of helmCommandsIn(script, file, tests)) {
      const namesOf = (paths: readonly string[]): readonly string[] => paths.map((path) => this.nameOf(path));
      const known = {
        ...(release === undefined ? {} : { release: { ...release, charts: namesOf(release.charts) } }),
        ...(postRenderer === undefined ? {} : { postRenderer }),
        ...(reuses === undefined ? {} : { reuses }),
      };
      const matching = (path: string): readonly string[] => folders.flatMap((folder) => this.#matching(joinPath(folder, path)));
      for (const each of valuesOfFiles(values, matching))
        this.helmCommands.push({ file: this.nameOf(file), charts: namesOf(charts), values: each, ...known });
      this.addNamespaces(namespaces);
    }
  }

  /** Releases that a configuration of another tool lists. Their values are reported where such files are read. */
  addReleases(releases: readonly ListedRelease[], file: string): void {
    for (const { chart, values, reuses, ...release } of releases) {
      const charts = [this.nameOf(joinPath(posix.dirname(file), chart))];
      const reused = reuses === undefined ? {} : { reuses };
      this.helmCommands.push({ file: this.nameOf(file), charts: [], values, release: { ...release, charts, isListed: true }, ...reused });
    }
  }

  /**
   * What the commands of a file bring to one hub after another.
   * @param text of the file; empty for one that starts no command
   * @param ofHubs the same with what other files bring to these hubs, and without what the others bring for it
   */
  addApplied(file: string, applied: readonly AppliedTogether[], text = '', ofHubs: readonly AppliedTogether[] = applied): void {
    const named = [...new Set(applied.flatMap((each) => each.named ?? []))];
    const missing = missingPlaces(this.#root, { file, text, named });
    const flat = new Set(applied.flatMap((each) => each.applied ?? []).flatMap(({ place, isFlat }) => (isFlat ? [place] : [])));
    for (const { place, isMade } of missing)
      this.missing.push({ by: this.nameOf(file), place: this.nameOf(place), isMade, isOpen: flat.has(place) });
    for (const { namespaces: given = [], isWhole, asFiles } of applied) {
      for (const [folder, { isRecursive, pattern }] of asFiles ?? []) {
        if (!isRecursive && pattern === undefined && isWithoutFiles(this.#root, folder, text))
          this.withoutFiles.push({ by: this.nameOf(file), folder: this.nameOf(folder) });
        const ofFiles = pattern === undefined ? {} : { pattern: this.nameOf(pattern) };
        this.asFiles.push({ folder: this.nameOf(folder), by: this.nameOf(file), isRecursive, ...ofFiles });
      }
      this.addNamespaces(given.map((each) => ({ ...each, by: this.nameOf(file) })));
      this.isWhole ||= isWhole === true;
    }
    this.patterns.push(...applied.flatMap(({ places, looped = [] }) => [...places, ...looped]).filter(isPattern));
    this.addDeleted(file, applied);
    this.patchFiles.push(...applied.flatMap(({ patchFiles = [] }) => patchFiles.map((path) => this.nameOf(path))));
    for (const { choosing = [], oneByOne = [] } of applied) {
      const choices = [...choosing.map((pattern) => this.#matching(pattern)), oneByOne.flatMap((place) => this.#matching(place))];
      this.choices.push(...choices.filter(({ length }) => length > 1));
    }
    for (const each of applied) this.#addPlaces(each, new Set(missing.map(({ place }) => place)));
    this.addBuilt(applied);
    this.#addForAnyHub(applied.flatMap(({ oneByOne = [], looped = [] }) => [...oneByOne, ...looped]));
    this.#addWorlds(file, ofHubs);
  }

  #addWorlds(file: string, applied: readonly AppliedTogether[]): void {
    for (const each of applied) this.#addStarted(each);
    const bringing = applied.filter(({ places, looped = [] }) => places.length + looped.length > 0);
    for (const [index, brought] of bringing.entries()) {
      const { places, charts = [], looped = [], cluster, certain = [], applied: real } = brought;
      const job = keyOfStarted(brought);
      const name = bringing.length > 1 ? `${file} (${index + 1})` : file;
      const folders = places.flatMap((place) => this.#matching(place));
      const releases = charts.map(({ chart, values }) =>
        releaseOverlay(
          this.nameOf(chart),
          values.map((each) => this.nameOf(each)),
        ),
      );
      const inLoops = looped.flatMap((place) => this.#matching(place));
      const more = {
        ...(inLoops.length === 0 ? {} : { looped: inLoops }),
        ...(cluster === undefined ? {} : { cluster }),
        ...(job === undefined ? {} : { job }),
        ...(real?.length === 0 ? { isForTest: true as const } : {}),
      };
      const together = certain.map((all) => all.flatMap((each) => this.#matching(each.place).map((place) => ({ ...each, place }))));
      this.worlds.push({ name, folders, releases, ...more, ...(together.length === 0 ? {} : { certain: together }) });
    }
  }

  addDeleted(file: string, together: readonly AppliedTogether[]): void {
    for (const { again, ...each } of together.flatMap(({ deleted = [] }) => deleted)) {
      const behind = again.flatMap((other) => this.#placesOf(other));
      for (const place of this.#placesOf(each)) this.deleted.push({ ...place, by: this.nameOf(file), again: behind });
    }
  }

  #addStarted(together: AppliedTogether): void {
    const { unit, login, starts = [], cluster, logsIn = false, places, applied } = together;
    const key = keyOfStarted(together);
    if (unit === undefined || key === undefined) return;
    const before = this.#started.get(key);
    // A cluster for a test is that of the script itself.
    const isForTest = places.length > 0 && applied?.length === 0;
    this.#started.set(key, {
      key,
      unit: unit.id,
      names: login !== undefined || isForTest || before?.names.length === 0 ? [] : unit.names,
      starts: [...(before?.starts ?? []), starts],
      cluster,
      logsIn: logsIn || before?.logsIn === true,
      isOfPipeline: unit.isOfPipeline,
    });
  }

  /** Whether anything starts one of these names. */
  isStarted(names: readonly string[]): boolean {
    return [...this.#started.values()].some(({ starts }) => starts.flat().some((name) => names.includes(name)));
  }

  /** What one job starts for one hub is for the cluster of the job. */
  joinStarted(): void {
    const firsts = firstStarted([...this.#started.values()]);
    for (const [index, { job = '', ...world }] of this.worlds.entries()) {
      const first = firsts.get(job);
      const cluster = world.cluster ?? first?.cluster;
      this.worlds[index] = first === undefined ? world : { ...world, job: first.key, ...(cluster === undefined ? {} : { cluster }) };
    }
  }

  /** Namespaces that commands give. Their places are paths, and may be patterns. */
  addNamespaces(given: readonly GivenNamespace[]): void {
    for (const each of given) {
      const values = each.values === undefined ? {} : { values: each.values.map((file) => this.nameOf(file)) };
      // The working directory may be a folder below.
      for (const place of this.#matching(each.place)) this.namespaces.push({ ...each, ...values, place: place.replace(/^[./]+$/, '') });
    }
  }

  /** Folders and files that are deployed, whichever hub each of them is for. @param places may be patterns */
  addForAnyHub(places: readonly string[]): void {
    this.#addPlaces({ places });
    this.#addForAnyHub(places);
  }

  #addForAnyHub(places: readonly string[]): void {
    const named = places.flatMap((place) => this.#matching(place));
    this.patterns.push(...places.filter(isPattern));
    this.folders.push(...named);
    this.files.push(...named);
  }

  /** The kustomizations that commands build are deployed, whatever becomes of their output. */
  addBuilt(together: readonly AppliedTogether[]): void {
    this.folders.push(...together.flatMap(({ built = [] }) => built).flatMap((place) => this.#foldersAt(place)));
    this.unrestricted.push(...together.flatMap(({ unrestricted = [] }) => unrestricted).flatMap((place) => this.#foldersAt(place)));
  }

  #foldersAt(place: string): readonly string[] {
    if (!place.startsWith('/')) return this.#matching(place);
    // Where the repository is in a container is not known.
    const parts = place.split('/').slice(1);
    const ends = parts.map((_, index) => parts.slice(index).join('/'));
    const found = ends.find((end) => end !== '' && existsSync(join(this.#root, end)));
    return found === undefined ? [] : [this.nameOf(found)];
  }

  /** What a file may apply besides, whichever hub that is for. */
  addPossible(together: readonly AppliedTogether[]): void {
    for (const each of together) {
      this.#addPlaces(each);
      this.addNamespaces(each.namespaces ?? []);
    }
  }

  /** The file deploys something in a way that is not read. @param isOpen whether that may be any file of the tree */
  addUnread(file: string, isOpen = true): void {
    this.unread.push(this.nameOf(file));
    this.isOpen ||= isOpen;
  }

  /** A file that is not there may be made of any other. @param missing those that are noted as such */
  #addPlaces(
    { places, applied = places.map((place) => ({ place, isFlat: false })), isOpen }: AppliedTogether,
    missing: ReadonlySet<string> = new Set(),
  ): void {
    this.isOpen ||= isOpen === true;
    for (const each of applied) {
      const { place, isFlat } = each;
      this.isOpen ||= isFlat && !missing.has(place) && !isPattern(place) && !existsSync(join(this.#root, place));
      this.applied.push(...this.#placesOf(each));
    }
  }

  #placesOf({ place, isFlat, pattern, undoneBy = [] }: AppliedPlace): readonly AppliedPlace[] {
    const fits = pattern === undefined ? undefined : matcherOfMissing(pattern);
    const ofFiles = fits === undefined ? {} : { takes: (name: string) => fits(relativePath(this.#root, resolve(this.#cwd, name))) };
    const undone = undoneBy.flatMap((each) => this.#placesOf(each));
    const more = { ...ofFiles, ...(undone.length === 0 ? {} : { undoneBy: undone }) };
    // The working directory may be in the folder.
    return this.#matching(place).map((name) => ({ place: isFlat ? name : name.replace(/^[./]+$/, ''), isFlat, ...more }));
  }

  #matching(place: string): readonly string[] {
    return pathsMatching(this.#root, place).map((each) => this.nameOf(each));
  }
}

/** The same for what one unit does for one hub. A script is read once for each folder in which it may start. */
function keyOfStarted({ unit, login = '' }: AppliedTogether): string | undefined {
  return unit === undefined ? undefined : JSON.stringify([unit.id, login]);
}
