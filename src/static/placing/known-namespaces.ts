import { oncePer } from '../../fleet/memo/once-per.ts';
import { manifestContent } from '../world/manifest-content.ts';
import { clusterPlacements } from '../world/placements.ts';
import { selectorsOf } from '../world/selectors.ts';
import type { World } from '../world/world.ts';

/** The names of the Namespaces that are among the manifests. */
export const declaredNamespaces = oncePer(
  (world: World): ReadonlySet<string> =>
    new Set(
      manifestContent(world)
        .ofKind('', 'Namespace')
        .map(({ ref }) => ref.name),
    ),
);

/** The names of the Namespaces that placements select by name. */
export const selectedNamespaces = oncePer(
  (world: World): ReadonlySet<string> =>
    new Set(
      clusterPlacements(world)
        .flatMap((placement) => selectorsOf(placement, world))
        .flatMap(({ reach, name }) => (reach.kind === 'namespaces' && name !== '' ? [name] : [])),
    ),
);
