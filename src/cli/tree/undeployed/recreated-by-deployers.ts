import { isDeepStrictEqual } from 'node:util';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { type Delivery, deliveryId, isKnownText, nameOfDeployer } from '../../../static/read/deployers/delivery.ts';
import { deployerKind } from '../../../static/read/deployers/deployer-kind.ts';
import type { BuiltTree, ReadResult } from '../../../static/read/read-result.ts';
import { placeOf as placeOfDeployer } from '../../../static/read/deployers/worlds-of-deployers.ts';
import { type HubWorld, folderOf } from '../../../static/world/hub-world.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import { isKept } from '../../../static/world/is-kept.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { areOneHub } from './lost-hubs.ts';
import { mayBePlacedBy } from './may-be-placed.ts';
import { isLeftByHelm, type Reinstalled, reinstalledFinder, reinstallNotes, reinstallReason } from './reinstalled-releases.ts';
import { type DeployedTree, placeOf } from './delivered-in.ts';
import { appliedBy } from './applied-by.ts';
import { deployerOf } from './undeployed.ts';
import { deployersText, foldersText } from './undeployed-notes.ts';

/** What a change deletes on the hub and creates again, with notes. */
export interface Recreated {
  readonly moves: ReadonlyMap<Manifest, readonly RecreatedOn[]>;
  readonly notes: readonly string[];
}

/** Why an object is deleted and created again. */
export interface RecreatedOn {
  readonly reason: string;
  /** The names of the worlds of the hubs on which it is; absent if nothing says so. */
  readonly hubs?: ReadonlySet<string>;
}

/**
 * The objects that the change moves from one object of Flux or Argo CD to another one, if the first deletes them: it prunes them, or it is
 * deleted with what it has deployed. Source: fluxcd.io, FAQ, "How can I safely rename a Flux Kustomization?". And those of a HelmRelease that
 * installs its release again.
 * @param undeployed what the change no longer deploys
 * @param hubs those of both trees to which Flux and Argo CD bring something
 */
export function recreatedByDeployers(
  now: DeployedTree,
  before: DeployedTree,
  { undeployed, hubs }: { readonly undeployed: ReadonlySet<Manifest>; readonly hubs: HubsOfTrees },
): Recreated {
  const [built, wasBuilt] = [now.read.built, before.read.built];
  if (built === undefined || wasBuilt === undefined || wasBuilt.deliveries().length === 0) return { moves: new Map(), notes: [] };
  const notDeployed = new Set([...undeployed].filter(({ object }) => deployerKind(object) !== undefined).map(deployerOf));
  const isThere = ({ manifest }: Delivery): boolean => !notDeployed.has(deployerOf(manifest));
  const [bringers, broughtBy] = [bringersIn({ ...now.read, built }, isThere), bringersIn({ ...before.read, built: wasBuilt })];
  const ids = idsIn(wasBuilt.deliveries(), built.deliveries().filter(isThere));
  const deletes = deletionBy(before, { ...now.read, built }, { broughtBy, isThere, ids });
  const had = Map.groupBy(before.read.manifests, keyOfManifest);
  const reinstalled = reinstalledFinder(now.read, before.read);
  const arrives = ({ manifest }: Delivery): boolean => {
    const parents = bringers(manifest);
    return parents.length === 0 || parents.some(({ heldBack }) => heldBack === undefined);
  };
  const moves = [...Map.groupBy(now.read.manifests, keyOfManifest)].flatMap(([key, all]) => {
    const old = (had.get(key) ?? []).flatMap((manifest) => broughtBy(manifest).filter((each) => !isLeftBy(each, manifest)));
    const is = all.flatMap(bringers);
    const [were, are] = [new Set(old.map(ids.before)), new Set(is.map(ids.now))];
    const lost = old.filter((each) => !are.has(ids.before(each)) && deletes(each));
    const gained = is.filter((each) => !were.has(ids.now(each)));
    const again = is.flatMap((to) => {
      const from = old.find((each) => ids.before(each) === ids.now(to));
      const why = from === undefined || !arrives(to) ? undefined : reinstalled(from, to);
      return from === undefined || why === undefined ? [] : [{ from, to, why }];
    });
    // Another deployer that stays may be the owner.
    const kept = old.filter((each) => are.has(ids.before(each)) && !again.some(({ from }) => from === each));
    const isAlone = (each: Delivery): boolean =>
      !kept.some((other) => areOfOneHub([each, hubsOf(each, hubs.before)], [other, hubsOf(other, hubs.before)]));
    return all.flatMap((manifest) => {
      const isOwn = (each: Delivery): boolean => bringers(manifest).includes(each);
      return [
        ...(lost.length === 0 ? [] : movesOf(manifest, lost.filter(isAlone), gained.filter(isOwn), hubs)),
        ...again
          .filter(({ from, to }) => isOwn(to) && isAlone(from))
          .flatMap(({ from, to, why }) => movesOf(manifest, [from], [to], hubs, why)),
      ];
    });
  });
  const mayBePlaced = mayBePlacedBy(now.read.manifests);
  const told = moves.filter(({ manifest }) => isFleetObject(manifest.object) || mayBePlaced(manifest));
  const [installed, moved] = [told.filter(({ why }) => why !== undefined), told.filter(({ why }) => why === undefined)];
  return {
    moves: Map.groupBy(moves, ({ manifest }) => manifest),
    notes: [
      ...(moved.length === 0 ? [] : [noteAbout(moved, deployersText(wasBuilt))]),
      ...reinstallNotes(
        installed.flatMap(({ why }) => why ?? []),
        installed.map(({ manifest }) => manifest),
      ),
    ],
  };
}

