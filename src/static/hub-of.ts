import type { Manifest } from './manifest.ts';
import { foldersApart } from './tree-parts.ts';

/** Where something stands that is told of a tree; `rendered` names the overlays it was found in. */
export interface Place {
  readonly file: string;
  readonly rendered?: { readonly overlays: readonly string[] };
}

/** The folder for one hub that something stands in; empty where it stands in none. */
export type HubOf = (place: Place) => string;

/** For a tree and what it was before. A folder that only one of them has counts for none: it may be new, or have got another name. */
export function hubOfPlaces(head: readonly Manifest[], base: readonly Manifest[]): HubOf {
  const folders = foldersApart(head, base);
  const foldersOf = (manifests: readonly Manifest[]): ReadonlySet<string | undefined> =>
    new Set(manifests.map((manifest) => folders.of(manifest)));
  const [now, before] = [foldersOf(head), foldersOf(base)];
  return ({ file, rendered }) => {
    const folder = rendered === undefined ? folders.of({ file }) : undefined;
    return folder !== undefined && now.has(folder) && before.has(folder) ? folder : '';
  };
}
