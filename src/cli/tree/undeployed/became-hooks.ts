import { displayName } from '../../../fleet/kubernetes/object.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { deployerKind } from '../../../static/read/deployers/deployer-kind.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { deployedPlace } from '../../../static/world/hub-world.ts';
import { type HookRuns, hookRunsOf, mayBeHook } from '../../../static/world/hook-runs.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import { isKept, isKeptByHelm } from '../../../static/world/is-kept.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { mayBePlacedBy } from './may-be-placed.ts';
import type { Recreated } from './recreated-by-deployers.ts';
import { placeOf } from './delivered-in.ts';

/**
 * The objects that the change makes hooks of helm or Argo CD, or that Argo CD replaces by force from now on: the deploy deletes the former
 * object. `moves` has those that it creates again, `removed` the others.
 */
export function becameHooks({ manifests, built }: ReadResult, base: ReadResult): Recreated & { readonly removed: ReadonlySet<Manifest> } {
  const may = manifests.filter(({ object, hookOf }) => hookOf !== undefined && mayBeHook(object));
  if (may.length === 0) return { moves: new Map(), removed: new Set(), notes: [] };
  const had = Map.groupBy(base.manifests, keyOfManifest);
  const isPruned = (manifest: Manifest): boolean =>
    built
      ?.deliveries(placeOf(manifest))
      .some((each) => each.prunes === true && !['Kustomization', undefined].includes(deployerKind(each.manifest.object))) === true;
  const found = may.flatMap((manifest) => {
    const before = formerOf(manifest, had.get(keyOfManifest(manifest)) ?? []);
    const runs = hookRunsOf(manifest.object, manifest.hookOf);
    if (before === undefined || runs === undefined || hookRunsOf(before.object, manifest.hookOf) !== undefined) return [];
    const fate = fateOf(runs, manifest, before, isPruned);
    return fate === undefined ? [] : [{ manifest, runs, fate }];
  });
  const mayBePlaced = mayBePlacedBy(manifests);
  const told = found.filter(({ manifest }) => isFleetObject(manifest.object) || mayBePlaced(manifest));
  const notes = [...Map.groupBy(told, ({ runs, fate }) => doesText(runs, fate))].map(([does, all]) => {
    const names = [...new Set(all.map(({ manifest }) => displayName(manifestRef(manifest))))].toSorted();
    return `A change of ${listed(names, 3, 'objects')} takes content from the clusters: ${does}.`;
  });
  return {
    moves: new Map(
      found.flatMap(({ manifest, runs, fate }) =>
        fate === 'created again' ? [[manifest, [{ reason: doesText(runs, fate) }]] as const] : [],
      ),
    ),
    removed: new Set(found.flatMap(({ manifest, fate }) => (fate === 'gone' ? [manifest] : []))),
    notes,
  };
}

/** Whether the deploy leaves one on the hub when it ends. */
type Fate = 'created again' | 'gone';

function doesText({ key, by }: HookRuns, fate: Fate): string {
  return `\`${key}\` makes ${by} delete it, and ${fate === 'gone' ? 'it is not on the hub after the deploy' : 'create it again'}`;
}

/** `undefined` if the former object stays. */
function fateOf(runs: HookRuns, now: Manifest, before: Manifest, isPruned: (manifest: Manifest) => boolean): Fate | undefined {
  const isDropped = runs.by === 'helm' ? !isKeptByHelm(before) : !isKept(before) && isPruned(now);
  if (runs.made !== undefined && runs.isDeletedAfter) return 'gone';
  if (runs.made === undefined) return isDropped ? 'gone' : undefined;
  // After the hooks before an upgrade, helm deletes what was a part of the release and no longer is.
  if (runs.by === 'helm' && runs.made === 'before' && !isKeptByHelm(now)) return 'gone';
  return isDropped || runs.isDeletedBefore ? 'created again' : undefined;
}

/** The object as the base deploys it: by the same overlay or file if there is one. */
export function formerOf(manifest: Manifest, all: readonly Manifest[]): Manifest | undefined {
  return (
    all.find(({ file, overlay }) => overlay === manifest.overlay && (overlay !== undefined || file === manifest.file)) ??
    all.find((each) => deployedPlace(each) === deployedPlace(manifest)) ??
    all[0]
  );
}
