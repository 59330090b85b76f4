import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { OutsideCommand } from '../../../static/read/deployers/deployed-from-outside.ts';
import type { OwnRepository } from '../../../static/read/deployers/source-urls.ts';
import type { AppliedAsFiles, GivenNamespace } from '../../../static/read/render/namespaces-of-overlays.ts';
import { joinPath } from '../../../static/read/kustomize/kustomization.ts';
import type { HelmCommand, ListedRelease } from '../../../static/read/render/charts/helm-command.ts';
import { type HubWorld, releaseOverlay } from '../../../static/world/hub-world.ts';
import { helmCommandsIn } from './script/helm-commands.ts';
import type { AppliedPlace } from './script/applied-place.ts';
import { type FolderWithoutFiles, isWithoutFiles } from './folder-without-files.ts';
import { type MissingPlace, missingPlaces } from './missing-place.ts';
import type { TestClusters } from './script/test-clusters.ts';
import { NamedPlaces } from './named-places.ts';
import type { DeletedPlace, RepositoryDeployers } from './repository-deployers.ts';
import { isPattern } from './shell/path-patterns.ts';
import { valuesOfFiles } from './values-of-files.ts';
import type { AppliedTogether } from './script/applied-together.ts';
import { keyOfStarted, StartedUnits } from './started-units.ts';

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
  readonly edits: RepositoryDeployers['edits'][number][] = [];
  readonly agentPods: string[] = [];
  readonly choices: (readonly string[])[] = [];
  readonly missing: MissingPlace[] = [];
  readonly withoutFiles: FolderWithoutFiles[] = [];
  isOpen = false;
  readonly own: OwnRepository;
  readonly #started = new StartedUnits();
  readonly #root: string;
  readonly #named: NamedPlaces;

  /** @param of its top, the folder that names are relative to, and its own addresses */
  constructor({ root, cwd, own }: { readonly root: string; readonly cwd: string; readonly own: OwnRepository }) {
    this.#root = root;
    this.#named = new NamedPlaces(root, cwd);
    this.own = own;
  }

  /** Empty for the working directory. */
  nameOf(path: string): string {
    return this.#named.nameOf(path);
  }

  /** Values and namespaces that the helm commands of a script give to charts. @param tests of the scripts that are started before it */
  addHelm(script: string, file: string, tests?: TestClusters): void {
    for (const { charts, values, folders, namespaces, release, postRenderer, reuses, set, keepsValues } of helmCommandsIn(
      script,
      file,
      tests,
    )) {
      const namesOf = (paths: readonly string[]): readonly string[] => paths.map((path) => this.nameOf(path));
      const known = {
        ...(release === undefined ? {} : { release: { ...release, charts: namesOf(release.charts) } }),
        ...(postRenderer === undefined ? {} : { postRenderer }),
        ...(reuses === undefined ? {} : { reuses }),
        ...(set === undefined ? {} : { set }),
        ...(keepsValues === undefined ? {} : { keepsValues }),
      };
      const matching = (path: string): readonly string[] => folders.flatMap((folder) => this.#named.matching(joinPath(folder, path)));
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
    const kustomized = new Set(applied.flatMap((each) => each.kustomized ?? []));
    const missing = missingPlaces(this.#root, { file, text, named, kustomized });
    const flat = new Set(applied.flatMap((each) => each.applied ?? []).flatMap(({ place, isFlat }) => (isFlat ? [place] : [])));
    for (const { place, ...more } of missing)
      this.missing.push({ by: this.nameOf(file), place: this.nameOf(place), ...more, isOpen: flat.has(place) });
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
    this.addEdits(file, applied);
    this.patchFiles.push(...applied.flatMap(({ patchFiles = [] }) => patchFiles.map((path) => this.nameOf(path))));
    for (const { choosing = [], oneByOne = [] } of applied) {
      const choices = [
        ...choosing.map((pattern) => this.#named.matching(pattern)),
        oneByOne.flatMap((place) => this.#named.matching(place)),
      ];
      this.choices.push(...choices.filter(({ length }) => length > 1));
    }
    for (const each of applied) this.#addPlaces(each, new Set(missing.map(({ place }) => place)));
    this.addBuilt(applied);
    this.#addForAnyHub(applied.flatMap(({ oneByOne = [], looped = [] }) => [...oneByOne, ...looped]));
    this.#addWorlds(file, ofHubs);
  }

  #addWorlds(file: string, applied: readonly AppliedTogether[]): void {
    for (const each of applied) this.#started.add(each);
    const bringing = applied.filter(({ places, looped = [] }) => places.length + looped.length > 0);
    for (const [index, brought] of bringing.entries()) {
      const { places, charts = [], looped = [], cluster, certain = [], applied: real } = brought;
      const job = keyOfStarted(brought);
      const name = bringing.length > 1 ? `${file} (${index + 1})` : file;
      const folders = places.flatMap((place) => this.#named.matching(place));
      const releases = charts.map(({ chart, values }) =>
        releaseOverlay(
          this.nameOf(chart),
          values.map((each) => this.nameOf(each)),
        ),
      );
      const inLoops = looped.flatMap((place) => this.#named.matching(place));
      const more = {
        ...(inLoops.length === 0 ? {} : { looped: inLoops }),
        ...(cluster === undefined ? {} : { cluster }),
        ...(job === undefined ? {} : { job }),
        ...(real?.length === 0 ? { isForTest: true as const } : {}),
      };
      const together = certain.map((all) => all.flatMap((each) => this.#named.matching(each.place).map((place) => ({ ...each, place }))));
      this.worlds.push({ name, folders, releases, ...more, ...(together.length === 0 ? {} : { certain: together }) });
    }
  }

  addDeleted(file: string, together: readonly AppliedTogether[]): void {
    for (const { again, ...each } of together.flatMap(({ deleted = [] }) => deleted)) {
      const behind = again.flatMap((other) => this.#named.placesOf(other));
      for (const place of this.#named.placesOf(each)) this.deleted.push({ ...place, by: this.nameOf(file), again: behind });
    }
  }

  addEdits(file: string, together: readonly AppliedTogether[]): void {
    this.edits.push(...together.flatMap(({ edits = [] }) => edits.map((edit) => ({ ...edit, by: this.nameOf(file) }))));
  }

  /** Whether anything starts one of these names. */
  isStarted(names: readonly string[]): boolean {
    return this.#started.isStarted(names);
  }

  /** What one job starts for one hub is for the cluster of the job. */
  joinStarted(): void {
    const firsts = this.#started.firsts();
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
      for (const place of this.#named.matching(each.place))
        this.namespaces.push({ ...each, ...values, place: place.replace(/^[./]+$/, '') });
    }
  }

  /** Folders and files that are deployed, whichever hub each of them is for. @param places may be patterns */
  addForAnyHub(places: readonly string[]): void {
    this.#addPlaces({ places });
    this.#addForAnyHub(places);
  }

  #addForAnyHub(places: readonly string[]): void {
    const named = places.flatMap((place) => this.#named.matching(place));
    this.patterns.push(...places.filter(isPattern));
    this.folders.push(...named);
    this.files.push(...named);
  }

  /** The kustomizations that commands build are deployed, whatever becomes of their output. */
  addBuilt(together: readonly AppliedTogether[]): void {
    this.folders.push(...together.flatMap(({ built = [] }) => built).flatMap((place) => this.#named.foldersAt(place)));
    this.unrestricted.push(...together.flatMap(({ unrestricted = [] }) => unrestricted).flatMap((place) => this.#named.foldersAt(place)));
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
      this.applied.push(...this.#named.placesOf(each));
    }
  }
}
