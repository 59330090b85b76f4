import { isDeepStrictEqual } from 'node:util';
import type { SourceRange } from '../../../../finding.ts';
import { field, isObject } from '../../../../fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../../../fleet/kubernetes/object.ts';
import { childPointer, pointerKeys } from '../../../../fleet/json/json-pointer.ts';
import type { Manifest } from '../../../world/manifest.ts';

/**
 * The manifest from which a rendered object was made: of the same kind, with the same name, or with a name to which a prefix or suffix was
 * added. `undefined` if none or several match.
 */
export function sourceOf({ apiVersion, kind, metadata: { name } }: KubeObject, candidates: readonly Manifest[]): Manifest | undefined {
  const ofKind = candidates.filter(({ object }) => object.kind === kind && groupOf(object.apiVersion) === groupOf(apiVersion));
  const named = ofKind.filter(({ object }) => object.metadata.name === name);
  if (named.length > 0) return onlyOne(named);
  if (ofKind.length === 1) return ofKind[0];
  const within = ofKind.filter(({ object }) => object.metadata.name !== '' && name.includes(object.metadata.name));
  const longest = Math.max(...within.map(({ object }) => object.metadata.name.length));
  return onlyOne(within.filter(({ object }) => object.metadata.name.length === longest));
}

/** A value of which a rendered object, or a part of it, was made. */
interface Source {
  readonly object: unknown;
  readonly locate: Manifest['locate'];
}

/**
 * The position of a pointer of a rendered object in one of its source manifests: the first with the same value there. `undefined` if there
 * is none, because a patch or a transformer made the value.
 */
export function locateInSource(
  rendered: unknown,
  sources: readonly Source[],
  pointer: string,
  part?: 'key' | 'value',
): SourceRange | undefined {
  const steps = [...pointerKeys(pointer)];
  // A missing field is located at its parent.
  while (steps.length > 0 && field(rendered, ...steps) === undefined) steps.pop();
  const value = field(rendered, ...steps);
  for (const source of sources) {
    const there = stepsIn(source.object, rendered, steps);
    if (there === undefined || !hasSameValue(field(source.object, ...there), value)) continue;
    const missing = pointerKeys(pointer).slice(steps.length);
    return source.locate([...there, ...missing].reduce(childPointer, ''), part);
  }
  return undefined;
}

/** A mapping may have been patched inside and is still the same; an item of a list is identified only by its content. */
function hasSameValue(there: unknown, here: unknown): boolean {
  if (isObject(there) && isObject(here)) return true;
  return (Array.isArray(there) && Array.isArray(here)) || isDeepStrictEqual(there, here);
}

/** The path to the same value in the source: items of lists may have moved. */
function stepsIn(source: unknown, rendered: unknown, steps: readonly string[]): readonly string[] | undefined {
  const there: string[] = [];
  let [from, to]: readonly unknown[] = [source, rendered];
  for (const step of steps) {
    const item = field(to, step);
    const at = Array.isArray(from) ? indexOf(from, item, Number(step)) : step;
    if (at === undefined || field(from, at) === undefined) return undefined;
    there.push(at);
    [from, to] = [field(from, at), item];
  }
  return there;
}

function indexOf(list: readonly unknown[], item: unknown, index: number): string | undefined {
  if (isDeepStrictEqual(list[index], item)) return String(index);
  const found = list.findIndex((other) => isDeepStrictEqual(other, item));
  if (found >= 0) return String(found);
  const name = field(item, 'name');
  const namesake = list.findIndex((other) => name !== undefined && field(other, 'name') === name);
  return namesake >= 0 ? String(namesake) : undefined;
}

function onlyOne<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}