interface Move extends RecreatedOn {
  readonly manifest: Manifest;
  /** The object that deletes it. */
  readonly by: Manifest;
  /** It deletes it with its release, which it installs again. */
  readonly why?: Reinstalled;
}

/** Whether an object stays in the cluster if what brings it deletes its content. */
function isLeftBy(delivery: Delivery, manifest: Manifest): boolean {
  return delivery.manifest.object.kind === 'HelmRelease' ? isLeftByHelm(manifest) : isKept(manifest);
}

export interface HubsOfTrees {
  readonly before: readonly HubWorld[];
  readonly now: readonly HubWorld[];
}

function movesOf(
  manifest: Manifest,
  lost: readonly Delivery[],
  gained: readonly Delivery[],
  hubs: HubsOfTrees,
  why?: Reinstalled,
): readonly Move[] {
  return gained.flatMap((to) => {
    const into = hubsOf(to, hubs.now);
    const from = lost.find((each) => areOfOneHub([each, hubsOf(each, hubs.before)], [to, into]));
    if (from === undefined) return [];
    const names = into.length === 0 ? {} : { hubs: new Set(into.map(({ name }) => name)) };
    const reason = why === undefined ? `${textOf(from)} deletes it, and ${textOf(to)} creates it` : reinstallReason(why);
    return [{ manifest, by: from.manifest, reason, ...names, ...(why === undefined ? {} : { why }) }];
  });
}

/** Whether two deployers may be for the same hub: nothing says that they are for others. */
function areOfOneHub([one, ones]: OnHubs, [other, others]: OnHubs): boolean {
  if (!isDeepStrictEqual(one.destination, other.destination)) return false;
  return ones.length === 0 || others.length === 0 || ones.some((hub) => others.some((each) => areOneHub(hub, each)));
}

type OnHubs = readonly [delivery: Delivery, hubs: readonly HubWorld[]];

/** The hubs to which a deployer brings its content. */
function hubsOf({ manifest, destination: { by, name } }: Delivery, worlds: readonly HubWorld[]): readonly HubWorld[] {
  const place = placeOfDeployer(manifest);
  return worlds.filter(({ cluster, deployers }) =>
    by === 'own' ? deployers?.includes(place) === true : cluster?.name === name && (by === 'secret' || cluster.by === by),
  );
}

function textOf({ manifest, made }: Delivery): string {
  return made === undefined ? displayName(manifestRef(manifest)) : `Application/${made} of ${displayName(manifestRef(manifest))}`;
}

function noteAbout(moves: readonly Move[], who: string): string {
  const folders = foldersText(moves.map(({ manifest }) => manifest));
  const reasons = [...new Set(moves.map(({ reason }) => reason))];
  const kinds = [...new Set(moves.flatMap(({ by }) => deployerKind(by.object) ?? []))].toSorted();
  const how = kinds.map((kind) => KEEPING[kind]).join('; ');
  return `This change moves objects of ${folders} from one object of ${who} to another, so they are deleted on the hub and created again: ${listed(reasons, 3, 'moves')}. To keep them, first merge a change that turns off pruning and deletion in the old one${how === '' ? '' : `: ${how}`}.`;
}

