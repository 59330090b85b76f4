import { groupOf } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from './identity.ts';
import type { Manifest } from './manifest.ts';
import { oncePerWorld } from './once-per-world.ts';
import type { World } from './world.ts';

/** The first manifest that declares the same object with the same content; the manifest itself if there is no earlier one. */
export function firstCopyOf(manifest: Manifest, world: World): Manifest {
  const { apiVersion, ...ref } = manifestRef(manifest);
  const declared = world.find({ group: groupOf(apiVersion), ...ref });
  const [first] = declared;
  if (first === undefined || declared.length === 1) return manifest;
  return firstCopies(first, world).get(manifest) ?? manifest;
}

/** For each manifest of the object of this one. */
const firstCopies = oncePerWorld((manifest, world): ReadonlyMap<Manifest, Manifest> => {
  const { apiVersion, ...ref } = manifestRef(manifest);
  const declared = world.find({ group: groupOf(apiVersion), ...ref });
  const same = Map.groupBy(declared, (copy) => `${world.partOf(copy)} ${contentOf(copy)}`);
  return new Map(
    [...same.values()].flatMap((copies) => copies.flatMap((copy) => copies.slice(0, 1).map((first) => [copy, first] as const))),
  );
});

/** All that an answer about a manifest can depend on, but not its file. */
function contentOf({ object, namespace, unresolved, generated, overlay, world, changedBy, onHub }: Manifest): string {
  return JSON.stringify([object, namespace, unresolved, [...(generated ?? [])], overlay, world, changedBy, onHub]);
}
