/**
 * A ResourcePlacement never creates its namespace on the members. Something else must do it, usually a ClusterResourcePlacement that
 * selects the Namespace. Source: `pkg/controllers/workapplier/apply.go` (the API server answers `namespaces "x" not found`,
 * `ManifestApplyFailed`), and `pkg/scheduler/framework/plugins/namespaceaffinity` if the hub collects namespaces.
 */
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { listed } from '../../fleet/text/listed.ts';
import { groupOf, inNamespace } from '../../fleet/kubernetes/object.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { NAMESPACES_OF_EVERY_HUB } from '../../selection/propagation.ts';
import { isNamespaceSelector } from '../../selection/resource-selector.ts';
import { coverageByPolicies } from '../../schedule/reach/policy-coverage.ts';
import { mistyped, onlySlip } from '../answers/mistyped.ts';
import { hubHolds } from '../world/hub-holds.ts';
import { selectorsOf } from '../world/selectors.ts';
import type { Manifest } from '../world/manifest.ts';
import { notArrived, type NotArrived } from '../placing/arrived-namespace.ts';
import { selectedNamespaces } from '../placing/known-namespaces.ts';
import { type NamespaceSource, namespaceSources, reportsNamespace } from '../placing/namespace-sources.ts';
import { clusterPlacements, isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { type SearchScope, searchedText } from '../compare/search-scope.ts';
import { whatIf } from '../placing/what-if.ts';
import { isEmptyOn, isEmptyWithout } from '../presence/deleted-with-namespace.ts';
import { lackOf } from '../presence/lacking.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

/**
 * `absent`: the hub does not have it · `nowhere`: no placement brings it to any cluster · `lacking`: these clusters do not get it ·
 * `elsewhere`: it goes to none of the clusters · `kept`: it does not reach clusters whose names are not known · `only`: it goes only to
 * these clusters, and the clusters of the placement are not known · `notArrived`: the hub has the placement that should bring it, and it
 * did not arrive there.
 */
type NotPlaced =
  | ({ readonly kind: 'nowhere'; readonly namespace: string; readonly meant: string | undefined } & SearchScope)
  | { readonly kind: 'absent'; readonly namespace: string; readonly meant: string | undefined }
  | { readonly kind: 'elsewhere'; readonly namespace: string; readonly sources: readonly string[] }
  | { readonly kind: 'lacking'; readonly namespace: string; readonly why: string | undefined; readonly sources: readonly string[] }
  | { readonly kind: 'kept'; readonly namespace: string; readonly because: string }
  | { readonly kind: 'only'; readonly namespace: string; readonly clusters: readonly string[]; readonly sources: readonly string[] }
  | { readonly kind: 'notArrived'; readonly namespace: string; readonly source: string; readonly why: NotArrived };

export const rpNamespaceNotPlaced = defineRule<NotPlaced>({
  id: 'rp-namespace-not-placed',
  summary: 'The namespace of the ResourcePlacement does not reach all of its clusters',
  effect: 'fails',
  otherwise: {
    rejected: 'the hub was read and does not have the namespace, and neither do these files',
    misbehaves:
      'no placement here sends it, its name may be misspelt, the placement can pick clusters without it, or the placement that sends it has not done so yet',
    advice: 'another repository may place the Namespace, or labels may limit the placement to clusters that have it',
  },
  kinds: ['ResourcePlacement'],
  why: 'A ResourcePlacement places objects into its namespace but does not create the namespace. On a cluster without it every object fails with `ManifestApplyFailed` and `namespaces "…" not found`. If the hub collects the namespaces of members, the scheduler skips such a cluster instead, and a PickAll placement can succeed without any cluster. A ClusterResourcePlacement must place the Namespace, preferably with `selectionScope: NamespaceOnly`.',
  remedy: 'Add a ClusterResourcePlacement that selects the Namespace with `selectionScope: NamespaceOnly` and picks the same clusters.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/resourceplacement',
  message: (data) => {
    const { namespace } = data;
    if (data.kind === 'nowhere') return `No ClusterResourcePlacement ${searchedText(data)} places namespace ${namespace}.`;
    if (data.kind === 'elsewhere') return `Namespace ${namespace} is placed on other clusters than the ones this placement can pick.`;
    if (data.kind === 'notArrived')
      return `Namespace ${namespace} is not on {clusters}: ${data.source} ${data.why === 'never' ? 'was never rolled out there' : 'failed there'}.`;
    if (data.kind === 'kept') return `Namespace ${namespace} does not reach all clusters of this placement: ${data.because}.`;
    if (data.kind === 'absent')
      return `Namespace ${namespace} is neither in these files nor on the hub, so the hub refuses the ResourcePlacement.`;
    if (data.kind === 'only')
      return `Namespace ${namespace} is placed on ${listed(data.clusters, 5)} only, and this placement can pick other clusters.`;
    return `Namespace ${namespace} is not placed on {clusters}, where this placement goes${data.why === undefined ? '' : `: ${data.why}`}.`;
  },
  remedyFor: (data) => {
    if ((data.kind === 'nowhere' || data.kind === 'absent') && data.meant !== undefined) return `Did you mean ${data.meant}?`;
    if (data.kind === 'nowhere') return undefined;
    if (data.kind === 'absent') return `Add Namespace ${data.namespace}, or correct the name.`;
    if (data.kind === 'kept' || (data.kind === 'lacking' && data.why !== undefined))
      return `Let Namespace ${data.namespace} through to all clusters of this placement, or keep this placement from them.`;
    // A further placement of the Namespace would overlap with the first.
    if (data.kind !== 'notArrived')
      return `Let ${listed(data.sources, 3)} pick the clusters of this placement too, or limit this placement to clusters that have the namespace.`;
    return data.why === 'never'
      ? `Roll out ${data.source} first, by an update run if its strategy is External.`
      : `Correct ${data.source} first: its status shows what failed.`;
  },
  *check(manifest, judged) {
    const world = withHub(judged);
    const { namespace } = manifest;
    if (
      namespace === undefined ||
      NAMESPACES_OF_EVERY_HUB.includes(namespace) ||
      !isResolved(manifest, '/metadata/namespace', '/spec/policy')
    )
      return;
    const at = '/metadata/namespace';
    const named = { group: '', kind: 'Namespace', name: namespace };
    if (world.find(named).length === 0 && hubHolds(named, world) === false) {
      yield { at, data: { kind: 'absent', namespace, meant: similarTo(namespace, world) }, effect: 'rejected' };
      return;
    }
    const sources = namespaceSources(namespace, world);
    if (sources.length === 0) {
      // If the manifests neither contain the Namespace nor place any, both are probably in another repository.
      const asked = world.hub?.visibility({ group: PLACEMENT_GROUP, kind: 'ClusterResourcePlacement' }).kind === 'seen';
      const picked = whatIf(manifest, world)?.picked ?? [];
      const isThere = picked.length > 0 && picked.every((name) => reportsNamespace(name, namespace, world));
      const isRemoved = world.gone.some(({ object }) => object.kind === 'Namespace' && object.metadata.name === namespace);
      const isOurs = isRemoved || world.find(named).length > 0;
      const meant = isOurs ? undefined : similarTo(namespace, world);
      const placesOthers = clusterPlacements(world).some((placement) => selectorsOf(placement, world).some(isNamespaceSelector));
      if (!isThere && (asked || isOurs || placesOthers || meant !== undefined))
        yield {
          at,
          data: { kind: 'nowhere', namespace, meant, asked, isPartly: world.hasUnread },
          needed: named,
          effect: asked || isOurs || meant !== undefined ? 'misbehaves' : 'advice',
        };
      return;
    }
    if (sources.some(({ isCertain }) => !isCertain)) return;
    const related = sources.map(({ placement }) => ({
      manifest: placement,
      at: '/spec/policy',
      message: `${nameOf(placement)} places the namespace`,
    }));
    const carriers = sources.map(({ placement }) => placement);
    const senders = [...new Set(carriers.map(nameOf))];
    const lack = lackOf(manifest, named, carriers, world);
    if (lack !== undefined) {
      const clusters = lack.clusters.filter((name) => !reportsNamespace(name, namespace, world) && !isEmptyOn(name, manifest, world));
      const common = { at, related: [...lack.because, ...related], ...(lack.effect === undefined ? {} : { effect: lack.effect }) };
      if (clusters.length > 0) yield { ...common, data: { kind: 'lacking', namespace, why: lack.why, sources: senders }, clusters };
      else if (lack.clusters.length === 0 && !isEmptyWithout(named, carriers, manifest, world)) {
        const [because] = lack.because;
        const data: NotPlaced =
          because === undefined
            ? { kind: 'elsewhere', namespace, sources: senders }
            : { kind: 'kept', namespace, because: because.message };
        yield { ...common, data };
      }
      return;
    }
    const late = lateOn(manifest, namespace, sources, world);
    if (late !== undefined) {
      const { clusters, ...data } = late;
      yield { at, data: { kind: 'notArrived', namespace, ...data }, related, clusters, effect: 'misbehaves' };
      return;
    }
    const others = carriers.map(({ object }) => object);
    if (world.members !== undefined || coverageByPolicies(inNamespace(manifest.object, namespace), others).kind === 'covered') return;
    const only = others.map(policyOf).map(({ placementType, clusterNames }) => (placementType === 'PickFixed' ? clusterNames : undefined));
    if (only.includes(undefined)) return;
    // Required labels may well mean just the clusters that have the namespace.
    const effect = policyOf(manifest.object).required.length > 0 ? 'advice' : 'misbehaves';
    const clusters = [...new Set(only.flatMap((names = []) => names))].toSorted();
    yield { at, data: { kind: 'only', namespace, clusters, sources: senders }, related, effect };
  },
});

/** A Namespace of the manifests or the hub with almost the same name, or one that a placement selects by a name that can only be meant. */
function similarTo(namespace: string, world: World): string | undefined {
  const namespaces = world.ofKind('Namespace').filter((each) => groupOf(each.object.apiVersion) === '' && isNamed(each));
  return mistyped(namespace, namespaces.map(nameOf)) ?? onlySlip(namespace, selectedNamespaces(world));
}

interface Late {
  readonly clusters: readonly string[];
  readonly source: string;
  readonly why: NotArrived;
}

/** The clusters of the placement on which the namespace did not arrive, as the hub shows. */
function lateOn(manifest: Manifest, namespace: string, sources: readonly NamespaceSource[], world: World): Late | undefined {
  const picked = (whatIf(manifest, world)?.picked ?? []).filter((name) => !reportsNamespace(name, namespace, world));
  const late = picked.flatMap((cluster) => {
    const all = sources.map(({ placement }) => ({ cluster, placement, why: notArrived(placement, cluster, namespace, world) }));
    return all.some(({ why }) => why === undefined) ? [] : all.slice(0, 1);
  });
  const [first] = late;
  if (first?.why === undefined) return undefined;
  const sameReason = late.filter(({ placement, why }) => placement === first.placement && why === first.why);
  return { clusters: sameReason.map(({ cluster }) => cluster), source: nameOf(first.placement), why: first.why };
}
