import { missingKind } from '../answers/missing-kind.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';
import { placementsMaybeSending } from '../placing/placements-of-object.ts';

/** The placements of the object that was meant by a kind that no hub has: a Namespace of a misspelt kind is not selected, nor is anything in it. */
export function placementsOfMeant(manifest: Manifest, world: World): readonly Manifest[] {
  const meant = missingKind(manifest.object, world)?.meant;
  if (meant === undefined) return [];
  const { group, kind, namespaced } = meant;
  const { name, namespace } = manifestRef(manifest);
  const ref = { group, kind, name, ...(namespaced && namespace !== undefined ? { namespace } : {}) };
  return placementsMaybeSending(ref, world);
}
