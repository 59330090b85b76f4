import { isDeepStrictEqual } from 'node:util';
import type { SourceRange } from '../../../../finding.ts';
import { childPointer, pointerKeys } from '../../../../fleet/json/json-pointer.ts';
import { field } from '../../../../fleet/json/json.ts';
import type { KubeObject } from '../../../../fleet/kubernetes/object.ts';
import { locateInSource } from './locate-in-source.ts';
import type { PatchedValue } from './patches-of.ts';

/**
 * The place in a patch of a kustomization that sets the value at a pointer of a rendered object. `undefined` if no patch sets this value. If
 * several do, the last one of the outermost kustomization, which is applied last.
 */
export function locateInPatch(
  rendered: KubeObject,
  patches: readonly PatchedValue[],
  pointer: string,
  part?: 'key' | 'value',
): SourceRange | undefined {
  return lastPlace(rendered, patches, (patch) => (patch.removes === true ? undefined : placeIn(rendered, patch, pointer, part)));
}

/** The place in a patch that removes the value at a pointer, which the rendered object does not have. */
export function locateRemoval(rendered: KubeObject, patches: readonly PatchedValue[], pointer: string): SourceRange | undefined {
  return lastPlace(rendered, patches, (patch) => removalIn(patch, pointer));
}

function lastPlace(
  rendered: KubeObject,
  patches: readonly PatchedValue[],
  placeOf: (patch: PatchedValue) => SourceRange | undefined,
): SourceRange | undefined {
  const found = patches.flatMap((patch) => {
    const place = allows(patch.kind, rendered.kind) ? placeOf(patch) : undefined;
    return place === undefined ? [] : [{ patch, place }];
  });
  if (found.length < 2) return found[0]?.place;
  const named = found.filter(({ patch }) => allows(patch.name, rendered.metadata.name));
  return named.findLast(({ place }) => place.file === named[0]?.place.file)?.place;
}

function removalIn({ path, value, removes, locate }: PatchedValue, pointer: string): SourceRange | undefined {
  const keys = pointerKeys(pointer);
  if (!path.every((key, index) => key === keys[index])) return undefined;
  if (removes === true) return locate('');
  const below = keys.slice(path.length);
  for (let length = 0; length <= below.length; length += 1) {
    const there = below.slice(0, length);
    const part = field(value, ...there);
    if (part === null || field(part, '$patch') !== undefined) return locate(there.reduce(childPointer, ''));
    // An operation of a JSON patch sets a value without it.
    if (part === undefined) return path.length === 0 ? undefined : locate(there.slice(0, -1).reduce(childPointer, ''));
  }
  return undefined;
}

/** A pattern that is more than a word may match. */
function allows(pattern: string | undefined, text: string): boolean {
  return pattern === undefined || !/^[\w-]+$/.test(pattern) || pattern === text;
}

function placeIn(rendered: KubeObject, patch: PatchedValue, pointer: string, part?: 'key' | 'value'): SourceRange | undefined {
  const { path, value } = patch;
  const keys = pointerKeys(pointer);
  const [first] = keys;
  if (first === undefined || keys.length < path.length) return undefined;
  if (path.length === 0 && field(value, first) === undefined) return undefined;
  const within = keys.slice(0, path.length);
  const there = field(rendered, ...within);
  // Operations before or after it may have moved an item of a list.
  const isItem = Array.isArray(field(rendered, ...within.slice(0, -1))) && isDeepStrictEqual(there, value);
  const isThere = within.every((key, index) => key === path[index] || (isItem && index === path.length - 1));
  if (!isThere) return undefined;
  const rest = pointer.split('/').slice(path.length + 1);
  return locateInSource(there, [{ object: value, locate: patch.locate }], rest.map((key) => `/${key}`).join(''), part);
}
