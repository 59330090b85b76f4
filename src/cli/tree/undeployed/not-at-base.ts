import { listAt, stringAt } from '../../../fleet/json/json.ts';
import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { once } from '../../../fleet/memo/once.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { originFinder } from '../../../static/compare/origins.ts';
import { byPlace, deployedPlace } from '../../../static/world/hub-world.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { mayBePlacedBy } from './may-be-placed.ts';
import { type DeployedTree, deliveredIn, placeAndKey } from './delivered-in.ts';
import { isOfPlacements } from './unapplied.ts';

/** Objects that the base has, and did not deploy. */
export interface NotAtBase {
  /** The change deploys them, so they are new. */
  readonly added: ReadonlySet<Manifest>;
  /** Placements and overrides whose files the change deletes, and copies of what the base deployed from elsewhere, so nothing is removed. */
  readonly deleted: ReadonlySet<Manifest>;
  readonly notes: readonly string[];
}

/**
 * What no deployer of the base applied. What a known deployer of the base applied is what the base deployed, if these deploy other objects of
 * that sort: placements and overrides, namespaces, or content. Else people or other repositories deploy them. So they may do with what a
 * deployed placement names, and with content of one whose file is deleted. None if a deployer of the base may apply more than is known.
 */
export function notAtBase({ read, scripts }: DeployedTree, before: DeployedTree): NotAtBase {
  const { built, manifests, unreadDeployers = [] } = before.read;
  if (read.built === undefined || built?.areDeliveriesKnown !== true || before.scripts.isOpen || unreadDeployers.length > 0) return NONE;
  const [isApplied, wasApplied] = [deliveredIn(read.built, scripts), deliveredIn(built, before.scripts)];
  const deployed = manifests.filter(wasApplied);
  const had = new Set(deployed.map(keyOfManifest));
  const named = new Set(deployed.flatMap(namesIn));
  const mayBePlaced = mayBePlacedBy([...manifests, ...read.manifests]);
  const isCompared = (manifest: Manifest): boolean => isOfPlacements(manifest) || mayBePlaced(manifest);
  const sorts = new Set(deployed.filter(isCompared).map(sortOf));
  const left = manifests.filter(
    (manifest) => !had.has(keyOfManifest(manifest)) && sorts.has(sortOf(manifest)) && !named.has(nameOf(manifest)) && isCompared(manifest),
  );
  const has = Map.groupBy(read.manifests, keyOfManifest);
  const added = left.filter((manifest) => has.get(keyOfManifest(manifest))?.some(isApplied) === true);
  const deleted = left.filter((manifest) => isOfPlacements(manifest) && !has.has(keyOfManifest(manifest)));
  // What the change builds of a chart or a kustomization in place of another one is not compared with what nothing built of it before.
  const places = new Set(read.manifests.filter((manifest) => manifest.overlay === undefined || !isApplied(manifest)).map(placeAndKey));
  const isOrigin = once(() => originFinder(byPlace(manifests), byPlace(read.manifests)));
  /** A copy that the change renames, and that is not deployed there either, is compared like one that stays. */
  const isRenamed = (manifest: Manifest): boolean => {
    const key = keyOfManifest(manifest);
    return has.get(key)?.some((now) => !isApplied(now) && isOrigin()(key, deployedPlace(manifest), deployedPlace(now))) === true;
  };
  const copies = manifests.filter(
    (manifest) =>
      had.has(keyOfManifest(manifest)) &&
      !wasApplied(manifest) &&
      isCompared(manifest) &&
      !places.has(placeAndKey(manifest)) &&
      !isRenamed(manifest),
  );
  return {
    added: new Set(added),
    deleted: new Set([...deleted, ...copies]),
    notes: [...noteOf(added, 'deploys', 'compared as new'), ...noteOf(deleted, 'deletes', 'not shown as removed')],
  };
}

const NONE: NotAtBase = { added: new Set(), deleted: new Set(), notes: [] };

function sortOf(manifest: Manifest): string {
  return isOfPlacements(manifest) ? 'placements' : manifest.object.kind === 'Namespace' ? 'namespaces' : 'content';
}

/** What the selectors of a placement name. */
function namesIn({ object }: Manifest): readonly string[] {
  const selectors = isPlacement(object) ? listAt(object, 'spec', 'resourceSelectors') : [];
  return selectors.map((selector) => `${stringAt(selector, 'kind') ?? ''}/${stringAt(selector, 'name') ?? ''}`);
}

function nameOf({ object }: Manifest): string {
  return `${object.kind}/${object.metadata.name}`;
}

function noteOf(left: readonly Manifest[], does: string, are: string): readonly string[] {
  if (left.length === 0) return [];
  const [it, they] = new Set(left.map(keyOfManifest)).size === 1 ? ['it', 'it is'] : ['them', 'they are'];
  return [`Nothing that was read deployed ${namesOf(left)} at the base, and this change ${does} ${it}: ${they} ${are}.`];
}

function namesOf(manifests: readonly Manifest[]): string {
  const names = new Set(manifests.map((manifest) => displayName(manifestRef(manifest))));
  return listed([...names].toSorted(), 3, 'objects');
}
