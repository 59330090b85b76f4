/**
 * A run finds its placement and its strategy by name and scope: cluster-scoped ones for a ClusterStagedUpdateRun, those of its own
 * namespace for a StagedUpdateRun. Source: `pkg/controllers/updaterun/initialization.go` (`parent placement not found`, `referenced
 * updateStrategy not found`): `Initialized` False, for good. The placement is read again at each step (`validation.go`); the strategy is
 * not, because the run has a copy.
 */
import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { manifestsNamed } from '../world/manifests-by-name.ts';
import { hubHolds, isWhole } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import { isGone } from '../world/is-gone.ts';
import type { Manifest } from '../world/manifest.ts';
import { mistyped } from '../answers/mistyped.ts';
import { nameFix } from '../answers/name-fix.ts';
import { clusterPlacements, isNamed, nameOf, namespacedPlacements, placementKind } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { isInitialisedOnHub, isOverOnHub } from '../placing/run-on-hub.ts';
import { defineRule } from '../world/rule.ts';
import { type SearchScope, searchedText } from '../compare/search-scope.ts';
import { RUN_REFERENCES, runReference, type RunReference } from '../world/run-reference.ts';
import type { World } from '../world/world.ts';

interface Missing extends SearchScope {
  readonly wanted: string;
  readonly name: string;
  /** An object of that name in another scope or namespace. */
  readonly elsewhere: string | undefined;
  /** A name that was probably meant. */
  readonly meant: string | undefined;
  /** The change removes it. */
  readonly isRemoved: boolean;
  /** Objects of the kind in the manifests, the nearest first, if nothing else shows which one is meant. */
  readonly others: readonly string[];
}

export const runReferenceMissing = defineRule<Missing>({
  id: 'run-reference-missing',
  summary: 'The update run names a placement or strategy that does not exist in its scope',
  effect: 'misbehaves',
  otherwise: {
    fails: 'the hub was read and does not have it either, or the change removes it',
    advice:
      'the manifests contain only strategies of other names (this one may be kept elsewhere), or the run existed before and may have ended',
  },
  kinds: ['ClusterStagedUpdateRun', 'StagedUpdateRun'],
  why: 'A ClusterStagedUpdateRun is for a ClusterResourcePlacement and uses a ClusterStagedUpdateStrategy; a StagedUpdateRun finds ResourcePlacement and StagedUpdateStrategy in its own namespace. If it does not exist, `Initialized` is False, and the run is not tried again. The names in a run are immutable, so you must create a new run. With `{--base}` or `{--base-dir}` it is also reported if the change removes the placement, or the strategy of a new run. An existing run has a copy of its strategy. A run in progress fails if its placement is deleted; a finished run is not affected.',
  remedy: 'Name an object of the scope and namespace of the run.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ wanted, name, elsewhere, isRemoved, ...searched }) => {
    if (elsewhere !== undefined) return `The run needs the ${wanted} ${name}, but there is only ${elsewhere}.`;
    if (isRemoved) return `The run needs the ${wanted} ${name}, which this change removes.`;
    return `There is no ${wanted} ${name} ${searchedText(searched)}.`;
  },
  remedyFor: ({ wanted, elsewhere, meant, others, isRemoved }) => {
    if (elsewhere !== undefined) return `Create a ${wanted} in the scope of the run, or write the run for the scope of ${elsewhere}.`;
    if (others.length > 0)
      return `Name an existing one (${listed(others, 3)}), or ignore this if the ${wanted} is deployed from elsewhere.`;
    if (isRemoved && meant === undefined) return `Remove the run as well, keep the ${wanted}, or name one that stays.`;
    return meant === undefined ? `Add the ${wanted}, or name an existing one.` : `Did you mean ${meant}?`;
  },
  *check(manifest, world) {
    if (!isNamed(manifest) || isOverOnHub(manifest, world)) return;
    const isInitialised = isInitialisedOnHub(manifest, world);
    for (const to of ['placement', 'strategy'] as const) {
      const reference = runReference(manifest, to);
      if (reference === undefined || !isResolved(manifest, reference.at) || world.find(reference).length > 0) continue;
      const { at, kind: wanted, name } = reference;
      if (manifestsNamed(name, placementKind(world, wanted)).some((each) => isBeside(manifest, each))) continue;
      const reachable = placementKind(world, wanted).filter((each) => isBeside(manifest, each));
      const asked = hubHolds(reference, world);
      const isNew = world.before(manifest) === undefined;
      const isRemoved = asked !== false && isGone(reference, world);
      // An existing run has a copy of its strategy, and reads its placement again.
      if (isRemoved ? !isNew && to === 'strategy' : asked === true || isInitialised) continue;
      const other = elsewhereOf(reference, to, world);
      const elsewhere = other === undefined ? undefined : displayName(manifestRef(other));
      const meant = mistyped(name, reachable.map(nameOf));
      // If the manifests contain others of the kind, the missing one is reported; else it may be kept elsewhere.
      const named = reachable.filter(isNamed).map(nameOf);
      const isAdvice = !isRemoved && elsewhere === undefined && meant === undefined && asked === undefined;
      // Files that were not read may contain it, so without a likely name nothing is reported.
      if (isAdvice && (to === 'placement' || named.length === 0 || world.hasUnread)) continue;
      if (!isRemoved && elsewhere === undefined && meant !== undefined && isReportedAtPlacement(meant, manifest, world)) continue;
      const related = other === undefined ? [] : [{ manifest: other, at: '/metadata/name', message: elsewhere ?? '' }];
      const isCertain = isRemoved ? isNew || isInitialised : asked === false && isWhole(world) && !world.hasUnread;
      const effect = isCertain ? ({ effect: 'fails' } as const) : isAdvice || isRemoved ? ({ effect: 'advice' } as const) : {};
      const others = isAdvice ? [nearest(name, named) ?? ''].concat(named).filter((each) => each !== '') : [];
      // The references of an existing run cannot be changed.
      const fix = elsewhere === undefined && (isNew || !isRemoved) ? nameFix(at, name, meant, reachable.map(nameOf)) : undefined;
      yield {
        at,
        data: {
          wanted,
          name,
          elsewhere,
          meant,
          asked: asked !== undefined,
          isPartly: world.hasUnread,
          isRemoved,
          others: [...new Set(others)],
        },
        related,
        fix,
        ...effect,
      };
    }
  },
});

/** `external-without-run` reports the mistyped name at a placement that has no run because of it. */
function isReportedAtPlacement(meant: string, run: Manifest, world: World): boolean {
  const placements = run.object.kind === 'StagedUpdateRun' ? namespacedPlacements(world) : clusterPlacements(world);
  const isByRun = placements.some((each) => nameOf(each) === meant && isExternal(each.object));
  return isByRun && !placementKind(world, run.object.kind).some(({ object }) => stringAt(object, 'spec', 'placementName') === meant);
}

function isBeside(run: Manifest, other: Manifest): boolean {
  if (run.object.kind !== 'StagedUpdateRun') return true;
  return [run.namespace, undefined].includes(other.namespace) || run.namespace === undefined || !isResolved(other, '/metadata/namespace');
}

/** An object of that name in another scope or namespace; a cluster-scoped one has no other namespace. */
function elsewhereOf({ kind, name }: RunReference, to: keyof typeof RUN_REFERENCES, world: World): Manifest | undefined {
  const { kind: namespaced } = RUN_REFERENCES[to];
  const kinds = kind === namespaced ? [namespaced, `Cluster${namespaced}`] : [namespaced];
  return kinds.flatMap((each) => placementKind(world, each)).find((each) => isNamed(each) && nameOf(each) === name);
}
