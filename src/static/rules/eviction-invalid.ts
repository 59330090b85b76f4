/**
 * The controller executes an eviction only if there is a ClusterResourcePlacement of the name with a binding for the cluster. It checks
 * once: an eviction with `Valid` False is not retried. Source: `pkg/controllers/clusterresourceplacementeviction/controller.go`
 * (validateEviction), `pkg/utils/condition/reason.go`, v0.3.1 and main.
 */
import { stringAt } from '../../fleet/json/json.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { listed } from '../../fleet/text/listed.ts';
import { mistyped } from '../answers/mistyped.ts';
import { heldClusters } from '../delivery/held-clusters.ts';
import { isNewPlacement } from '../presence/hindrances.ts';
import { hubHolds, isWhole } from '../world/hub-holds.ts';
import { isGone } from '../world/is-gone.ts';
import { knownCluster, knownClusters } from '../world/known-clusters.ts';
import { manifestsNamed } from '../world/manifests-by-name.ts';
import type { Manifest } from '../world/manifest.ts';
import { allPlacements, clusterPlacements, isNamed, namespacedPlacements, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

interface Invalid {
  readonly says: string;
  readonly remedy: string;
}

export const evictionInvalid = defineRule<Invalid>({
  id: 'eviction-invalid',
  summary: 'The eviction names a placement or a cluster that has nothing to evict',
  effect: 'misbehaves',
  otherwise: { fails: 'the hub, or the list of the member clusters, shows that it is not there' },
  kinds: ['ClusterResourcePlacementEviction'],
  why: 'An eviction removes one ClusterResourcePlacement from one cluster. The hub accepts any names. The controller then looks for a ClusterResourcePlacement of that name, and for its binding on that cluster. If one of them is missing, the eviction ends with `Valid` False and is not tried again. Evictions do not apply to ResourcePlacements.',
  remedy: 'Name a ClusterResourcePlacement and a member cluster that has it. An invalid eviction is not tried again: create a new one.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/clusterresourceplacementeviction',
  message: ({ says }) => `${says}, so the eviction ends as invalid.`,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, judged) {
    // It was executed, or ended as invalid, when it was new.
    if (!isResolved(manifest, '/spec') || judged.before(manifest) !== undefined) return;
    const world = withHub(judged);
    const [placement = '', cluster = ''] = ['placementName', 'clusterName'].map((field) => stringAt(manifest.object, 'spec', field));
    if (placement === '' || cluster === '') {
      const field = placement === '' ? 'placementName' : 'clusterName';
      const isWritten = stringAt(manifest.object, 'spec', field) !== undefined;
      if (isWritten) yield { at: `/spec/${field}`, data: { says: `\`${field}\` is empty`, remedy: 'Write a name.' }, effect: 'fails' };
      return;
    }
    const ofPlacement = placementFault(placement, judged, world);
    if (ofPlacement !== undefined) yield { at: '/spec/placementName', ...ofPlacement };
    const ofCluster = clusterFault(placement, cluster, judged, world);
    if (ofCluster !== undefined) yield { at: '/spec/clusterName', ...ofCluster };
  },
});

interface Found {
  readonly data: Invalid;
  readonly effect?: 'fails';
}

function placementFault(name: string, judged: World, world: World): Found | undefined {
  const [declared, ...others] = manifestsNamed(name, clusterPlacements(judged));
  if (declared !== undefined) return others.length === 0 ? tooEarly(declared, judged) : undefined;
  const ref = { group: PLACEMENT_GROUP, kind: 'ClusterResourcePlacement', name };
  if (isGone(ref, judged))
    return {
      data: {
        says: `This change removes the ClusterResourcePlacement ${name}`,
        remedy: 'Remove the eviction: when the placement is deleted, its objects are removed from all clusters.',
      },
    };
  const held = hubHolds(ref, judged);
  if (held === true) return undefined;
  const isMissing = held === false && isWhole(judged);
  const grave = isMissing ? ({ effect: 'fails' } as const) : {};
  const [namespace, ofNamespace] = name.split('/');
  const namespaced = namespacedPlacements(world).find(
    (each) => isNamed(each) && nameOf(each) === (ofNamespace ?? name) && (ofNamespace === undefined || each.namespace === namespace),
  );
  if (namespaced !== undefined)
    return {
      data: {
        says: `\`${name}\` is a ResourcePlacement, and KubeFleet evicts ClusterResourcePlacements only`,
        remedy: 'Remove the eviction. To remove a ResourcePlacement from a cluster, change its policy, or taint the cluster.',
      },
      ...(ofNamespace === undefined ? grave : ({ effect: 'fails' } as const)),
    };
  if (ofNamespace !== undefined)
    return {
      data: { says: `\`${name}\` is not a name of a ClusterResourcePlacement`, remedy: 'Write the name of the placement.' },
      effect: 'fails',
    };
  const meant = mistyped(name, clusterPlacements(world).filter(isNamed).map(nameOf));
  if (meant === undefined && !isMissing) return undefined;
  return {
    data: {
      says: `There is no ClusterResourcePlacement ${name}${isMissing ? ', neither among the manifests nor on the hub' : ' among the manifests'}`,
      remedy: meant === undefined ? 'Write the name of the placement.' : `Did you mean ${meant}?`,
    },
    ...grave,
  };
}

/** The hub evicts at once, and a new placement has no binding until it is scheduled. */
function tooEarly(placement: Manifest, world: World): Found | undefined {
  if (!isNamed(placement) || isNewPlacement(placement, world) !== true) return undefined;
  return {
    data: {
      says: `\`${nameOf(placement)}\` is new in this change as well and not on any cluster when the hub reads the eviction`,
      remedy: 'Remove the eviction. To keep a placement from a cluster, exclude the cluster in its policy.',
    },
  };
}

function clusterFault(placement: string, cluster: string, judged: World, world: World): Found | undefined {
  const clusters = knownClusters(judged);
  if (clusters === undefined) return undefined;
  if (knownCluster(cluster, judged) === undefined) {
    const names = clusters.map(({ name }) => name);
    const meant = mistyped(cluster, names);
    const remedy =
      meant === undefined
        ? `Write the name of a member cluster${names.length === 0 ? '' : `: ${listed(names, 5)}`}.`
        : `Did you mean ${meant}?`;
    return { data: { says: `There is no member cluster ${cluster}`, remedy }, effect: 'fails' };
  }
  const [placed, ...others] = allPlacements(world).filter(
    (each) => each.object.kind === 'ClusterResourcePlacement' && isNamed(each) && nameOf(each) === placement,
  );
  if (placed === undefined || others.length > 0) return undefined;
  const on = heldClusters(placed, judged);
  if (on === undefined || on.names.includes(cluster)) return undefined;
  const says = `\`${placement}\` is not on ${cluster}`;
  const which = on.isPossible === true ? 'possible: ' : '';
  const remedy = `Name a cluster that has it: ${on.names.length === 0 ? 'today there is none' : `${which}${listed(on.names, 5)}`}.`;
  return { data: { says, remedy }, ...(on.isSeen ? { effect: 'fails' } : {}) };
}
