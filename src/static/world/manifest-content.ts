import { oncePer } from '../../fleet/memo/once-per.ts';
import { type Entry, hubContent, type HubContent, type Surroundings } from '../../selection/hub-content.ts';
import type { Manifest } from './manifest.ts';
import { isResolved } from './resolved.ts';
import type { World } from './world.ts';

/** All manifests as the hub would have them; an object that is declared several times, perhaps for each environment, occurs as often. */
export const manifestContent = oncePer((world: World): HubContent<Manifest> =>
  hubContent(world.manifests, world.hub?.apis, 'keep all', world.contracts?.definition),
);

/** A manifest as the input of selection; it may be one of the base. */
export function manifestEntry(manifest: Manifest, world: World): Entry<Manifest> {
  return manifestContent(world).entry(manifest);
}

/**
 * The facts in the manifests about the surroundings of an object: a Namespace only if it is declared once, with labels that the hub will
 * see.
 */
export const manifestSurroundings = oncePer((world: World): Surroundings => {
  const content = manifestContent(world);
  const declared = Map.groupBy(content.ofKind('', 'Namespace'), ({ ref }) => ref.name);
  return {
    apis: content.apis,
    reservedNamespaces: content.reservedNamespaces,
    hasService: (namespace, name) => content.hasService(namespace, name),
    namespace(name) {
      const found = declared.get(name);
      const entry = found?.length === 1 ? found[0] : undefined;
      return entry !== undefined && isResolved(entry.item, '/metadata/labels') ? entry : undefined;
    },
  };
});
