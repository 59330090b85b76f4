import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import type { movedDestinations } from '../../../static/read/deployers/delivered-versions.ts';
import type { Destination } from '../../../static/read/deployers/delivery.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { areOfDifferentHubs, bringersFinder, type HubWorld, overlaysOf } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { placeAndKey } from './delivered-in.ts';
import { areOneHub, hubsIn } from './lost-hubs.ts';
import { foldersText } from './undeployed-notes.ts';

/**
 * Notes about hubs of the base to which Flux and Argo CD bring nothing any longer, while they bring the same objects of KubeFleet to a new hub:
 * that is taken for another name of the same hub. If all deployers of a tree are in one cluster, its name is only their place in the tree.
 * @param told the moved destinations of other notes
 */
export function renamedHubsNotes(base: ReadResult, head: ReadResult, told: ReturnType<typeof movedDestinations>): readonly string[] {
  const [before, now] = [base.delivered ?? [], head.delivered ?? []];
  const gone = before.filter((hub) => !now.some((each) => areOneHub(hub, each)));
  const fresh = now.filter((hub) => !before.some((each) => areOneHub(each, hub)));
  if (gone.length === 0 || fresh.length === 0) return [];
  const isOnlyPlace = ({ cluster }: HubWorld): boolean => cluster?.by === 'own' && before.length === 1 && now.length === 1;
  const isTold = (was: HubWorld, is: HubWorld): boolean =>
    told.some(([{ destination }, former]) => isOf(former, was) && isOf(destination, is));
  const [hubsBefore, hubsNow] = [hubsIn(base), hubsIn(head)];
  const byKey = Map.groupBy(
    head.manifests.filter(({ object }) => isFleetObject(object)),
    keyOfManifest,
  );
  return gone.flatMap((hub) => {
    if (isOnlyPlace(hub)) return [];
    const names = new Set(fresh.filter((each) => !isTold(hub, each)).map(({ name }) => name));
    const ofNew = (manifest: Manifest): boolean => !hubsNow(manifest).isDisjointFrom(names);
    const moved = base.manifests
      .filter((manifest) => manifest.world === hub.name || hubsBefore(manifest).has(hub.name))
      .flatMap((manifest) => (manifest.isLost === true ? [] : (byKey.get(keyOfManifest(manifest)) ?? []).filter(ofNew)));
    const others = new Set(moved.flatMap((manifest) => [...hubsNow(manifest).intersection(names)]));
    return moved.length === 0 ? [] : [noteAbout(hub.name, [...others].toSorted(), moved)];
  });
}

/**
 * Notes about hubs that pipelines and scripts of the base name and those of the change do not, if the change brings the same objects of KubeFleet
 * from the same places to a hub that is new there.
 */
export function renamedHubsOfScriptsNotes(
  base: ReadResult,
  head: ReadResult,
  scripts: Readonly<Record<'base' | 'head', readonly HubWorld[]>>,
): readonly string[] {
  const named = (worlds: readonly HubWorld[]): readonly HubWorld[] =>
    worlds.flatMap((hub) => (hub.cluster === undefined || hub.isForTest === true ? [] : [{ ...hub, name: hub.cluster.name }]));
  const [before, now] = [named(scripts.base), named(scripts.head)];
  const gone = before.filter((hub) => now.every((each) => areOfDifferentHubs(hub, each)));
  const fresh = now.filter((hub) => before.every((each) => areOfDifferentHubs(each, hub)));
  if (gone.length === 0 || fresh.length === 0) return [];
  const [were, are] = [bringersFinder(gone, overlaysOf(base.manifests)), bringersFinder(fresh, overlaysOf(head.manifests))];
  const had = Map.groupBy(base.manifests, placeAndKey);
  const pairs = head.manifests.flatMap((manifest) => {
    const was = isFleetObject(manifest.object) ? (had.get(placeAndKey(manifest)) ?? []).flatMap((each) => [...were(each)]) : [];
    const is = [...are(manifest)];
    return was.length === 0 || is.length === 0 ? [] : [{ manifest, was: listed([...new Set(was)].toSorted(), 3, 'hubs'), is }];
  });
  return [...Map.groupBy(pairs, ({ was }) => was)].map(([was, all]) => {
    const names = listed([...new Set(all.flatMap(({ is }) => is))].toSorted(), 3, 'hubs');
    const folders = foldersText(all.map(({ manifest }) => manifest));
    return `This change makes a pipeline or script deploy ${folders} to ${names} and no longer to ${was}, which was taken for the same hub with another name. If these are two hubs, everything of it is new in the one, and the other keeps it: neither was compared with the base.`;
  });
}

function isOf({ by, name }: Destination, { cluster }: HubWorld): boolean {
  return cluster !== undefined && (by === 'own' ? cluster.by === 'own' : cluster.name === name);
}

function noteAbout(hub: string, others: readonly string[], moved: readonly Manifest[]): string {
  const names = listed(others, 3, 'hubs');
  return `This change makes Flux or Argo CD deploy ${foldersText(moved)} to ${names} and no longer to ${hub}, which was taken for the same hub with another name. If these are two hubs, everything of it is new in the one, and a deployer that prunes deletes it from the other: neither was compared with the base.`;
}
