import { oncePer } from '../../fleet/memo/once-per.ts';
import { areOfDifferentHubs, AS_FILES, type HubWorld } from '../world/hub-world.ts';
import { areOfTwoHubs, hubIdentities } from './hub-identities.ts';
import { isOverlayKey, isWorldKey, type TreePart } from './tree-parts.ts';

/**
 * Whether a part is an overlay or a world, which may be for one hub with others. Folders that are checked separately are not, nor are files
 * that are checked a second time.
 */
export function isOfSomeHub({ key, name }: TreePart): boolean {
  return name !== AS_FILES && (isOverlayKey(key) || isWorldKey(key));
}

/**
 * Whether two overlays or worlds that are not checked together may be for the same hub. They are for different hubs if both have an
 * object that one hub cannot have twice (`hubIdentities`), or if their clusters have different names.
 */
export function mayMeet(one: TreePart, other: TreePart, worlds: ReadonlyMap<string, HubWorld>): boolean {
  if (one === other || areOfTwoHubs(identitiesOf(one), identitiesOf(other))) return false;
  const [a, b] = [one, other].map(({ key, name }) => (isWorldKey(key) ? worlds.get(name ?? '') : undefined));
  return a === undefined || b === undefined || !areOfDifferentHubs(a, b);
}

const identitiesOf = oncePer(({ manifests, judged }: TreePart) => hubIdentities(manifests.filter((manifest) => judged.has(manifest))));
