import { fieldsOf } from './facts.ts';
import { fitsScalar } from './scalars.ts';

/** A structure on the way from an object to a value in it: its number, and the key of the value in the structure above. */
export interface Holder {
  readonly at: number;
  readonly path: readonly (string | number)[];
}

/**
 * Where a kind has a field of that name, if it is not at the given place: the nearest places, as reports write them
 * (`spec.template.spec.containers[].env`); empty if the kind has it nowhere. A step into a structure or out of it is one of distance.
 * @param holders the structures around the place, from the object to the one that holds the unknown field
 */
export function placesOfField(name: string, holders: readonly Holder[]): readonly string[] {
  let best: { readonly places: readonly string[]; readonly distance: number } | undefined;
  for (const [up, { at, path }] of holders.toReversed().entries()) {
    if (best !== undefined && best.distance <= up) break;
    const below = nearestBelow(name, at);
    if (below === undefined || (best !== undefined && best.distance <= up + below.depth)) continue;
    best = { places: below.places.map((place) => joined(written(path), place)), distance: up + below.depth };
  }
  return best?.places ?? [];
}

/** The maps of the innermost structure of which an unknown field is likely to be an entry: `matchLabels` for `selector: {app: shop}`. */
export function mapsForEntry(name: string, value: unknown, holders: readonly Holder[]): readonly string[] {
  const holder = holders.at(-1);
  const fields = fieldsOf(holder?.at ?? -1) ?? {};
  const maps = MAPS.filter((map) => {
    const type = Object.hasOwn(fields, map) ? fields[map] : undefined;
    if (type === '{q') return RESOURCE.test(name) && fitsScalar(value, 'q');
    return type === '{s' && typeof value === 'string';
  });
  return maps.map((map) => joined(written(holder?.path ?? []), map));
}

/** The maps of a structure whose entries are its main content. */
const MAPS = ['matchLabels', 'limits', 'requests', 'hard', 'stringData', 'data', 'labels'] as const;

/** The names of resources that every cluster has, and of extended resources. */
const RESOURCE = /^(?:cpu|memory|storage|pods|ephemeral-storage|hugepages-[^/]*|[^/]+\/[^/]+)$/;

/**
 * The places of the field in the nearest structures at or below a structure. If some of them are in fields that an object must have, only
 * those: an image is one of a container rather than of an init container.
 */
function nearestBelow(name: string, from: number): { readonly places: readonly string[]; readonly depth: number } | undefined {
  const seen = new Set([from]);
  let level: readonly { readonly at: number; readonly place: string; readonly isRequired: boolean }[] = [
    { at: from, place: '', isRequired: false },
  ];
  for (let depth = 0; level.length > 0; depth += 1) {
    const holders = level.filter(({ at }) => Object.hasOwn(fieldsOf(at) ?? {}, name));
    const required = holders.filter(({ isRequired }) => isRequired);
    const meant = (required.length > 0 ? required : holders).map(({ place }) => joined(place, name));
    if (meant.length > 0) return { places: meant.slice(0, MOST_PLACES), depth };
    for (const { at } of level) seen.add(at);
    level = level.flatMap(({ at, place, isRequired }) =>
      // Of metadata, only its own fields are meant.
      /(?:^|\.)metadata$/.test(place)
        ? []
        : Object.entries(fieldsOf(at) ?? {}).flatMap(([key, type]) => {
            const [, mark, list, inner] = /^(!?)(\[?)!?(\d+)$/.exec(type) ?? [];
            if (inner === undefined || seen.has(Number(inner))) return [];
            return [
              { at: Number(inner), place: joined(place, `${key}${list === '' ? '' : '[]'}`), isRequired: isRequired || mark === '!' },
            ];
          }),
    );
  }
  return undefined;
}

const MOST_PLACES = 3;

/** Positions in lists are written, because the field belongs to the same entry. */
function written(path: Holder['path']): string {
  return path.reduce<string>(
    (before, key) => (typeof key === 'number' ? `${before}[${String(key)}]` : before === '' ? key : `${before}.${key}`),
    '',
  );
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('.');
}