/** How each kind keeps its objects. A HelmRelease adopts only what has its release name. */
const KEEPING = {
  Kustomization: '`prune: false` in the Kustomization',
  HelmRelease: '`suspend: true` in the HelmRelease, and give the new one the `releaseName` of its release',
  Application: 'neither `prune` nor the resources finalizer in the Application',
  ApplicationSet: '`preserveResourcesOnDeletion` in the ApplicationSet',
} as const;

interface Ids {
  readonly before: (delivery: Delivery) => string;
  readonly now: (delivery: Delivery) => string;
}

/** Names for the deployers of both trees: another cluster may have one of the same name, and one may move to another file. */
function idsIn(before: readonly Delivery[], now: readonly Delivery[]): Ids {
  const idOf = (delivery: Delivery): string => `${placeOf(delivery.manifest)} ${nameOfDeployer(delivery)}`;
  const [had, has] = [before, now].map((all) => new Map(all.map((each) => [idOf(each), nameOfDeployer(each)])));
  const gone = Map.groupBy(
    [...(had ?? [])].filter(([id]) => has?.has(id) === false),
    ([, name]) => name,
  );
  const moved = new Map(
    [...(has ?? [])].flatMap(([id, name]) => {
      const from = had?.has(id) === false ? gone.get(name)?.shift() : undefined;
      return from === undefined ? [] : [[id, from[0]] as const];
    }),
  );
  return { before: idOf, now: (delivery) => moved.get(idOf(delivery)) ?? idOf(delivery) };
}

/** Returns what brings an object. Other deliveries of its place may bring it only to other namespaces, or from other releases of a chart. */
function bringersIn(
  { manifests, built: tree }: ReadResult & { readonly built: BuiltTree },
  isMeant: (delivery: Delivery) => boolean = () => true,
): (manifest: Manifest) => readonly Delivery[] {
  const overlays = new Set(manifests.map(({ overlay }) => overlay));
  const isOfOther = (delivery: Delivery, { overlay }: Manifest): boolean => {
    const own = tree.overlayOf(delivery);
    return overlay !== undefined && own !== overlay && overlays.has(own) && folderOf(own) === folderOf(overlay);
  };
  const known = new Map<string, readonly Delivery[]>();
  const at = (place: string): readonly Delivery[] => {
    const found =
      known.get(place) ??
      tree
        .deliveries(place)
        .filter((delivery) => isMeant(delivery) && appliedBy({ applied: [] }, tree, (each) => each === delivery)(place));
    known.set(place, found);
    return found;
  };
  return oncePer((manifest: Manifest) => {
    const users = manifest.overlay === undefined ? tree.users(manifest.file).map(folderOf) : [];
    const isOwn = (delivery: Delivery): boolean => manifest.bringers?.has(deliveryId(delivery)) !== false && !isOfOther(delivery, manifest);
    const found = [...at(placeOf(manifest)).filter(isOwn), ...users.flatMap(at)];
    return [...new Set(found)].filter((delivery) => delivery.manifest !== manifest);
  });
}

/** Returns whether a deployer of the base deletes what the change takes from it. */
function deletionBy(
  before: DeployedTree,
  { built, manifests }: ReadResult & { readonly built: BuiltTree },
  {
    broughtBy,
    isThere,
    ids,
  }: {
    readonly broughtBy: (manifest: Manifest) => readonly Delivery[];
    readonly isThere: (delivery: Delivery) => boolean;
    readonly ids: Ids;
  },
): (delivery: Delivery) => boolean {
  const byId = Map.groupBy(built.deliveries().filter(isThere), ids.now);
  const keys = new Set(manifests.map(keyOfManifest));
  const isScripted = before.read.built === undefined ? () => false : appliedBy(before.scripts, before.read.built, () => false);
  const asked = new Set<Delivery>();
  const deletes = (delivery: Delivery): boolean => {
    const still = byId.get(ids.before(delivery)) ?? [];
    if (still.length > 0)
      return still.every(({ path }) => isKnownText(path)) && still.some((each) => each.prunes === true && each.heldBack === undefined);
    return delivery.deletesAtEnd === true && isDeleted(delivery);
  };
  const isDeleted = (delivery: Delivery): boolean => {
    const { manifest, made } = delivery;
    if (made !== undefined && keys.has(keyOfManifest(manifest))) return true;
    if (isKept(manifest) || asked.has(delivery)) return false;
    asked.add(delivery);
    const parents = broughtBy(manifest);
    const isIt = parents.length > 0 ? parents.some(deletes) : !isScripted(placeOf(manifest));
    asked.delete(delivery);
    return isIt;
  };
  return deletes;
}
