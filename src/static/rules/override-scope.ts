/**
 * An override that names a placement of the wrong scope has no effect: `spec.placement.scope` defaults to Cluster, so the name is that of a
 * ClusterResourcePlacement. A ClusterResourceOverride can name no other kind. Source: `apis/placement/v1beta1/override_types.go`
 * (PlacementRef), `pkg/utils/overrider/overrider.go`.
 */
import { OVERRIDE_KINDS } from '../../selection/override.ts';
import type { Fix } from '../../fleet/json/fix.ts';
import { field, stringAt } from '../../fleet/json/json.ts';
import { manifestsNamed } from '../world/manifests-by-name.ts';
import type { Manifest } from '../world/manifest.ts';
import { clusterPlacements, isNamed, namespacedPlacements } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Mismatch {
  readonly placement: string;
  /** The kind that the override refers to, and the one that exists. */
  readonly wanted: string;
  readonly found: string;
  readonly remedy: string;
}

export const overrideScope = defineRule<Mismatch>({
  id: 'override-scope',
  summary: 'The override looks for its placement in the wrong scope and is never applied',
  effect: 'misbehaves',
  kinds: OVERRIDE_KINDS,
  why: '`spec.placement.scope` says whether the override is for a ClusterResourcePlacement (`Cluster`, the default) or for a ResourcePlacement of its own namespace (`Namespaced`). With the wrong scope the hub finds no match, does not report it, and the clusters get the objects without the override. A ClusterResourceOverride reaches ClusterResourcePlacements only.',
  remedy: 'Set `spec.placement.scope: Namespaced` for a ResourcePlacement, leave it out for a ClusterResourcePlacement.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ placement, wanted, found }) =>
    `The override is for the ${wanted} ${placement}, but ${placement} is a ${found}: it is never applied.`,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, world) {
    const name = stringAt(manifest.object, 'spec', 'placement', 'name');
    if (name === undefined || !isResolved(manifest, '/spec/placement') || !isNamed(manifest)) return;
    const scope = field(manifest.object, 'spec', 'placement', 'scope') ?? 'Cluster';
    const { clusterWide, namespaced } = placementsNamed(name, manifest, world);

    const forCluster = manifest.object.kind === 'ClusterResourceOverride' || scope === 'Cluster';
    const [wanted, others] = forCluster ? [clusterWide, namespaced] : [namespaced, clusterWide];
    const [other] = others;
    if (wanted.length > 0 || other === undefined || !isNamed(other)) return;
    yield {
      at: scope === 'Namespaced' ? '/spec/placement/scope' : '/spec/placement/name',
      data: {
        placement: name,
        wanted: forCluster ? 'ClusterResourcePlacement' : 'ResourcePlacement',
        found: other.object.kind,
        remedy: remedyFor(manifest.object.kind, forCluster),
      },
      fix: scopeFix(manifest, forCluster, others),
      related: [{ manifest: other, at: '/metadata/name', message: `the ${other.object.kind} of that name` }],
    };
  },
});

/** The other scope, if exactly one placement of that name can be meant. */
function scopeFix({ object }: Manifest, forCluster: boolean, others: readonly Manifest[]): Fix | undefined {
  if (object.kind === 'ClusterResourceOverride' || others.length > 1) return undefined;
  const value = forCluster ? 'Namespaced' : 'Cluster';
  const at = '/spec/placement';
  return stringAt(object, 'spec', 'placement', 'scope') === undefined
    ? { kind: 'entry', at, key: 'scope', value }
    : { kind: 'value', at: `${at}/scope`, value };
}

/**
 * Placements of that name that the override could be for: cluster-scoped ones, or those of its own namespace (all, if it has no namespace).
 */
function placementsNamed(
  name: string,
  override: Manifest,
  world: World,
): { clusterWide: readonly Manifest[]; namespaced: readonly Manifest[] } {
  const isOwn = (placement: Manifest): boolean =>
    override.object.kind === 'ClusterResourceOverride' || placement.namespace === override.namespace;
  return {
    clusterWide: manifestsNamed(name, clusterPlacements(world)),
    namespaced: manifestsNamed(name, namespacedPlacements(world)).filter(isOwn),
  };
}

function remedyFor(kind: string, forCluster: boolean): string {
  if (kind === 'ClusterResourceOverride')
    return 'Use a ResourceOverride with `spec.placement.scope: Namespaced` in the namespace of the placement.';
  return forCluster ? 'Add `spec.placement.scope: Namespaced`.' : 'Remove `spec.placement.scope`, or set it to Cluster.';
}
