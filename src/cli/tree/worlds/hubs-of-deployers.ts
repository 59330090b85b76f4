import { areOfDifferentHubs, bringersFinder, type HubWorld, keyOfHub } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';

/**
 * The worlds of Flux and Argo CD, by the names of the worlds of scripts that are for the same hub: all that the script brings, or all that
 * the one brings in place of the other, is in one world of Flux and Argo CD. Anything else may be a copy for one more hub.
 * @param isReplaced whether a manifest of both is brought by only one of them now
 */
export function hubsOfDeployers(
  scripts: readonly HubWorld[],
  deployers: readonly HubWorld[],
  manifests: readonly Manifest[],
  isReplaced: (manifest: Manifest) => boolean = () => false,
): ReadonlyMap<string, HubWorld> {
  if (scripts.length === 0 || deployers.length === 0) return new Map();
  const bringing = bringersFinder(deployers, overlaysOf(manifests));
  const ofOneCluster = Map.groupBy(scripts, keyOfHub).values();
  const pairs = [...ofOneCluster].flatMap((all) => {
    const isOfScript = isBroughtBy(all, manifests);
    const own = manifests.filter(isOfScript);
    const names = new Set(own.map(bringing).flatMap((each) => (each.size === 1 ? [...each] : [])));
    const hub = names.size === 1 ? deployers.find(({ name }) => names.has(name)) : undefined;
    if (hub === undefined || all.some((script) => areOfDifferentHubs(script, hub))) return [];
    const isOfHub = (manifest: Manifest): boolean => bringing(manifest).has(hub.name);
    const [both, alone] = [own.filter(isOfHub), own.filter((manifest) => !isOfHub(manifest))];
    const others = manifests.filter((manifest) => isOfHub(manifest) && !isOfScript(manifest));
    const isSame = alone.length === 0 || (both.every(isReplaced) && areOfOneHub(alone, others));
    return isSame ? all.map((script) => ({ script, hub })) : [];
  });
  const isOneHub = (all: typeof pairs): boolean =>
    all.every(({ script }) => !all.some((other) => areOfDifferentHubs(script, other.script)));
  const sure = [...Map.groupBy(pairs, ({ hub }) => hub.name).values()].filter(isOneHub).flat();
  return new Map(sure.map(({ script, hub }) => [script.name, hub]));
}

/** Worlds of scripts, each with the name and the cluster of its hub. */
export function atHubs(worlds: readonly HubWorld[], hubs: ReadonlyMap<string, HubWorld>): readonly HubWorld[] {
  return worlds.map((world) => {
    const hub = hubs.get(world.name);
    return hub === undefined ? world : { ...world, name: hub.name, ...(hub.cluster === undefined ? {} : { cluster: hub.cluster }) };
  });
}

/** Returns whether worlds bring a manifest, also by their loops. */
export function isBroughtBy(worlds: readonly HubWorld[], manifests: readonly Manifest[]): (manifest: Manifest) => boolean {
  const whole = worlds.map((world) => ({ ...world, folders: [...world.folders, ...(world.looped ?? [])] }));
  const bringing = bringersFinder(whole, overlaysOf(manifests));
  return (manifest) => bringing(manifest).size > 0;
}

/** The folders that bring what their kustomization or chart makes. */
export function overlaysOf(manifests: readonly Manifest[]): ReadonlySet<string> {
  return new Set(manifests.flatMap(({ overlay }) => overlay ?? []));
}

/** A hub has an object once. A Namespace may be written in each folder that needs it. */
export function areOfOneHub(some: readonly Manifest[], others: readonly Manifest[]): boolean {
  const keys = new Set(others.map(keyOfManifest));
  return !some.some((manifest) => manifest.object.kind !== 'Namespace' && keys.has(keyOfManifest(manifest)));
}
