import { listAt, stringAt } from '../../fleet/json/json.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';
import { placementsSending } from './placements-of-object.ts';

/** The first placement that brings an object of the manifests that the override selects. */
export function placerOfOverride({ object, namespace }: Manifest, world: World): string | undefined {
  for (const field of ['resourceSelectors', 'clusterResourceSelectors'])
    for (const selector of listAt(object, 'spec', field)) {
      const [group = '', kind = '', name = ''] = ['group', 'kind', 'name'].map((word) => stringAt(selector, word));
      const ref = field === 'resourceSelectors' && namespace !== undefined ? { group, kind, name, namespace } : { group, kind, name };
      const [placement] = world.find(ref).flatMap((manifest) => placementsSending(manifest, world));
      if (placement !== undefined) return displayName(manifestRef(placement));
    }
  return undefined;
}
