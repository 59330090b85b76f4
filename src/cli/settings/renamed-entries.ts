import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { joinPath } from '../../static/read/kustomize/kustomization.ts';
import { isAtOrBelow } from '../../static/read/files/shown-path.ts';
import { entryDirectory } from '../../static/read/render/find-overlays.ts';
import type { RenderEntry } from '../../static/read/render/render-options.ts';
import type { FoundConfig } from './config-file.ts';

interface RenamedEntry {
  readonly entry: RenderEntry;
  /** The folder in the base. */
  readonly from: string;
}

/**
 * The entries of `render` of a change that are entries of the base with another folder, because the change renames it. Their values and
 * arguments are those of the base, so that the change selects none.
 */
export function renamedEntries(base: FoundConfig, own: FoundConfig): readonly RenamedEntry[] {
  if (base.folder !== own.folder) return [];
  const had = base.render ?? [];
  const kept = new Set(had.map(entryDirectory));
  const gone = had.filter((entry) => !existsSync(resolve(base.folder, entryDirectory(entry))));
  return (own.render ?? []).flatMap((entry) => {
    const folder = entryDirectory(entry);
    const before = kept.has(folder) ? undefined : gone.find((each) => isDeepStrictEqual(withoutFolder(each), withoutFolder(entry)));
    return before === undefined ? [] : [{ entry, from: entryDirectory(before) }];
  });
}

/** An entry without its place, its folder, and the folder in the names of its values. */
function withoutFolder(entry: RenderEntry): object {
  const { place: _place, path: _path, values = [], ...rest } = entry;
  const folder = entryDirectory(entry);
  const names = values.map((value) => joinPath('', value));
  return { ...rest, values: names.map((name) => (isAtOrBelow(name, folder) ? { inside: name.slice(folder.length) } : name)) };
}
