import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { placedContent } from '../../../static/read/kustomize/placed-content.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { bringersFinder, deployedPlace, type HubWorld, overlaysOf } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { namedOnce } from '../../../static/world/unevaluated.ts';
import { placeAndKey } from '../undeployed/delivered-in.ts';
import { foldersText } from '../undeployed/undeployed-notes.ts';
import { BY, hubOf, leftOpen, type NotCompared, severalReleases } from './moved-releases.ts';
import { wholeWorld } from '../worlds/hubs-of-deployers.ts';

/**
 * What the pipelines and scripts of a change deploy to a hub in place of something with the same objects that the tree still has, or beside it.
 * Both trees are divided by the deployers of the base, so nothing else shows the change. Releases of charts are left out.
 */
export function exchangedContent(head: ReadResult, now: readonly HubWorld[], base: ReadResult, before: readonly HubWorld[]): NotCompared {
  const ofReleases = new Set(severalReleases([base, head]).flatMap(([, releases]) => [...releases]));
  const manifests = head.manifests.filter(({ overlay }) => overlay === undefined || !ofReleases.has(overlay));
  const isPlaced = placedContent(head.manifests);
  const known = new Set(base.manifests.map(deployedPlace));
  const unplanned = new Set<Manifest>();
  const entries = hubsOfBoth(broughtBy(before, manifests), broughtBy(now, manifests)).flatMap(({ was, is, to }) => {
    const [lost, gained] = [was.difference(is), is.difference(was)];
    const others = new Set([...(lost.size === 0 ? was : lost)].map(keyOfManifest));
    const isExchanged = (each: Manifest): boolean =>
      each.object.kind !== 'Namespace' && known.has(deployedPlace(each)) && others.has(keyOfManifest(each));
    if ((lost.size === 0 && to.startsWith(BY)) || ![...gained].some(isExchanged)) return [];
    const [contentOld, contentNew] = [contentOf(was), contentOf(is)];
    const isChanged = (manifest: Manifest): boolean => {
      const [old = NOTHING, fresh = NOTHING] = [contentOld, contentNew].map((content) => content.get(keyOfManifest(manifest)));
      return old.symmetricDifference(fresh).size > 0;
    };
    const places = new Set([...was].filter((each) => isFleetObject(each.object) && isChanged(each)).map(placeAndKey));
    for (const each of [...head.manifests, ...base.manifests]) if (places.has(placeAndKey(each))) unplanned.add(each);
    const does =
      lost.size === 0
        ? `also deploys ${foldersText([...gained])} ${to}, which has objects of the same names from other folders`
        : `deploys ${foldersText([...gained])} in place of ${foldersText([...lost])} ${to}`;
    return leftOpen([...was.union(is)].filter(isChanged), `This change ${does}. What that changes there was not checked.`, isPlaced);
  });
  return { notEvaluated: namedOnce(entries), unplanned };
}

interface Brought {
  /** As `hubOf`. */
  readonly to: string;
  readonly manifests: ReadonlySet<Manifest>;
}

interface HubOfBoth {
  readonly was: ReadonlySet<Manifest>;
  readonly is: ReadonlySet<Manifest>;
  readonly to: string;
}

/** What each step brings. What is for a test is on no hub. */
function broughtBy(worlds: readonly HubWorld[], manifests: readonly Manifest[]): readonly Brought[] {
  const real = worlds.filter(({ isForTest }) => isForTest !== true);
  const whole = real.map(wholeWorld);
  const bringing = bringersFinder(whole, overlaysOf(manifests));
  const byName = new Map(whole.map(({ name }) => [name, new Set<Manifest>()]));
  for (const manifest of manifests) for (const name of bringing(manifest)) byName.get(name)?.add(manifest);
  return whole.map((world) => ({ to: hubOf(world), manifests: byName.get(world.name) ?? new Set() }));
}

/** The hubs that both trees name, and the files whose steps do not name theirs, with what is not brought by any step in the same way. */
function hubsOfBoth(before: readonly Brought[], now: readonly Brought[]): readonly HubOfBoth[] {
  const isOpen = ({ to }: Brought): boolean => to.startsWith(BY);
  const isKnown = (each: Brought): boolean => !isOpen(each);
  const [had, has] = [before.filter(isOpen), now.filter(isOpen)];
  const [knownBefore, known] = [before.filter(isKnown), now.filter(isKnown)];
  // A step whose hub only one of the trees names. A step that both have with its hub is not one of the others.
  const [left, added] = [without(without(had, has), without(known, knownBefore)), without(without(has, had), without(knownBefore, known))];
  const [all, others] = [Map.groupBy([...knownBefore, ...left], toOf), Map.groupBy([...known, ...added], toOf)];
  return [...all].flatMap(([to, was]) => {
    const is = others.get(to);
    return is === undefined ? [] : [{ to, was: union(was), is: union(is) }];
  });
}

/** Those of a list that are not in another one, each as often as it is there more. */
function without(all: readonly Brought[], others: readonly Brought[]): readonly Brought[] {
  const left = [...others];
  return all.filter(({ manifests }) => {
    const at = left.findIndex((other) => other.manifests.symmetricDifference(manifests).size === 0);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function toOf({ to }: Brought): string {
  return to;
}

function union(all: readonly Brought[]): ReadonlySet<Manifest> {
  return new Set(all.flatMap(({ manifests }) => [...manifests]));
}

/** The different contents of each object. */
function contentOf(manifests: ReadonlySet<Manifest>): ReadonlyMap<string, ReadonlySet<string>> {
  const byKey = Map.groupBy(manifests, keyOfManifest);
  return new Map([...byKey].map(([key, all]) => [key, new Set(all.map(({ object }) => JSON.stringify(object)))]));
}

const NOTHING: ReadonlySet<string> = new Set();
