import type { Manifest } from '../world/manifest.ts';
import type { ReadResult } from '../read/read-result.ts';
import { AS_FILES, deployedPlace, worldFinder, overlaysOf } from '../world/hub-world.ts';
import type { HubFolders } from './hub-folders.ts';
import { ANY_BEFORE, AS_BEFORE } from './match-findings.ts';
import { newlySelectedFiles } from './newly-selected.ts';
import { isAsFilesKey, isOverlayKey, NO_PART, partKey, separateFolders } from './tree-parts.ts';

/** The place of an entry of a report; `rendered` names its overlays. */
export interface Place {
  readonly file: string;
  readonly rendered?: { readonly overlays: readonly string[] };
  readonly object?: unknown;
}

/** Starts the hub of a file that no overlay and no deployer brings, in a tree that shows what is brought. */
const LEFT_OUT = 'left out of ';

/** Whether no overlay and no deployer is known to bring a place of the base. */
export function isOfNoOverlay(hubs: readonly string[]): boolean {
  return hubs.every((hub) => hub === ANY_HUB || hub.startsWith(LEFT_OUT));
}

export const ANY_HUB = NO_PART;
/** No entry of the base has it. */
const NOWHERE = 'nowhere';
/** A folder or overlay that only one of the two trees has: it may be new or renamed. */
const RENAMED = '?';

/**
 * The hubs of entries in a tree and in its base. A hub is an overlay, the folder for one hub or what a deployer brings to one; `ANY_HUB` if
 * none of these is known. An entry has at least one. Entries without a counterpart are reported twice, with the same text. A file may have
 * moved to another overlay since.
 */
export interface Hubs {
  /** For each hub of an entry, the hubs that it may have had in the base; the most likely first. */
  readonly head: (place: Place) => readonly (readonly string[])[];
  readonly base: (place: Place) => readonly string[];
  /** The name of a file before it was moved. */
  readonly fileBefore: (file: string) => string;
  /** For a part of the tree, by its key. */
  readonly ofPart: Record<'head', (key: string) => readonly string[]> & Record<'base', (key: string) => string>;
}

type Tree = Pick<ReadResult, 'manifests' | 'notEvaluated' | 'texts' | 'built' | 'worlds' | 'deployers' | 'wereParts'>;

/** For a tree and its base. */
export function hubsBetween(head: Tree, base: Tree): Hubs {
  const folders = separateFolders(head.manifests, base.manifests);
  /** An overlay that could not be rendered appears only in the entries that were not evaluated. */
  const hubsIn = ({ manifests, notEvaluated }: Tree): ReadonlySet<string> => {
    const left = notEvaluated.flatMap(({ file, rendered }) => (rendered?.overlays ?? []).map((overlay) => ({ file, overlay })));
    return new Set([...manifests, ...left].map((each) => partKey(each, folders)));
  };
  const [now, before] = [hubsIn(head), hubsIn(base)];
  const isInBoth = (key: string): boolean => key === ANY_HUB || (now.has(key) && before.has(key));
  const ofPart = (key: string): string => (isInBoth(key) ? key : RENAMED);
  const isSelectedNow = newlySelectedFiles(head, base);
  const [placesNow, placesBefore] = [placesIn(head, folders), placesIn(base, folders)];
  const earlier = (key: string, { status, isBelowKustomization }: PlaceInTree): readonly string[] => {
    // The same files, as the base had them, are also in a kustomization or chart of the change.
    if (isAsFilesKey(key)) return [AS_BEFORE];
    if (status === 'left out') return [`${LEFT_OUT}${key}`, ANY_BEFORE];
    // What is for one hub now may have been for any hub.
    if (key === ANY_HUB) return [key, RENAMED, ...(status === 'open' ? [`${LEFT_OUT}${key}`] : [])];
    if (isInBoth(key)) return isOverlayKey(key) ? [key] : [key, ANY_HUB];
    // A new kustomization for plain files changes nothing in them.
    return isBelowKustomization || !isOverlayKey(key) ? [RENAMED, ANY_HUB] : [RENAMED];
  };
  return {
    ofPart: { head: (key) => (key === ANY_HUB ? [key, RENAMED] : [ofPart(key), ANY_HUB]), base: ofPart },
    head: (place) => {
      if (place.object === undefined && isSelectedNow(place.file)) return [[NOWHERE]];
      const found = placesNow(place);
      return found.keys.map((key) => earlier(key, found));
    },
    base: (place) => {
      const { keys, status } = placesBefore(place);
      return status === 'left out' ? keys.map((key) => `${LEFT_OUT}${key}`) : keys.map(ofPart);
    },
    fileBefore: movedFiles(head.texts, base.texts),
  };
}

