import { isDeepStrictEqual } from 'node:util';
import type { NotEvaluated } from '../../../finding.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { placedContent } from '../../../static/read/kustomize/placed-content.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { deployedPlace, type HubWorld } from '../../../static/world/hub-world.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { namedOnce, unevaluated } from '../../../static/world/unevaluated.ts';

/** A tree, with all of its deployers, each with the releases that it brings. */
interface Deployed {
  readonly manifests: readonly Manifest[];
  readonly worlds: readonly HubWorld[];
}

export interface NotCompared {
  readonly notEvaluated: readonly NotEvaluated[];
  /** The objects of KubeFleet of both trees that a plan would compare with those of another hub. */
  readonly unplanned: ReadonlySet<Manifest>;
}

/**
 * What a change deploys to a hub with other files of values than the base. The configuration has a release of the chart for both, so each of
 * them is the same in both trees, and nothing else shows the change.
 */
export function movedReleases(head: ReadResult, now: readonly HubWorld[], base: ReadResult, before: readonly HubWorld[]): NotCompared {
  const trees = [
    { manifests: base.manifests, worlds: before },
    { manifests: head.manifests, worlds: now },
  ] as const;
  const isPlaced = placedContent(head.manifests);
  const unplanned = new Set<Manifest>();
  const entries = severalReleases(trees).flatMap(([chart, releases]) =>
    exchangesOf(chart, releases, trees).flatMap(({ was, is, to }) => {
      const [old, fresh] = [base.manifests.filter(isOf(was)), head.manifests.filter(isOf(is))];
      const [contentOld, contentNew] = [contentOf(old), contentOf(fresh)];
      const isChanged = (manifest: Manifest): boolean => {
        const key = keyOfManifest(manifest);
        return !isDeepStrictEqual(contentOld.get(key), contentNew.get(key));
      };
      const all = was.union(is);
      const [mine, theirs] = [head.manifests, base.manifests].map((each) => each.filter(isOf(all)).filter(isChanged));
      for (const manifest of [...(mine ?? []), ...(theirs ?? [])]) if (isFleetObject(manifest.object)) unplanned.add(manifest);
      const known = new Set((mine ?? []).map(keyOfManifest));
      const changed = [...(mine ?? []), ...(theirs ?? []).filter((manifest) => !known.has(keyOfManifest(manifest)))];
      const reason = `This change deploys ${namesOf(is, was)} in place of ${namesOf(was, is)} ${to}. What that changes there was not checked.`;
      return leftOpen(changed, reason, isPlaced);
    }),
  );
  return { notEvaluated: namedOnce(entries), unplanned };
}

/** Entries about objects that were not compared: of KubeFleet, and those that are placed. */
export function leftOpen(
  manifests: readonly Manifest[],
  reason: string,
  isPlaced: ReturnType<typeof placedContent>,
): readonly NotEvaluated[] {
  return manifests.flatMap((manifest) => {
    if (isFleetObject(manifest.object)) return [{ ...unevaluated(manifest, reason), fleetObject: true }];
    return isPlaced({ namespaces: [], manifests: [manifest] }) ? [unevaluated(manifest, reason)] : [];
  });
}

interface Exchange {
  readonly was: ReadonlySet<string>;
  readonly is: ReadonlySet<string>;
  /** The hub, or the deployer if that does not name it, as the end of a sentence. */
  readonly to: string;
}

/** The charts with several releases, and these. */
export function severalReleases(
  trees: readonly Pick<Deployed, 'manifests'>[],
): readonly (readonly [chart: string, releases: ReadonlySet<string>])[] {
  const overlays = new Set(trees.flatMap(({ manifests }) => manifests.flatMap(({ overlay }) => overlay ?? [])));
  const byChart = Map.groupBy(overlays, (overlay) => deployedPlace({ overlay, file: '' }));
  return [...byChart].flatMap(([chart, all]) => (all.length > 1 ? [[chart, new Set(all)] as const] : []));
}

