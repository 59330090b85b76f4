import { isDeepStrictEqual } from 'node:util';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { bringersFinder, deployedPlace, type HubWorld, SHARED_WORLD, overlaysOf } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { appliedBy, type Scripts } from './applied-by.ts';
import type { HubsKeeper } from './undeployed.ts';
import { foldersText } from './undeployed-notes.ts';
import { placeAndKey } from './delivered-in.ts';

/** The base in the form in which it is compared, with notes. */
export interface WithLostHubs {
  readonly base: ReadResult;
  readonly notes: readonly string[];
}

/**
 * The base, in which an object that Flux or Argo CD no longer brings to one of its hubs, and still to another one, is an object of each hub
 * that loses it. What no hub has any longer is of `undeployedBy`, and what moves from one hub to another is as it was.
 * @param head what the change deploys
 */
export function withLostHubs(base: ReadResult, head: ReadResult, scripts: Scripts): WithLostHubs {
  const lostOf = lostHubsOf(base, head);
  const [losing, unsure] = [new Map<string, Manifest[]>(), new Map<string, Manifest[]>()];
  const isApplied = head.built === undefined ? () => true : appliedBy(scripts, head.built, () => false);
  const areKnown = head.built?.areDeliveriesKnown === true;
  const names = namesOfHubs(base, head);
  const manifests = base.manifests.flatMap((manifest): readonly Manifest[] => {
    const lost = lostOf(manifest);
    const isLost = areKnown && !isApplied(deployedPlace(manifest));
    for (const { name } of lost) {
      const into = isLost ? losing : unsure;
      into.set(name, [...(into.get(name) ?? []), manifest]);
    }
    if (lost.length === 0 || !isLost) return [manifest];
    const { sharedBy: _sharedBy, ...alone } = manifest;
    const worlds = new Set(lost.map(names.inBase));
    const copies = [...worlds].map((world): Manifest => ({ ...alone, world, isLost: true }));
    return [...copies, ...keptOf(manifest, new Set([...worlds, ...lost.map(({ name }) => name)]), names.inHead)];
  });
  const notes = [...[...losing].map(([hub, all]) => lostNote(all, hub)), ...[...unsure].map(([hub, all]) => unsureNote(all, hub))];
  return losing.size === 0 ? { base, notes } : { base: { ...base, manifests }, notes };
}

/** The object for the hubs that still get it. */
function keptOf(manifest: Manifest, lost: ReadonlySet<string>, inHead: (name: string) => string): readonly Manifest[] {
  const { sharedBy, ...alone } = manifest;
  if (manifest.world !== SHARED_WORLD) return manifest.world !== undefined && lost.has(manifest.world) ? [] : [manifest];
  if (sharedBy === undefined) return [manifest];
  const [first, ...others] = sharedBy.difference(lost);
  if (first === undefined) return [];
  return [others.length === 0 ? { ...alone, world: inHead(first) } : { ...alone, sharedBy: new Set([first, ...others]) }];
}

/** Returns the hubs of the base that lose an object of it. */
function lostHubsOf(base: ReadResult, head: ReadResult): (manifest: Manifest) => readonly HubWorld[] {
  const [before, now] = [base.delivered ?? [], head.delivered ?? []];
  if (before.length === 0 || now.length === 0) return () => [];
  const [hubsBefore, hubsNow] = [hubsIn(base), hubsIn(head)];
  const byKey = Map.groupBy(head.manifests, keyOfManifest);
  const had = new Set(base.manifests.map(placeAndKey));
  const fresh = new Set(now.filter((hub) => !before.some((each) => areOneHub(each, hub))).map(({ name }) => name));
  return (manifest) => {
    const was = hubsBefore(manifest);
    const same = byKey.get(keyOfManifest(manifest)) ?? [];
    const [first, ...others] = same.map(hubsNow);
    if (was.size === 0 || first === undefined) return [];
    const has = others.reduce((one, other) => one.union(other), first);
    const areShared = was.size > 1 || [first, ...others].some(({ size }) => size > 1);
    if (has.size === 0 || !areShared) return [];
    // Something that is not known may deploy a new place.
    if (same.some((each) => hubsNow(each).size === 0 && !had.has(placeAndKey(each)))) return [];
    const lost = before
      .filter(({ name }) => was.has(name))
      .filter((hub) => !now.some((each) => has.has(each.name) && areOneHub(hub, each)));
    const isGone = (hub: HubWorld): boolean => !now.some((each) => areOneHub(hub, each));
    // Hubs that are gone may have been renamed.
    const areRenamed = lost.filter(isGone).length <= has.intersection(fresh).size;
    return areRenamed ? lost.filter((hub) => !isGone(hub)) : lost;
  };
}

/** Returns whether all hubs to which Flux or Argo CD brought an object at the base, if there are any, get other manifests of the change. */
export function hubsKeeper(base: ReadResult, head: ReadResult): HubsKeeper {
  const [before, now] = [base.delivered ?? [], head.delivered ?? []];
  const [hubsBefore, hubsNow] = [hubsIn(base), hubsIn(head)];
  return (manifest, others) => {
    const was = hubsBefore(manifest);
    const has = new Set(others.flatMap((each) => [...hubsNow(each)]));
    const isKept = (hub: HubWorld): boolean => now.some((each) => has.has(each.name) && areOneHub(hub, each));
    return was.size > 0 && before.filter(({ name }) => was.has(name)).every(isKept);
  };
}

/** The names of the hubs to which Flux and Argo CD bring an object. */
export function hubsIn({ delivered = [], manifests }: ReadResult): (manifest: Manifest) => ReadonlySet<string> {
  return bringersFinder(delivered, overlaysOf(manifests));
}

/** Whether a hub of the base is one of the change. The name of the own cluster of deployers is the first of their places. */
export function areOneHub(before: HubWorld, now: HubWorld): boolean {
  const [was, is] = [before.cluster, now.cluster];
  if (before.name === now.name) return true;
  if (was?.by !== 'own' || is?.by !== 'own') return was !== undefined && isDeepStrictEqual(was, is);
  const brings = ({ folders }: HubWorld, { name }: HubWorld): boolean => folders.some((folder) => isAtOrBelow(name, folder));
  return brings(before, now) || brings(now, before);
}

/** How the worlds of hubs are called in both trees. */
function namesOfHubs(base: ReadResult, head: ReadResult): { inBase: (hub: HubWorld) => string; inHead: (name: string) => string } {
  const configured = (base.worlds ?? []).filter(({ cluster }) => cluster?.by === 'configuration');
  const [before, now] = [base.delivered ?? [], head.delivered ?? []];
  return {
    inBase: ({ name, cluster }) => {
      const isOf = ({ folders }: HubWorld): boolean => folders.some((folder) => isAtOrBelow(name, folder));
      return (cluster?.by === 'own' ? configured.find(isOf)?.name : undefined) ?? name;
    },
    inHead: (name) => {
      const hub = before.find((each) => each.name === name);
      return (hub && now.find((each) => areOneHub(hub, each))?.name) ?? name;
    },
  };
}

function lostNote(manifests: readonly Manifest[], hub: string): string {
  return `Flux or Argo CD no longer deploys ${foldersText(manifests)} to ${hub}, and still to another hub: \`plan\` takes the objects as removed from ${hub}. A deployer that prunes deletes them there.`;
}

function unsureNote(manifests: readonly Manifest[], hub: string): string {
  return `Flux or Argo CD may no longer deploy ${foldersText(manifests)} to ${hub}, because it is not known what all deployers of this tree deploy there: if so, the objects are removed from it.`;
}
