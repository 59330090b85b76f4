import { once } from '../../../../fleet/memo/once.ts';
import type { HubWorld } from '../../../world/hub-world.ts';
import type { Manifest } from '../../../world/manifest.ts';
import { hubsOfManifests } from '../hubs-of-manifests.ts';

/** Finds the ConfigMap of a name in the namespace of a Kustomization; `undefined` if it is not known which one it is. */
export type FindConfigMap = (kustomization: Manifest, name: string) => Manifest | undefined;

/**
 * Each hub may have a ConfigMap of one name: then that on the hub of the Kustomization counts. One that is certainly for another hub does not.
 * @param worlds see `worldsWithDeployers`
 */
export function configMapFinder(manifests: readonly Manifest[], worlds: () => readonly HubWorld[]): FindConfigMap {
  const hubs = once(() => hubsOfManifests(manifests, worlds()));
  return (kustomization, name) => {
    const found = manifests.filter(
      ({ object, namespace }) => object.kind === 'ConfigMap' && object.metadata.name === name && namespace === kustomization.namespace,
    );
    if (found.length === 0) return undefined;
    const [hub, ...others] = hubs().of(kustomization);
    if (hub === undefined || others.length > 0) return onlyOne(found);
    const beside = found.filter((each) => hubs().of(each).has(hub));
    return onlyOne(beside.length > 0 ? beside : found.filter((each) => !hubs().isElsewhere(each, hub)));
  };
}

function onlyOne([first, ...others]: readonly Manifest[]): Manifest | undefined {
  return others.length === 0 ? first : undefined;
}