function exchangesOf(chart: string, releases: ReadonlySet<string>, [base, head]: readonly [Deployed, Deployed]): readonly Exchange[] {
  const bring = ({ worlds }: Deployed): ReadonlyMap<string, readonly ReadonlySet<string>[]> => {
    const bringing = worlds.filter((world) => world.folders.includes(chart) && world.releases?.some((each) => releases.has(each)) === true);
    const byHub = Map.groupBy(bringing, hubOf);
    return new Map([...byHub].map(([hub, all]) => [hub, all.map((world) => new Set(world.releases).intersection(releases))]));
  };
  const [before, now] = [bring(base), bring(head)];
  return [...before].flatMap(([to, had]): readonly Exchange[] => {
    const has = now.get(to) ?? [];
    if (has.length === 0) return [];
    const [was, is] = [union(had), union(has)];
    const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
      (one.isSubsetOf(other) || other.isSubsetOf(one)) && !areAlike(one, other, head.manifests);
    // Without a cluster each step may be for another hub.
    const isExchange = to.startsWith(BY) ? areExchanged(had, has, isSame) : !isSame(was, is);
    return isExchange ? [{ was, is, to }] : [];
  });
}

/** Whether steps bring other releases than before. Further steps or releases of a step, and fewer of these, exchange nothing. */
function areExchanged(
  had: readonly ReadonlySet<string>[],
  has: readonly ReadonlySet<string>[],
  isSame: (one: ReadonlySet<string>, other: ReadonlySet<string>) => boolean,
): boolean {
  const [gone, added] = [without(had, has), [...without(has, had)]];
  const left = gone.filter((was) => {
    const at = added.findIndex((is) => isSame(was, is));
    if (at >= 0) added.splice(at, 1);
    return at < 0;
  });
  return left.length > 0 && added.length > 0;
}

/** Whether the releases that a hub has in addition, or no longer, have objects of the others. */
function areAlike(was: ReadonlySet<string>, is: ReadonlySet<string>, manifests: readonly Manifest[]): boolean {
  const keysOf = (overlays: ReadonlySet<string>): ReadonlySet<string> => new Set(manifests.filter(isOf(overlays)).map(keyOfManifest));
  return !keysOf(was.symmetricDifference(is)).isDisjointFrom(keysOf(was.intersection(is)));
}

/** With what `hubOf` starts for a hub that is not named. */
export const BY = 'by ';

/** The hub of a deployer, or its file if that does not name the hub, as the end of a sentence. */
export function hubOf({ name, cluster }: HubWorld): string {
  // The places of a file with several of them have a number.
  return cluster === undefined
    ? `${BY}${name.replace(/ \(\d{1,9}\)$/, '')}`
    : `to ${cluster.by === 'own' ? `the hub of ${cluster.name}` : cluster.name}`;
}

/** Those of a list that are not in another one, each as often as it is there more. */
function without(all: readonly ReadonlySet<string>[], others: readonly ReadonlySet<string>[]): readonly ReadonlySet<string>[] {
  const left = [...others];
  return all.filter((each) => {
    const at = left.findIndex((other) => isDeepStrictEqual(other, each));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function union(all: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(all.flatMap((each) => [...each]));
}

function isOf(overlays: ReadonlySet<string>): (manifest: Manifest) => boolean {
  return ({ overlay }) => overlay !== undefined && overlays.has(overlay);
}

function contentOf(manifests: readonly Manifest[]): ReadonlyMap<string, readonly unknown[]> {
  const byKey = Map.groupBy(manifests, keyOfManifest);
  return new Map([...byKey].map(([key, all]) => [key, all.map(({ object }) => object)]));
}

/** The releases that the other tree does not have there; all of them if it has each. */
function namesOf(overlays: ReadonlySet<string>, others: ReadonlySet<string>): string {
  const own = overlays.difference(others);
  return listed([...(own.size === 0 ? overlays : own)].toSorted(), 3, 'releases');
}
