import type { Manifest } from './manifest.ts';
import { foldersApart } from './tree-parts.ts';

/** Where something stands that is told of a tree; `rendered` names the overlays it was found in. */
export interface Place {
  readonly file: string;
  readonly rendered?: { readonly overlays: readonly string[] };
}

/**
 * What something is for: overlays, or the folder for one hub that it stands in. Never empty: `ANY_HUB` where nothing tells. Two that
 * have no counterpart are told twice, by one text.
 */
export type HubsOf = (place: Place) => readonly string[];

export const ANY_HUB = '';
/** A folder or an overlay that only one of the two trees has: it may be new, or have got another name. */
const RENAMED = '?';

/** Where else something may have stood before. What was for any hub may be for one now, and what was in a folder that is gone, for any. */
export function hubBefore(hub: string): string {
  return hub === ANY_HUB ? RENAMED : ANY_HUB;
}

/** For a tree and what it was before. */
export function hubsOfPlaces(head: readonly Manifest[], base: readonly Manifest[]): HubsOf {
  const folders = foldersApart(head, base);
  const hubOf = ({ file, overlay }: Pick<Manifest, 'file' | 'overlay'>): string => {
    const folder = folders.of({ file });
    if (overlay !== undefined) return `overlay ${overlay}`;
    return folder === undefined ? ANY_HUB : `folder ${folder}`;
  };
  const [now, before] = [new Set(head.map(hubOf)), new Set(base.map(hubOf))];
  const known = (hub: string): string => (hub === ANY_HUB || (now.has(hub) && before.has(hub)) ? hub : RENAMED);
  return ({ file, rendered }) => {
    const overlays = rendered?.overlays ?? [];
    return overlays.length === 0 ? [known(hubOf({ file }))] : overlays.map((overlay) => known(hubOf({ file, overlay })));
  };
}
