import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { SHARED_WORLD } from '../world/hub-world.ts';
import { manifestRef } from '../world/identity.ts';
import { folderOf, type Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';

export interface FolderGroup {
  readonly folders: readonly string[];
  readonly object: string;
  /** The folders that are separate only because the change copied the content of another one; absent if there are none. */
  readonly copies?: readonly string[];
}

/** Folders beside each other that are for different hubs (`env/dev`, `env/prod`). Paths do not end with a slash. */
export interface HubFolders {
  /** Folders that contain the same objects, with one of these objects; sorted, at least two. At least one has files that no deployer and no overlay brings. */
  readonly groups: readonly FolderGroup[];
  /** Returns the innermost such folder that contains a manifest; `undefined` if there is none, or if the manifest is in an overlay. */
  of(manifest: Pick<Manifest, 'file' | 'overlay'>): string | undefined;
  /** As `of`; for a manifest in an overlay, the innermost such folder that is the overlay or contains it. */
  around(manifest: Pick<Manifest, 'file' | 'overlay'>): string | undefined;
  /** Whether two such folders may be for one hub: neither is in another folder of a group that the other, or a parent of it, belongs to. */
  meets(folder: string, other: string): boolean;
}

/**
 * Two neighbouring folders are for different hubs if both contain a KubeFleet object with the same name: a hub has it only once, and it
 * would be unknown which version is applied. Other objects in both (a Namespace, a role) may be a mistake. Folders that share such an
 * object with a third folder are in one group. A change cannot separate folders that were for one hub before. Only a new folder may be for
 * another hub, and that is uncertain if the base has no such folders beside it. Overlays, and folders that deployers bring to one hub each, are
 * such folders for the files beside them.
 */
export function hubFolders(head: readonly Manifest[] = [], base: readonly Manifest[] = []): HubFolders {
  const groups = groupsOf(head, base);
  const around = (manifest: Pick<Manifest, 'file' | 'overlay'>): string | undefined =>
    groups.foldersOnPathTo(folderOf(manifest)).at(-1)?.folder;
  return {
    groups: groups.ofPlain([...head, ...base]).map(({ folders, object, copies }) => ({
      folders: [...folders].toSorted(),
      object,
      ...(copies.size === 0 ? {} : { copies: [...copies].toSorted() }),
    })),
    around,
    of: (manifest) => (manifest.overlay === undefined ? around(manifest) : undefined),
    meets: (folder, other) => {
      const own = new Map(groups.foldersOnPathTo(`${folder}/`).map((way) => [way.parent, way]));
      return groups.foldersOnPathTo(`${other}/`).every((way) => {
        const beside = own.get(way.parent);
        return beside === undefined || beside.folder === way.folder || beside.group !== way.group;
      });
    },
  };
}

/**
 * As `hubFolders`, but folders of the same name are for one hub everywhere in the tree, such as `dev` and `prod` of each of a hundred
 * applications. They are then reported as one, with a star and the name. Names that are beside each other somewhere, or both beside a third
 * one, are for different hubs. Other names may be for one hub, such as `dev` and `eu`.
 */
export function hubFoldersByName(head: readonly Manifest[], base: readonly Manifest[] = []): HubFolders {
  const groups = groupsOf(head, base);
  const choices = choicesOf(groups.ofPlain([...head, ...base]));
  const chosenIn = (folder: string): Map<Choice | string, readonly string[]> =>
    // If only one place would join two names, a name that occurs only there is not part of a choice.
    Map.groupBy(folder.slice(ANYWHERE.length).split('/'), (name) => choices.get(name) ?? name);
  const around = (manifest: Pick<Manifest, 'file' | 'overlay'>): string | undefined => {
    const found = groups.foldersOnPathTo(folderOf(manifest));
    return found.length === 0 ? undefined : anywhere(found.map(({ folder }) => lastName(folder)).join('/'));
  };
  return {
    groups: [...new Set(choices.values())].map(({ names, object }) => ({ folders: [...names].toSorted().map(anywhere), object })),
    around,
    of: (manifest) => (manifest.overlay === undefined ? around(manifest) : undefined),
    meets: (folder, other) => {
      const own = chosenIn(folder);
      return [...chosenIn(other)].every(([choice, names]) => {
        const mine = own.get(choice) ?? [];
        return names.every((name, depth) => (mine[depth] ?? name) === name);
      });
    },
  };
}

const ANYWHERE = '*/';

function anywhere(names: string): string {
  return `${ANYWHERE}${names}`;
}

function lastName(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}

/** The names of folders for one hub, and an object that more than one of them contains. */
interface Choice {
  readonly names: Set<string>;
  readonly object: string;
}

/** By each name. A single place does not join two names, because a copied object may be a mistake. */
function choicesOf(groups: readonly Group[]): ReadonlyMap<string, Choice> {
  const choices = new Map<string, Choice>();
  const same = Map.groupBy(groups, ({ folders }) => [...folders].map(lastName).toSorted().join('/'));
  for (const places of [...same.values()].toSorted((a, b) => b.length - a.length)) {
    const [{ folders, object } = { folders: [], object: '' }] = places;
    const names = [...folders].map(lastName);
    const known = new Set(names.flatMap((name) => choices.get(name) ?? []));
    if (known.size > 1 && places.length === 1) continue;
    const [choice = { names: new Set<string>(), object }] = known;
    for (const name of [...names, ...[...known].flatMap((each) => [...each.names])]) {
      choice.names.add(name);
      choices.set(name, choice);
    }
  }
  return choices;
}

function groupsOf(head: readonly Manifest[], base: readonly Manifest[]): Groups {
  const groups = new Groups();
  // A folder that its deployer leaves was for the hub of that deployer.
  const placeIn = (manifest: Manifest): string => `${folderOf(manifest)} ${nameOf(manifest)}`;
  const worldsBefore = new Map(base.filter(identifiesHub).map((manifest) => [placeIn(manifest), manifest.world]));
  const worldOf = (manifest: Manifest): string | undefined => manifest.world ?? worldsBefore.get(placeIn(manifest));
  const add = (manifests: readonly Manifest[], into: Groups): void => {
    for (const [name, all] of Map.groupBy(manifests, nameOf)) into.add(placesOf(all, worldOf), name);
  };
  add(base.filter(identifiesHub), groups);
  if (base.length > 0) {
    const named = base.filter((manifest) => manifest.world !== SHARED_WORLD && isNamed(manifest));
    // Any object that both had is sign enough to believe the sign that the change brings.
    const same = new Groups();
    add(named, same);
    groups.settle(named.map(folderOf), same);
  }
  add(head.filter(identifiesHub), groups);
  return groups;
}

/** Only one place of each world: what one deployer brings to one hub is not for different ones. */
function placesOf(manifests: readonly Manifest[], worldOf: (manifest: Manifest) => string | undefined): ReadonlySet<string> {
  const { known = [], open = [] } = Object.groupBy(manifests, (manifest) => (worldOf(manifest) === undefined ? 'open' : 'known'));
  return new Set([...open.map(folderOf), ...new Map(known.map((manifest) => [worldOf(manifest), folderOf(manifest)])).values()]);
}

/** Whether a manifest certainly declares a KubeFleet object, and not for several hubs. */
function identifiesHub(manifest: Manifest): boolean {
  const { object, world, namespace } = manifest;
  if (world === SHARED_WORLD || !isFleetObject(object) || object.metadata.name === '' || !isNamed(manifest)) return false;
  return fleetKind(object.kind)?.namespaced === false || namespace !== undefined;
}

function nameOf(manifest: Manifest): string {
  const { apiVersion, ...ref } = manifestRef(manifest);
  return `${displayName(ref)} ${groupOf(apiVersion)}`;
}

/** A folder on the path to another one, and its group. */
interface FolderOnPath {
  readonly parent: string;
  readonly folder: string;
  readonly group: Group;
}

interface Group {
  readonly folders: Set<string>;
  readonly object: string;
  readonly copies: Set<string>;
}

/** The known groups by the parent folder, which ends with a slash or is empty. */
class Groups {
  readonly #byParent = new Map<string, Map<string, Group>>();
  readonly #found = new Map<string, readonly FolderOnPath[]>();
  /** The folders of the base; absent until all of it was added. */
  #before: ReadonlySet<string> | undefined;
  #apartBefore: ReadonlySet<string> = new Set();

  /**
   * Ends the base: everything that is added later belongs to the change.
   * @param folders of the base, each with a slash at its end
   * @param same folders of the base that may have been for different hubs
   */
  settle(folders: readonly string[], same: Groups): void {
    const before = new Set<string>();
    for (const folder of new Set(folders))
      for (let end = folder.indexOf('/'); end !== -1; end = folder.indexOf('/', end + 1)) before.add(folder.slice(0, end));
    this.#before = before;
    this.#apartBefore = new Set([...this.all(), ...same.all()].flatMap((group) => [...group.folders]));
  }

  /** Records that these folders, each with a slash at its end, contain the same object. */
  add(folders: ReadonlySet<string>, name: string, parent = ''): void {
    const inside = [...folders].filter((folder) => folder !== parent);
    const byChild = Map.groupBy(inside, (folder) => folder.slice(0, folder.indexOf('/', parent.length)));
    if (byChild.size > 1) this.#join(parent, [...byChild.keys()], name.slice(0, name.indexOf(' ')));
    for (const [child, those] of byChild) if (those.length > 1) this.add(new Set(those), name, `${child}/`);
  }

  #join(parent: string, all: readonly string[], object: string): void {
    const [children, copies] = this.#mayBeApart(all);
    if (children.length < 2) return;
    const known = this.#byParent.get(parent) ?? new Map<string, Group>();
    this.#byParent.set(parent, known);
    const joined = new Set(children.flatMap((child) => known.get(child) ?? []));
    const [group = { folders: new Set<string>(), object, copies: new Set<string>() }] = joined;
    for (const folder of [...children, ...[...joined].flatMap((each) => [...each.folders])]) {
      group.folders.add(folder);
      known.set(folder, group);
    }
    for (const folder of [...copies, ...[...joined].flatMap((each) => [...each.copies])]) group.copies.add(folder);
  }

  /**
   * Folders that may be separate, out of those with the same object, without those that were for one hub before. Then the new ones among
   * them that are separate only because they are copies.
   */
  #mayBeApart(folders: readonly string[]): readonly [readonly string[], readonly string[]] {
    const [before, apart] = [this.#before, this.#apartBefore];
    if (before === undefined) return [folders, []];
    const together = folders.filter((folder) => before.has(folder) && !apart.has(folder));
    const known = folders.filter((folder) => apart.has(folder));
    const fresh = folders.filter((folder) => !before.has(folder));
    if (known.length > 0) return [[...known, ...fresh], []];
    return [together.length > 1 ? fresh : folders, fresh];
  }

  /** The folders of groups on the path to a folder, which ends with a slash; the outermost first. */
  foldersOnPathTo(folder: string): readonly FolderOnPath[] {
    const known = this.#found.get(folder);
    if (known !== undefined) return known;
    const found: FolderOnPath[] = [];
    for (let end = folder.indexOf('/'), start = 0; end !== -1; start = end + 1, end = folder.indexOf('/', start)) {
      const [parent, here] = [folder.slice(0, start), folder.slice(0, end)];
      const group = this.#byParent.get(parent)?.get(here);
      if (group !== undefined) found.push({ parent, folder: here, group });
    }
    this.#found.set(folder, found);
    return found;
  }

  /** Those with a folder of one of these manifests that no deployer and no overlay brings. */
  ofPlain(manifests: readonly Manifest[]): readonly Group[] {
    const plain = manifests.filter(({ overlay, world }) => overlay === undefined && world === undefined);
    const used = new Set(plain.flatMap((manifest) => this.foldersOnPathTo(folderOf(manifest)).map(({ group }) => group)));
    return this.all().filter((group) => used.has(group));
  }

  all(): readonly Group[] {
    return [...new Set([...this.#byParent.values()].flatMap((known) => [...known.values()]))];
  }
}
