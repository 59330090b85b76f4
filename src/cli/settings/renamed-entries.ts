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
  /** The folder in the base, or its files with values. */
  readonly from: string;
  /** The folder now, or the chart and its files with values. */
  readonly to: string;
}

/**
 * The entries of `render` of a change that are entries of the base with another folder or other names of files with values, because the change
 * renames these. All else of them is that of the base, so that the change selects none.
 */
export function renamedEntries(base: FoundConfig, own: FoundConfig): readonly RenamedEntry[] {
  if (base.folder !== own.folder) return [];
  const isThere = existsIn(base);
  const had = base.render ?? [];
  const kept = new Set(had.map(entryDirectory));
  const gone = had.filter((entry) => !isThere(entryDirectory(entry)));
  const lacking = had.filter(({ values = [] }) => !values.every(isThere));
  return newEntries(base, own).flatMap((entry): readonly RenamedEntry[] => {
    if (!kept.has(entryDirectory(entry))) {
      const before = gone.find((each) => isDeepStrictEqual(withoutFolder(each), withoutFolder(entry)));
      return before === undefined ? [] : [{ entry, from: entryDirectory(before), to: entry.path }];
    }
    const before = lacking.find((each) => isSame(withValuesOf(each, entry), entry) && areRenamed(each, entry, isThere));
    if (before === undefined) return [];
    return [{ entry: { ...entry, mayBeGone: true }, from: valuesOf(before), to: `${entry.path} with ${valuesOf(entry)}` }];
  });
}

/** The configuration of a base, in which the entries of `render` are marked that the change removes, or replaces by `renamed` ones. */
export function withGoneEntries(base: FoundConfig, own: FoundConfig, renamed: readonly RenamedEntry[]): FoundConfig {
  const { render } = base;
  if (render === undefined || base.folder !== own.folder) return base;
  // Any other new entry may be the same release with other values.
  const replaced = new Set(
    newEntries(base, own)
      .filter((entry) => !renamed.some((each) => isSame(each.entry, entry)))
      .map(entryDirectory),
  );
  const isGone = (entry: RenderEntry): boolean =>
    !replaced.has(entryDirectory(entry)) && !(own.render ?? []).some((each) => isSame(each, entry));
  return { ...base, render: render.map((entry) => (isGone(entry) ? { ...entry, mayBeGone: true } : entry)) };
}

/** Those that the base does not have. */
function newEntries({ render: had = [] }: FoundConfig, { render = [] }: FoundConfig): readonly RenderEntry[] {
  return render.filter((entry) => !had.some((each) => isSame(each, entry)));
}

function existsIn({ folder }: FoundConfig): (name: string) => boolean {
  return (name) => existsSync(resolve(folder, name));
}

/** Whether two entries differ at most by their places. */
function isSame(
  { place: _one, mayBeGone: _gone, ...entry }: RenderEntry,
  { place: _other, mayBeGone: _was, ...other }: RenderEntry,
): boolean {
  return isDeepStrictEqual(entry, other);
}

/** Whether each file with values is that of the base, or has the place of one that is gone. */
function areRenamed({ values: before = [] }: RenderEntry, { values: now = [] }: RenderEntry, isThere: (name: string) => boolean): boolean {
  return before.length === now.length && before.every((name, index) => name === now[index] || !isThere(name));
}

function withValuesOf({ values: _values, ...theirs }: RenderEntry, { values }: RenderEntry): RenderEntry {
  return values === undefined ? theirs : { ...theirs, values };
}

function valuesOf({ values = [] }: RenderEntry): string {
  return values.join(', ');
}

/** An entry without its place, its folder, and the folder in the names of its values. */
function withoutFolder(entry: RenderEntry): object {
  const { place: _place, mayBeGone: _gone, path: _path, values = [], ...rest } = entry;
  const folder = entryDirectory(entry);
  const names = values.map((value) => joinPath('', value));
  return { ...rest, values: names.map((name) => (isAtOrBelow(name, folder) ? { inside: name.slice(folder.length) } : name)) };
}
