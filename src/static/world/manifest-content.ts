import { oncePer } from '../../fleet/memo/once-per.ts';
import { hubContent, type HubContent, type Surroundings } from '../../selection/hub-content.ts';
import type { Manifest } from './manifest.ts';
import { isResolved } from './resolved.ts';
import type { World } from './world.ts';

/** All manifests as the hub would have them; an object that is declared several times, perhaps for each environment, occurs as often. */
export const manifestContent = oncePer((world: World): HubContent<Manifest> =>
  hubContent(world.manifests, world.hub?.apis, 'keep all', world.contracts?.definition),
);

/**
 * The facts in the manifests about the surroundings of an object: a Namespace only if it is declared once, with labels that the hub will
 * see.
 */
export const manifestSurroundings = oncePer((world: World): Surroundings => {
  const content = manifestContent(world);
  return {
    apis: content.apis,
    reservedNamespaces: content.reservedNamespaces,
    hasService: (namespace, name) => content.hasService(namespace, name),
    namespace(name) {
      const [manifest, ...others] = world.find({ group: '', kind: 'Namespace', name });
      return manifest !== undefined && others.length === 0 && isResolved(manifest, '/metadata/labels')
        ? content.namespace(name)
        : undefined;
    },
  };
});
