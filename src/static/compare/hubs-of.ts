import { movedFiles } from './moved-files.ts';
import type { ReadResult } from '../read/read-result.ts';
import { separateFolders, NO_PART, partKey } from './tree-parts.ts';

/** Where something stands that is told of a tree; `rendered` names the overlays it is in. */
export interface Place {
  readonly file: string;
  readonly rendered?: { readonly overlays: readonly string[] };
}

/**
 * What something is for: overlays, or the folder for one hub that it stands in. Never empty: `ANY_HUB` if nothing tells. Two that
 * have no counterpart are told twice, by one text.
 */
export type HubsOf = (place: Place) => readonly string[];

export const ANY_HUB = NO_PART;
/** A folder or an overlay that only one of the two trees has: it may be new, or have got another name. */
const RENAMED = '?';

/** Where else something may have stood before. What was for any hub may be for one now, and what was in a folder that is gone, for any. */
export function hubBefore(hub: string): string {
  return hub === ANY_HUB ? RENAMED : ANY_HUB;
}

/** What is for which hub in a tree and what it was before. A file may have come into another overlay since. */
export interface Hubs {
  readonly head: HubsOf;
  readonly base: HubsOf;
  /** What a file was called before it was moved. */
  readonly fileBefore: (file: string) => string;
  /** Of a part of the tree, by its key. */
  readonly ofPart: (key: string) => string;
}

type Tree = Pick<ReadResult, 'manifests' | 'notEvaluated' | 'texts'>;

/** For a tree and what it was before. */
export function hubsBetween(head: Tree, base: Tree): Hubs {
  const folders = separateFolders(head.manifests, base.manifests);
  /** Of an overlay that could not be rendered only what was not evaluated tells. */
  const hubsIn = ({ manifests, notEvaluated }: Tree): ReadonlySet<string> => {
    const left = notEvaluated.flatMap(({ file, rendered }) => (rendered?.overlays ?? []).map((overlay) => ({ file, overlay })));
    return new Set([...manifests, ...left].map((each) => partKey(each, folders)));
  };
  const [now, before] = [hubsIn(head), hubsIn(base)];
  const ofPart = (key: string): string => (key === ANY_HUB || (now.has(key) && before.has(key)) ? key : RENAMED);
  const placesIn = ({ manifests }: Tree): HubsOf => {
    const listed = overlaysOfFiles(manifests);
    return ({ file, rendered }) => {
      const overlays = rendered?.overlays ?? listed.get(file) ?? [];
      const stands = overlays.length === 0 ? [{ file }] : overlays.map((overlay) => ({ file, overlay }));
      return stands.map((each) => ofPart(partKey(each, folders)));
    };
  };
  return { ofPart, head: placesIn(head), base: placesIn(base), fileBefore: movedFiles(head.texts, base.texts) };
}

/** By files that one overlay alone lists, which nobody rendered: what is told of such a file says nothing of the overlay. */
function overlaysOfFiles(manifests: Tree['manifests']): ReadonlyMap<string, readonly string[]> {
  return new Map(
    manifests.flatMap(({ file, overlay, rendered }) =>
      overlay === undefined || rendered !== undefined ? [] : [[file, [overlay]] as const],
    ),
  );
}
