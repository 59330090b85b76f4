import { type HubFolders, hubFolders, hubFoldersByName } from './hub-folders.ts';
import { AS_FILES, SHARED_WORLD } from '../world/hub-world.ts';
import { areOfTwoHubs, type HubIdentities, hubIdentities } from './hub-identities.ts';
import { originFinder, type Places } from './origins.ts';
import { folderOf, type Manifest } from '../world/manifest.ts';
import { partName } from '../world/part-name.ts';
import { objectKeyOf } from '../world/identity.ts';

/**
 * Manifests that are checked together: those of a world, an overlay or a folder for one hub, together with the manifests outside of all of
 * these.
 */
export interface TreePart {
  /**
   * The key of the world, the overlay or the folder. Absent for the manifests outside of them, which are checked together with all of them.
   */
  readonly name?: string;
  /** See `partKey`. */
  readonly key: string;
  /** All manifests that rules may read. If an object is declared twice, the last declaration is used. */
  readonly manifests: readonly Manifest[];
  /** The part in the base; absent without a base. */
  readonly base?: readonly Manifest[];
  /** The manifests of the tree and its base that findings and plans are about. */
  readonly judged: ReadonlySet<Manifest>;
  /** Manifests of the base that are not deleted, because another part has them now. */
  readonly moved: ReadonlySet<Manifest>;
  /** The keys of the other parts by their manifests, for the part with the manifests outside of them, which reads the whole tree. */
  readonly partOf?: ReadonlyMap<Manifest, string>;
}

/**
 * Splits a tree into parts that are deployed together. The content that one deployer brings to one hub is one part, see `HubWorld`. Any
 * other overlay may be for a separate hub, so it is not checked together with another one; nor are folders for different hubs. Manifests
 * outside of these are part of each. An object that is new in a part came from another part only if that one lost it: otherwise it is a
 * copy, such as for another environment.
 */
export function treeParts(head: readonly Manifest[], base?: readonly Manifest[]): readonly TreePart[] {
  const folders = separateFolders(head, base);
  const [now, before] = [new Parts(head, folders), new Parts(base ?? [], folders)];
  const keys = [...new Set([...now.keys(), ...before.keys()])].filter((key) => key !== NO_PART).toSorted();
  // One world and what may be for any hub: all of it is for that hub.
  const isOneWorld =
    keys.every(isWorldKey) && keys.length < 2 && ![...head, ...(base ?? [])].some(({ sharedBy }) => sharedBy !== undefined);
  if (isOneWorld) return [partOf({ key: NO_PART }, { manifests: head, own: head, base, ownBefore: base ?? [], goneTo: new Set() })];

  const [plain = [], plainBefore = []] = [now.get(NO_PART), before.get(NO_PART)];
  const others = keys.flatMap((key) => now.get(key) ?? []);
  const fresh = keys.filter((key) => !before.has(key));
  const whole = { manifests: [...others, ...plain], own: plain, base, ownBefore: plainBefore, goneTo: keysOf(others) };
  const stillThere = stillIn(now, folders);
  const around = aroundFiles(now);
  const mayGoTo = (from: string, to: string): boolean => isOpenTo(to, before) && !before.areApart(to, from);
  const isOrigin = originFinder(withoutPlain(before), withoutPlain(now), mayGoTo);
  const mayBeFrom = (manifest: Manifest, to: string): boolean => {
    const from = partKey(manifest, folders);
    return from === NO_PART || isOrigin(objectKeyOf(manifest), from, to);
  };
  const partsOfAll = [...now, ...before].flatMap(([key, own]) => (key === NO_PART ? [] : own.map((manifest) => [manifest, key] as const)));
  return [
    { ...partOf({ key: NO_PART }, whole), partOf: new Map(partsOfAll) },
    ...keys.map((key) => {
      const [own = [], ownBefore = []] = [now.get(key), before.get(key)];
      const lost = keysOf(ownBefore.filter(({ isLost }) => isLost === true));
      const isOfOthers = (manifest: Manifest): boolean => manifest.sharedBy !== undefined && lost.has(objectKeyOf(manifest));
      const besideIn = (parts: Parts): readonly Manifest[] => parts.beside(key, around).filter((manifest) => !isOfOthers(manifest));
      const ownKeys = keysOf(own);
      // What is beside a new folder and gone may have been renamed as well, to another one.
      const isOfAnother = (manifest: Manifest): boolean =>
        !before.has(key) && ownKeys.has(objectKeyOf(manifest)) && !stillThere(manifest) && !mayBeFrom(manifest, key);
      const [beside, besideBefore] = [besideIn(now), besideIn(before).filter((manifest) => !isOfAnother(manifest))];
      const kept = keysOf([...ownBefore, ...besideBefore]);
      const elsewhere = withKeys(base ?? [], ownKeys).filter(
        (manifest) =>
          manifest.isLost !== true &&
          !kept.has(objectKeyOf(manifest)) &&
          isOpenTo(key, before) &&
          !stillThere(manifest) &&
          mayBeFrom(manifest, key),
      );
      // A part that is gone may have been renamed.
      const renamed = own.length > 0 ? [] : ownBefore.filter((manifest) => fresh.some((to) => isOrigin(objectKeyOf(manifest), key, to)));
      const goneTo = keysOf([...plain, ...renamed]);
      const was = base && [...besideBefore, ...ownBefore, ...elsewhere];
      return partOf({ key, name: partName(key) }, { manifests: [...beside, ...own], own, base: was, ownBefore, goneTo });
    }),
  ];
}

