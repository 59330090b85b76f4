import { deployedPlace, foldersAround } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';

/**
 * Marks what is in one of several places of which a command takes one at a time, if most objects are in each of them: these are forms of one
 * thing, such as for an environment each. Other places, such as an application each, are for one hub.
 * @param choices the places of each such command, by name
 */
export function withChoices(manifests: readonly Manifest[], choices: readonly (readonly string[])[]): readonly Manifest[] {
  const chosen = new Map<Manifest, Map<string, string>>();
  const byPlace = inPlaces(manifests, new Set(choices.flat()));
  // Several commands may take one of the same places.
  const different = new Map(choices.map((places) => [places.join('\0'), new Set(places)]));
  for (const [index, places] of [...different.values()].entries()) {
    const forms: { readonly name: string; readonly keys: ReadonlySet<string> }[] = [];
    for (const place of places) {
      const inside = byPlace.get(place) ?? [];
      const keys = new Set(inside.filter(({ object }) => object.kind !== 'Namespace').map(keyOfManifest));
      if (keys.size === 0) continue;
      const { name } = forms.find((form) => areAlike(form.keys, keys)) ?? { name: `${String(index)} ${place}` };
      forms.push({ name, keys });
      for (const manifest of inside) chosen.set(manifest, (chosen.get(manifest) ?? new Map<string, string>()).set(name, place));
    }
  }
  return chosen.size === 0
    ? manifests
    : manifests.map((manifest) => {
        const own = chosen.get(manifest);
        return own === undefined ? manifest : { ...manifest, chosen: own };
      });
}

function inPlaces(manifests: readonly Manifest[], places: ReadonlySet<string>): ReadonlyMap<string, readonly Manifest[]> {
  if (places.size === 0) return new Map();
  const found = manifests.flatMap((manifest) =>
    [...foldersAround(deployedPlace(manifest))].filter((folder) => places.has(folder)).map((place) => ({ place, manifest })),
  );
  return new Map([...Map.groupBy(found, ({ place }) => place)].map(([place, all]) => [place, all.map(({ manifest }) => manifest)]));
}

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.intersection(other).size * 2 > Math.max(one.size, other.size);
}
