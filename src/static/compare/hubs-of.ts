import type { Manifest } from '../world/manifest.ts';
import type { ReadResult } from '../read/read-result.ts';
import { separateFolders, NO_PART, partKey } from './tree-parts.ts';

/** The place of an entry of a report; `rendered` names its overlays. */
export interface Place {
  readonly file: string;
  readonly rendered?: { readonly overlays: readonly string[] };
}

/**
 * The overlays of an entry, or its folder for one hub. Never empty: `ANY_HUB` if neither is known. Entries without a counterpart are
 * reported twice, with the same text.
 */
export type HubsOf = (place: Place) => readonly string[];

export const ANY_HUB = NO_PART;
/** A folder or overlay that only one of the two trees has: it may be new or renamed. */
const RENAMED = '?';

/**
 * The hub that an entry may have had before. An entry for any hub may now be for one hub. An entry of a deleted folder may now be for any
 * hub.
 */
export function hubBefore(hub: string): string {
  return hub === ANY_HUB ? RENAMED : ANY_HUB;
}

/** The hubs of entries in a tree and in its base. A file may have moved to another overlay since. */
export interface Hubs {
  readonly head: HubsOf;
  readonly base: HubsOf;
  /** The name of a file before it was moved. */
  readonly fileBefore: (file: string) => string;
  /** For a part of the tree, by its key. */
  readonly ofPart: (key: string) => string;
}

type Tree = Pick<ReadResult, 'manifests' | 'notEvaluated' | 'texts'>;

/** For a tree and its base. */
export function hubsBetween(head: Tree, base: Tree): Hubs {
  const folders = separateFolders(head.manifests, base.manifests);
  /** An overlay that could not be rendered appears only in the entries that were not evaluated. */
  const hubsIn = ({ manifests, notEvaluated }: Tree): ReadonlySet<string> => {
    const left = notEvaluated.flatMap(({ file, rendered }) => (rendered?.overlays ?? []).map((overlay) => ({ file, overlay })));
    return new Set([...manifests, ...left].map((each) => partKey(each, folders)));
  };
  const [now, before] = [hubsIn(head), hubsIn(base)];
  const ofPart = (key: string): string => (key === ANY_HUB || (now.has(key) && before.has(key)) ? key : RENAMED);
  const placesIn = ({ manifests }: Tree): HubsOf => {
    const listed = overlaysOfFiles(manifests);
    const worlds = worldsOfPlaces(manifests);
    return ({ file, rendered }) => {
      const overlays = rendered?.overlays ?? listed.get(file) ?? [];
      const places = overlays.length === 0 ? [{ file }] : overlays.map((overlay) => ({ file, overlay }));
      return places.map((place) => ofPart(partKey({ ...place, ...worlds(place) }, folders)));
    };
  };
  return { ofPart, head: placesIn(head), base: placesIn(base), fileBefore: movedFiles(head.texts, base.texts) };
}

/** The world of an overlay, or of a file that is in none. */
function worldsOfPlaces(manifests: Tree['manifests']): (place: Pick<Manifest, 'file' | 'overlay'>) => Pick<Manifest, 'world'> {
  const nameOf = ({ file, overlay }: Pick<Manifest, 'file' | 'overlay'>): string =>
    overlay === undefined ? `file ${file}` : `overlay ${overlay}`;
  const known = new Map(
    manifests.flatMap((manifest) => (manifest.world === undefined ? [] : [[nameOf(manifest), manifest.world] as const])),
  );
  return (place) => {
    const world = known.get(nameOf(place));
    return world === undefined ? {} : { world };
  };
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