/**
 * The folders that are checked separately. If they are at many places, such as `dev` and `prod` of each of a hundred applications, each
 * would be combined with almost all others and checked with almost the whole tree. Then folders of the same name form one part. If that
 * does not help, no folders are separate.
 */
export function separateFolders(head: readonly Manifest[], base: readonly Manifest[] = []): HubFolders {
  const folders = hubFolders(head, base);
  if (folders.groups.length === 0) return folders;
  const both = [...head, ...base];
  if (areFew(both, folders)) return folders;
  const byName = hubFoldersByName(head, base);
  return areFew(both, byName) ? byName : hubFolders();
}

function areFew(manifests: readonly Manifest[], folders: HubFolders): boolean {
  const parts = [...byPart(manifests, folders)].filter(([key]) => isFolder(key));
  const sizes = parts.map(([key, { length }]) => ({ folder: folderIn(key), length }));
  let left = MOST_TIMES * manifests.length;
  for (const { folder } of sizes) {
    for (const other of sizes) if (other.folder !== folder && folders.meets(folder, other.folder)) left -= other.length;
    if (left < 0) return false;
  }
  return true;
}

/** The average number of times that a manifest may be read for other folders than its own. */
const MOST_TIMES = 4;

/** The key of the part with manifests in no overlay and in no folder for one hub. */
export const NO_PART = '';

/** Identifies a part. A world, an overlay and a folder of one name are three parts. */
export function partKey(manifest: Pick<Manifest, 'file' | 'overlay' | 'world'>, folders: HubFolders): string {
  const { overlay, world } = manifest;
  if (world !== undefined) return world === SHARED_WORLD ? NO_PART : `${WORLD}${world}`;
  const folder = folders.of(manifest);
  if (overlay !== undefined) return `${OVERLAY}${overlay}`;
  return folder === undefined ? NO_PART : `${FOLDER}${folder}`;
}

export function isWorldKey(key: string): boolean {
  return key.startsWith(WORLD);
}

export function isAsFilesKey(key: string): boolean {
  return key === `${WORLD}${AS_FILES}`;
}

export function isOverlayKey(key: string): boolean {
  return key.startsWith(OVERLAY);
}

const WORLD = 'world ';
const OVERLAY = 'overlay ';
const FOLDER = 'folder ';

function isFolder(key: string): boolean {
  return key.startsWith(FOLDER);
}

function folderIn(key: string): string {
  return key.slice(FOLDER.length);
}

function byPart(manifests: readonly Manifest[], folders: HubFolders): ReadonlyMap<string, readonly Manifest[]> {
  return Map.groupBy(manifests, (manifest) => partKey(manifest, folders));
}

/** The parts of one tree, by their keys. */
class Parts extends Map<string, readonly Manifest[]> {
  readonly #folders: HubFolders;
  readonly #foldersOf = new Map<string, ReadonlySet<string>>();
  readonly #identitiesOf = new Map<string, HubIdentities>();

  constructor(manifests: readonly Manifest[], folders: HubFolders) {
    super(byPart(manifests, folders));
    this.#folders = folders;
  }

  of(key: string): readonly Manifest[] {
    return this.get(key) ?? [];
  }

