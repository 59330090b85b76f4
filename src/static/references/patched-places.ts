import { isUnder } from '../../fleet/json-pointer.ts';
import { oncePer } from '../../fleet/once-per.ts';
import { overridesOf, overridesOn } from '../../schedule/override/placement-overrides.ts';
import { manifestRef } from '../identity.ts';
import { knownApis } from '../known-apis.ts';
import type { Manifest } from '../manifest.ts';
import { oncePerWorld } from '../once-per-world.ts';
import type { World } from '../world.ts';

/** Whether an override of the manifests may put something else at this place on some cluster. */
export function mayBePatched(manifest: Manifest, pointer: string, world: World): boolean {
  return patchedPlaces(manifest, world).some((path) => isUnder(pointer, path) || isUnder(path, pointer));
}

const patchedPlaces = oncePerWorld((manifest: Manifest, world: World): readonly string[] =>
  overridesOn(overridesIn(world), manifestRef(manifest), knownApis(world)).flatMap(({ rules }) =>
    rules.flatMap(({ operations }) => operations.map(({ path }) => path)),
  ),
);

const overridesIn = oncePer((world: World) => overridesOf(world.manifests));
