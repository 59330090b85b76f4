/**
 * A ResourcePlacement never creates its namespace on the members: something else has to, as a rule a ClusterResourcePlacement that selects the
 * Namespace. Source: `pkg/controllers/workapplier/apply.go` (the API server answers `namespaces "x" not found`, `ManifestApplyFailed`), and
 * `pkg/scheduler/framework/plugins/namespaceaffinity` where the hub collects namespaces.
 */
import { isDeepStrictEqual } from 'node:util';
import { objectAt } from '../../fleet/json.ts';
import { policyOf } from '../../fleet/placement-policy.ts';
import { isNamespaceSelector } from '../../fleet/resource-selector.ts';
import { claimsOf, selectorsOf } from '../claims.ts';
import type { Manifest } from '../manifest.ts';
import { clusterPlacements, nameOf } from '../placements.ts';
import { reachOf, type Reach } from '../reach.ts';
import { isResolved } from '../resolved.ts';
import { defineRule } from '../rule.ts';
import type { World } from '../world.ts';

interface NotPlaced {
  readonly namespace: string;
  /** Clusters that lack it; empty where no placement brings it anywhere, `undefined` where only the ones that have it are known. */
  readonly lacking: readonly string[] | undefined;
  readonly having: readonly string[];
}

export const rpNamespaceNotPlaced = defineRule<NotPlaced>({
  id: 'rp-namespace-not-placed',
  summary: 'The namespace of the ResourcePlacement does not reach all of its clusters',
  effect: 'fails',
  kinds: ['ResourcePlacement'],
  why: 'A ResourcePlacement places objects into its namespace and never creates the namespace itself. On a cluster without it every object fails with `ManifestApplyFailed` and `namespaces "…" not found`, unless the hub collects namespaces: then the cluster is left out, and a PickAll placement reports success with no cluster at all. A ClusterResourcePlacement has to bring the Namespace, best with `selectionScope: NamespaceOnly`.',
  remedy: 'Add a ClusterResourcePlacement that selects the Namespace with `selectionScope: NamespaceOnly` and picks the same clusters.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/resourceplacement',
  message: ({ namespace, lacking, having }) => {
    if (lacking === undefined)
      return `Namespace ${namespace} is placed on ${listed(having)} only, and this placement can pick other clusters.`;
    if (lacking.length === 0) return `No ClusterResourcePlacement of these manifests places namespace ${namespace}.`;
    return `Namespace ${namespace} is not placed on ${listed(lacking)}, where this placement goes.`;
  },
  *check(manifest, world) {
    const { namespace } = manifest;
    if (namespace === undefined || ON_EVERY_CLUSTER.has(namespace) || !isResolved(manifest, '/metadata/namespace', '/spec/policy')) return;
    const declared = world.find({ group: '', kind: 'Namespace', name: namespace });
    const isDeclared = declared.some((object) => isResolved(object, '/metadata/labels'));
    const bringers = clusterPlacements(world).filter((placement) => couldBring(placement, namespace, isDeclared, world));
    const at = '/metadata/namespace';
    if (bringers.length === 0) {
      // Where neither the Namespace is kept here nor any is placed from here, both may well be in another repository.
      const isOurs = declared.length > 0;
      const placesOthers = clusterPlacements(world).some((placement) => selectorsOf(placement).some(isNamespaceSelector));
      if (isOurs || placesOthers) yield { at, data: { namespace, lacking: [], having: [] }, effect: isOurs ? 'misbehaves' : 'advice' };
      return;
    }
    if (bringers.some((placement) => !brings(placement, namespace, world) || hasSamePolicy(placement, manifest))) return;
    const related = bringers.map((placement) => ({
      manifest: placement,
      at: '/spec/policy',
      message: `${nameOf(placement)} places the namespace`,
    }));
    const having = union(bringers.map((placement) => reachOf(placement, world)));
    const wanted = reachOf(manifest, world);
    if (having === undefined) return;
    if (wanted.kind === 'clusters') {
      const lacking = wanted.names.filter((name) => !having.includes(name) && !hasNamespace(name, namespace, world));
      if (lacking.length > 0) yield { at, data: { namespace, lacking, having }, related };
      return;
    }
    if (world.members !== undefined) return;
    // Required labels may well mean just the clusters that have the namespace.
    const effect = policyOf(manifest.object).required.length > 0 ? 'advice' : 'misbehaves';
    yield { at, data: { namespace, lacking: undefined, having }, related, effect };
  },
});

const ON_EVERY_CLUSTER = new Set(['default', 'kube-system', 'kube-public', 'kube-node-lease']);

function listed(names: readonly string[]): string {
  const rest = names.length - 5;
  return rest > 0 ? `${names.slice(0, 5).join(', ')} and ${rest} more` : names.join(', ');
}

function brings(placement: Manifest, namespace: string, world: World): boolean {
  const isIt = claimsOf(placement, world).some(
    (claim) => claim.kind === 'object' && claim.objectKind === 'Namespace' && claim.name === namespace,
  );
  return isIt && isResolved(placement, '/spec/policy');
}

/** Also when an unexpanded variable may be the namespace, or labels may match a Namespace that the manifests do not hold. */
function couldBring(placement: Manifest, namespace: string, isDeclared: boolean, world: World): boolean {
  if (brings(placement, namespace, world) || !isResolved(placement, '/spec')) return true;
  return !isDeclared && selectorsOf(placement).some((selector) => isNamespaceSelector(selector) && selector.name === '');
}

function hasSamePolicy(a: Manifest, b: Manifest): boolean {
  return isDeepStrictEqual(policyOf(a.object), policyOf(b.object));
}

/** All clusters that are reached; `undefined` when one placement reaches everything, or more than can be told. */
function union(reaches: readonly Reach[]): readonly string[] | undefined {
  const names = new Set<string>();
  for (const reach of reaches) {
    if (reach.kind !== 'clusters') return undefined;
    for (const name of reach.names) names.add(name);
  }
  return [...names].toSorted();
}

/** Whether the member reported the namespace itself (hubs that collect namespaces). */
function hasNamespace(cluster: string, namespace: string, { members = [] }: World): boolean {
  const member = members.find(({ metadata }) => metadata.name === cluster);
  return Object.hasOwn(objectAt(member, 'status', 'namespaces') ?? {}, namespace);
}
