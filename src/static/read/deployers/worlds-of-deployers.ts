import path from 'node:path';
import { field } from '../../../fleet/json/json.ts';
import { foldersAround, type HubWorld } from '../../world/hub-world.ts';
import type { Manifest } from '../../world/manifest.ts';
import { deliveriesOf } from './deliveries.ts';
import { type Delivery, deliveryId, isKnownText, OWN } from './delivery.ts';
import { brings, type Brought, clustersOfDeployers, clusterTo } from './deployed-clusters.ts';
import { deployerKind } from './deployer-kind.ts';
import type { GitContent } from './application-sets/generated-parameters.ts';
import { overlayOfDelivery } from './overlay-of-delivery.ts';

/**
 * The content that Flux, and Argo CD's Applications and ApplicationSets, among the manifests deploy to one hub. Those without a
 * destination deploy to their own cluster: see `clustersOfDeployers`. A folder that depends on unknown facts is left out, and so is the top
 * of the repository.
 * @param top the path from the top of the repository to the working directory
 */
export function worldsOfDeployers(manifests: readonly Manifest[], top: string, content: GitContent): DeployersOfTree {
  const { brought, unread } = broughtBy(manifests, top, content);
  return { worlds: hubsOf(brought), unread };
}

/** The same hubs, also with the folders of the Kustomizations of Flux: what is beside one is on its cluster, whatever brings it there. */
export function worldsWithDeployers(manifests: readonly Manifest[], top: string, content: GitContent): readonly HubWorld[] {
  const beside = manifests.flatMap((manifest): readonly Brought[] => {
    const place = placeOf(manifest);
    const brought = { from: place, folder: place, release: place, isDeep: false, destination: OWN };
    return deployerKind(manifest.object) === 'Kustomization' ? [brought] : [];
  });
  return hubsOf([...broughtBy(manifests, top, content).brought, ...beside]);
}

function broughtBy(
  manifests: readonly Manifest[],
  top: string,
  content: GitContent,
): { readonly brought: readonly Brought[]; readonly unread: readonly string[] } {
  const unread = new Set<string>();
  const eachCluster = eachClusterOf(manifests);
  const brought = deliveriesOf(manifests, content).flatMap((delivery): readonly Brought[] => {
    if (delivery.repository !== undefined && content.isOwn(delivery.repository) === false) return [];
    const destination = deployerKind(delivery.manifest.object) === 'ApplicationSet' ? eachCluster(delivery) : delivery.destination;
    if (delivery.isUncertain || !isKnownText(delivery.path) || !isKnownText(destination.name)) {
      unread.add(delivery.manifest.file);
      return [];
    }
    const folder = folderFrom(top, delivery.path);
    const isDeep = delivery.files === undefined || delivery.files.recurse;
    return folder === undefined
      ? []
      : [
          {
            from: placeOf(delivery.manifest),
            folder,
            release: overlayOfDelivery(delivery, (given) => folderFrom(top, given) ?? given),
            isDeep,
            destination,
            id: deliveryId(delivery),
          },
        ];
  });
  return { brought, unread: [...unread] };
}

/** The deployers among the manifests. */
interface DeployersOfTree {
  readonly worlds: readonly HubWorld[];
  /** The files of those whose folders or clusters depend on unknown facts. */
  readonly unread: readonly string[];
}

/** The place of a deployer in `HubWorld.deployers`. */
export function placeOf({ overlay, file }: Manifest): string {
  const folder = overlay ?? path.posix.dirname(file);
  return folder === '.' ? file : folder;
}

/**
 * The cluster of an ApplicationSet whose destination is a parameter. ApplicationSets with the same generators and the same parameter bring
 * their folders to the same clusters.
 */
function eachClusterOf(manifests: readonly Manifest[]): (delivery: Delivery) => Brought['destination'] {
  const generatorsOf = ({ object }: Manifest): string => JSON.stringify(field(object, 'spec', 'generators'));
  const first = new Map<string, string>();
  for (const manifest of manifests) {
    const key = generatorsOf(manifest);
    if (deployerKind(manifest.object) === 'ApplicationSet' && !first.has(key)) first.set(key, manifest.object.metadata.name);
  }
  return ({ manifest, destination }) => {
    if (!/^\{\{[^{}]*\}\}$/.test(destination.name)) return destination;
    const set = first.get(generatorsOf(manifest)) ?? manifest.object.metadata.name;
    return { by: 'parameter', name: `${destination.name.replaceAll(/[{}\s]/g, '')} of ApplicationSet ${set}` };
  };
}

/** The folder at a path from the top of the repository, as reports name it; `undefined` for the top itself, and outside. */
function folderFrom(top: string, given: string): string | undefined {
  const folder = path.posix.relative(path.posix.join('/', top), path.posix.join('/', given));
  return folder === '' || folder === '..' || folder.startsWith('../') ? undefined : folder;
}

/** What is brought to each cluster is a world. */
function hubsOf(deliveries: readonly Brought[]): readonly HubWorld[] {
  const clustersOf = clustersOfDeployers(deliveries);
  const each = deliveries.flatMap((delivery) =>
    [...clustersOf(delivery.from)].map((from, _, { length }) => ({
      ...delivery,
      cluster: clusterTo(delivery, from),
      of: from,
      isShared: length > 1,
    })),
  );
  return [...Map.groupBy(each, ({ cluster }) => cluster).values()].map((all): HubWorld => {
    const brought = {
      folders: [...new Set(all.map(({ folder }) => folder))],
      releases: [...new Set(all.map(({ release }) => release))],
      deliveries: new Set(all.flatMap(({ id }) => id ?? [])),
    };
    const remote = all.find(({ destination }) => destination.by !== 'own');
    if (remote === undefined) {
      const deployers = [...new Set(all.map(({ from }) => from))].toSorted();
      const name = nameOfOwn(deployers, all);
      return { name, ...brought, cluster: { by: 'own', name }, deployers };
    }
    const { by, name } = remote.destination;
    if (by === 'parameter') return { name, ...brought };
    if (by !== 'secret') return { name, ...brought, cluster: { by, name } };
    const hub = remote.isShared ? ` of ${remote.of.replace(/^own /, '')}` : '';
    return { name: `${remote.from} (${name})${hub}`, ...brought, cluster: { by: `secret of ${remote.of}`, name } };
  });
}

/** A name that stays if a change removes a deployer which another one brings: that of a deployer that no other one brings, or of its folder. */
function nameOfOwn(places: readonly string[], deliveries: readonly Brought[]): string {
  const isBrought = (place: string): boolean => deliveries.some((brought) => brought.from !== place && brings(brought, place));
  const first = places.find((place) => !isBrought(place)) ?? places[0] ?? '';
  const around = new Set(deliveries.filter((brought) => brings(brought, first)).map(({ folder }) => folder));
  return foldersAround(first).reduce((name, folder) => (around.has(folder) ? folder : name), first);
}