  /**
   * The other manifests that are checked together with a part; those outside of all parts come last. A world, an overlay and a folder are
   * combined with the folders that may be for their hub, and a folder with such worlds and overlays.
   * @param around see `aroundFiles`
   */
  beside(key: string, around: AroundFiles): readonly Manifest[] {
    const meets = (other: string): boolean => (isFolder(key) || isFolder(other)) && this.#meetInFolders(key, other);
    const others = [...this.keys()].filter((other) => other !== key && other !== NO_PART && meets(other)).toSorted();
    const plain = this.of(NO_PART).filter((manifest) => !this.#isOfOthers(manifest, key));
    // One command may apply them together with all other files.
    if (isAsFilesKey(key)) {
      const world = around.world === undefined ? [] : this.of(around.world).filter(({ overlay }) => !around.overlays.has(overlay));
      const files = [...others.flatMap((other) => this.of(other)), ...plain].filter(({ overlay }) => overlay === undefined);
      return [...world, ...files];
    }
    const [folded, overlays] = [others.filter(isFolder), others.filter((other) => !isFolder(other))];
    return [...[...overlays, ...folded].flatMap((other) => this.of(other)), ...plain];
  }

  /** Whether two parts are certainly for different hubs: both have an object that one hub cannot have twice. */
  areApart(one: string, other: string): boolean {
    return one !== NO_PART && other !== NO_PART && areOfTwoHubs(this.#identities(one), this.#identities(other));
  }

  #meetInFolders(one: string, other: string): boolean {
    return this.#foldersIn(one)
      .values()
      .every((folder) =>
        this.#foldersIn(other)
          .values()
          .every((each) => this.#folders.meets(folder, each)),
      );
  }

  /** Whether several deployers bring it to other hubs than that of a part: from a place that has such an object of the part. */
  #isOfOthers({ sharedBy, ...manifest }: Manifest, key: string): boolean {
    if (sharedBy === undefined || (isWorldKey(key) && sharedBy.has(partName(key)))) return false;
    return areOfTwoHubs(this.#identities(`${SHARED}${folderOf(manifest)}`), this.#identities(key));
  }

  #foldersIn(key: string): ReadonlySet<string> {
    const compute = (): ReadonlySet<string> =>
      new Set(isFolder(key) ? [folderIn(key)] : this.of(key).flatMap((manifest) => this.#folders.around(manifest) ?? []));
    return memo(this.#foldersOf, key, compute);
  }

  #identities(key: string): HubIdentities {
    return memo(this.#identitiesOf, key, () => {
      const own = key.startsWith(SHARED)
        ? this.of(NO_PART).filter((manifest) => manifest.sharedBy !== undefined && key === `${SHARED}${folderOf(manifest)}`)
        : this.of(key);
      return hubIdentities(own);
    });
  }
}

interface AroundFiles {
  /** The key of the world; absent if there is none, or if there are several. */
  readonly world?: string;
  /** The overlays that use the files. */
  readonly overlays: ReadonlySet<string | undefined>;
}

/** The world that has what kustomizations and charts make of the files that are also checked without them. */
function aroundFiles(parts: Parts): AroundFiles {
  const files = new Set(parts.of(`${WORLD}${AS_FILES}`).map(({ file }) => file));
  const users = [...parts].map(([key, own]) => ({
    key,
    made: own.filter(({ file, overlay }) => overlay !== undefined && files.has(file)),
  }));
  const [world, ...others] = users.flatMap(({ key, made }) => (isWorldKey(key) && made.length > 0 ? [key] : []));
  const overlays = new Set(users.flatMap(({ made }) => made.map(({ overlay }) => overlay)));
  return world === undefined || others.length > 0 ? { overlays } : { world, overlays };
}

/** Instead of the key of a part: a folder that several deployers bring. */
const SHARED = 'shared ';

function memo<Value>(known: Map<string, Value>, key: string, compute: () => Value): Value {
  const value = known.get(key) ?? compute();
  known.set(key, value);
  return value;
}

/** Whether objects of other parts may have been moved to a part. Folders of the base keep to themselves. */
function isOpenTo(key: string, before: Parts): boolean {
  return !(isFolder(key) && before.has(key));
}

/** The parts, without what is in none, and without what a hub of the base loses. */
function withoutPlain(parts: Parts): Places {
  const named = [...parts].filter(([key]) => key !== NO_PART);
  return new Map(named.map(([key, all]) => [key, all.filter(({ isLost }) => isLost !== true)]));
}

/** Whether an object of the base is still in its part. */
function stillIn(now: ReadonlyMap<string, readonly Manifest[]>, folders: HubFolders): (manifest: Manifest) => boolean {
  const keys = new Map([...now].map(([key, manifests]) => [key, keysOf(manifests)]));
  return (manifest) => keys.get(partKey(manifest, folders))?.has(objectKeyOf(manifest)) === true;
}

function partOf(
  name: Pick<TreePart, 'name' | 'key'>,
  parts: {
    readonly manifests: readonly Manifest[];
    readonly own: readonly Manifest[];
    readonly base: readonly Manifest[] | undefined;
    readonly ownBefore: readonly Manifest[];
    readonly goneTo: ReadonlySet<string>;
  },
): TreePart {
  const { manifests, own, base, ownBefore, goneTo } = parts;
  const judged = new Set([...own, ...ownBefore]);
  return {
    ...name,
    manifests,
    ...(base === undefined ? {} : { base }),
    judged,
    moved: new Set(withKeys(ownBefore, goneTo).filter(({ isLost }) => isLost !== true)),
  };
}

function withKeys(manifests: readonly Manifest[], keys: ReadonlySet<string>): readonly Manifest[] {
  return manifests.filter((manifest) => keys.has(objectKeyOf(manifest)));
}

function keysOf(manifests: readonly Manifest[]): ReadonlySet<string> {
  return new Set(manifests.map(objectKeyOf));
}