interface PlaceInTree {
  readonly keys: readonly string[];
  /** `open`: nothing shows what is deployed. */
  readonly status: 'brought' | 'left out' | 'open';
  readonly isBelowKustomization: boolean;
}

function placesIn(
  { manifests, built, worlds = [], deployers = worlds, wereParts = [] }: Tree,
  folders: HubFolders,
): (place: Place) => PlaceInTree {
  const listed = overlaysOfFiles(manifests);
  const ofKustomizations = new Set([...(built?.roots ?? []), ...(built?.bases ?? [])]);
  const overlays = new Set([...overlaysOf(manifests), ...(built?.roots ?? [])]);
  const [known, worldOf, deployedBy] = [worldsOfPlaces(manifests), worldFinder(worlds, overlays), worldFinder(deployers, overlays)];
  const isAsFile = checkedAsFiles(manifests);
  return ({ file, rendered, object }) => {
    if (rendered === undefined && object !== undefined && isAsFile(file)) {
      const keys = [partKey({ file, world: AS_FILES }, folders)];
      return { keys, status: 'brought', isBelowKustomization: true };
    }
    const { overlays: users = built?.users(file) ?? [] } = rendered?.overlays.length === 0 ? {} : (rendered ?? {});
    const all = users.length === 0 ? (listed.get(file) ?? []) : users;
    const names = all.filter((overlay) => !wereParts.includes(deployedPlace({ overlay, file })));
    const places = names.length === 0 ? [{ file }] : names.map((overlay) => ({ file, overlay }));
    const isBelowKustomization = built === undefined || foldersAbove(file).some((folder) => ofKustomizations.has(folder));
    const isBrought = names.length > 0 || deployedBy({ file }) !== undefined;
    const isKnown = built !== undefined && (isBelowKustomization || deployers.length > 0);
    const keys = places.map((place) => {
      const world = known(place) ?? worldOf(place);
      return partKey({ ...place, ...(world === undefined ? {} : { world }) }, folders);
    });
    return { keys, status: isBrought ? 'brought' : isKnown ? 'left out' : 'open', isBelowKustomization };
  };
}

/** Returns whether all that is judged of a file as it is written is in the world of files that a kustomization of the change uses. */
function checkedAsFiles(manifests: Tree['manifests']): (file: string) => boolean {
  const [kept, others] = [new Set<string>(), new Set<string>()];
  for (const { file, world, rendered } of manifests) if (rendered === undefined) (world === AS_FILES ? kept : others).add(file);
  return (file) => kept.has(file) && !others.has(file);
}

/** The folders that contain a file; the working directory is the empty text. */
function foldersAbove(file: string): readonly string[] {
  return file.split('/').map((_, index, names) => names.slice(0, index).join('/'));
}

/** The world of an overlay, or of a file that is in none. */
function worldsOfPlaces(manifests: Tree['manifests']): (place: Pick<Manifest, 'file' | 'overlay'>) => string | undefined {
  const nameOf = ({ file, overlay }: Pick<Manifest, 'file' | 'overlay'>): string =>
    overlay === undefined ? `file ${file}` : `overlay ${overlay}`;
  const known = new Map(
    manifests.flatMap((manifest) => (manifest.world === undefined ? [] : [[nameOf(manifest), manifest.world] as const])),
  );
  return (place) => known.get(nameOf(place));
}

/** Files that only one overlay lists and that were not rendered: entries for such a file do not name the overlay. */
function overlaysOfFiles(manifests: Tree['manifests']): ReadonlyMap<string, readonly string[]> {
  return new Map(
    manifests.flatMap(({ file, overlay, rendered }) =>
      overlay === undefined || rendered !== undefined ? [] : [[file, [overlay]] as const],
    ),
  );
}

/**
 * The previous name of a file: if only the head has the file, the name of a file with exactly the same text that only the base has. All
 * other files keep their names. It is used only for entries about files, because objects are identified by name.
 */
function movedFiles(
  head: ReadonlyMap<string, string> | undefined,
  base: ReadonlyMap<string, string> | undefined,
): (file: string) => string {
  if (head === undefined || base === undefined) return (file) => file;
  const known = new Map<string, string>();
  let gone: Map<string, string[]> | undefined;
  const before = (file: string): string => {
    const text = base.get(file) === undefined ? head.get(file) : undefined;
    if (text === undefined) return file;
    gone ??= Map.groupBy(
      [...base.keys()].filter((name) => head.get(name) === undefined),
      (name) => base.get(name) ?? '',
    );
    return gone.get(text)?.shift() ?? file;
  };
  return (file) => {
    const name = known.get(file) ?? before(file);
    known.set(file, name);
    return name;
  };
}
