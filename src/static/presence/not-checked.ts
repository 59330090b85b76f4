import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { policyOf, restsOnProperties, type PlacementPolicy } from '../../fleet/kubefleet/placement-policy.ts';
import { coverageByPolicies } from '../../schedule/reach/policy-coverage.ts';
import type { Manifest } from '../world/manifest.ts';
import { namespaceSources } from '../placing/namespace-sources.ts';
import { openNeeds } from './open-needs.ts';
import { listed } from '../../fleet/text/listed.ts';
import { allPlacements, isNamed, placementKind } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { runTarget } from '../world/run-reference.ts';
import type { World } from '../world/world.ts';
import { inNamespace } from '../../fleet/kubernetes/object.ts';

/** A placement or run that was checked without some facts about the clusters, and the resulting unknown, as words before "is not known". */
export interface NotChecked {
  readonly manifest: Manifest;
  readonly what: string;
}

/**
 * The checks that need the member clusters. If the clusters of the manifests are used instead, those that need facts that only a hub
 * reports. Empty if the clusters are known.
 */
export function notChecked(world: World): readonly NotChecked[] {
  const { members, assumed } = world;
  const judged = new Set(world.judged);
  const placements = allPlacements(world).filter((manifest) => judged.has(manifest));
  if (members !== undefined) {
    if (assumed.size === 0) return [];
    const resting = placements.filter(
      (placement) => isResolved(placement, '/spec/policy') && restsOnProperties(policyOf(placement.object)),
    );
    return resting.map((manifest) => ({ manifest, what: 'which clusters have the properties it asks for' }));
  }
  const needs = openNeeds(world);
  const runs = [...placementKind(world, 'ClusterStagedUpdateRun'), ...placementKind(world, 'StagedUpdateRun')];
  return [
    ...placements.flatMap((manifest) => {
      const needed = needs.get(manifest) ?? [];
      const open = [
        ...openOf(manifest, world),
        ...(needed.length === 0 ? [] : [`whether ${listed(needed, 3)} ${needed.length === 1 ? 'is' : 'are'} on every cluster it picks`]),
      ];
      return open.length === 0 ? [] : [{ manifest, what: open.join(', and ') }];
    }),
    ...runs
      .filter((run) => judged.has(run) && isStaged(run, world))
      .map((manifest) => ({ manifest, what: 'whether its stages cover each cluster of the placement exactly once' })),
  ];
}

/** An unknown policy is reported as such. */
function openOf(placement: Manifest, world: World): readonly string[] {
  if (!isResolved(placement, '/spec/policy')) return [];
  const policy = policyOf(placement.object);
  return [...picksOf(policy), ...(reachIsOpen(placement, world) ? ['whether its namespace is on every cluster it picks'] : [])];
}

function picksOf({ placementType, clusterNames, numberOfClusters, required, spread }: PlacementPolicy): readonly string[] {
  if (placementType === 'PickFixed')
    return clusterNames.length === 0 ? [] : ['whether the clusters it names are in the fleet and eligible'];
  if (placementType === 'PickN') {
    const count =
      numberOfClusters === 1 ? 'whether 1 cluster is eligible' : `whether ${numberOfClusters ?? 'enough'} clusters are eligible`;
    return numberOfClusters === 0 ? [] : [spread.length === 0 ? count : `${count} and how they spread`];
  }
  return required.length === 0 ? [] : ['whether any cluster matches its affinity'];
}

/** Whether the policies do not decide if the namespace of a ResourcePlacement reaches its clusters. */
function reachIsOpen({ object, namespace }: Manifest, world: World): boolean {
  if (object.kind !== 'ResourcePlacement' || namespace === undefined) return false;
  const sources = namespaceSources(namespace, world);
  if (sources.length === 0) return false;
  const placed = inNamespace(object, namespace);
  const others = sources.map(({ placement }) => placement.object);
  return sources.some(({ isCertain }) => !isCertain) || coverageByPolicies(placed, others).kind === 'unknown';
}

function isStaged(run: Manifest, world: World): boolean {
  if (!isNamed(run) || !isResolved(run, '/spec')) return false;
  const placement = runTarget(run, 'placement', world);
  return placement !== undefined && runTarget(run, 'strategy', world) !== undefined && isExternal(placement.object);
}
