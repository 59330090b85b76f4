import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { enclosedObjects, isEnvelope } from '../../../fleet/kubefleet/envelope.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import { memberCluster } from '../../../fleet/kubefleet/member-cluster.ts';
import { objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { overrideOf } from '../../../selection/override.ts';
import { overridesOn } from '../../../schedule/override/placement-overrides.ts';
import { overrideDemand } from '../../deploy/override.ts';
import { isOverride } from '../../../selection/override.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { overridden } from '../../rollout/expected-content.ts';
import { overrideIn, overridesInForce } from '../../rollout/overrides-in-force.ts';
import { isSameManifest, manifestsIn } from '../../rollout/work-content.ts';
import type { BindingView } from '../../view/binding.ts';
import { seenObjects } from '../../view/seen.ts';
import type { Observation } from '../observation.ts';

/**
 * Overrides of the deploy that are for what an envelope holds, and that a cluster did not get. v0.3 applies overrides of the envelope and not
 * of its content, and reports nothing. main overrides the content (KubeFleet pkg/utils/overrider/overrider.go,
 * FetchAllMatchingOverridesForResourceSnapshot; pkg/controllers/workgenerator/envelope.go, applyOverridesToEnvelopeManifests).
 */
export function envelopedOverrideObservations(context: PlacementContext): readonly Observation[] {
  const { deploy = [], freshness } = context;
  const envelopes = freshness.kind === 'fresh' ? (freshness.group?.objects ?? []).filter(isEnvelope) : [];
  const held = envelopes.flatMap(enclosedObjects);
  if (held.length === 0) return [];
  const good = context.clusters.filter((state) => state.good);
  return deploy.filter(isOverride).flatMap((override) => good.flatMap((state) => missingOn(context, state, override, held)));
}

function missingOn(
  context: PlacementContext,
  state: ClusterState,
  override: KubeObject,
  held: readonly KubeObject[],
): readonly Observation[] {
  const { hub, members, view } = context;
  const member = members?.get(state.cluster)?.object;
  const { binding } = state;
  const isSeen = seenObjects(hub, `${override.kind}Snapshot`, override.metadata.namespace) !== undefined;
  if (member === undefined || binding === undefined || !isSeen) return [];
  const demand = overrideDemand(hub, override, view.object, held, member);
  if (demand.kind === 'none') return [];
  const isListed = demand.kind === 'inForce' && binding.overrides.includes(demand.snapshotName);
  if (isListed && isApplied(hub, { binding, works: state.works, member }, override, held)) return [];
  const notListed = demand.kind === 'wait' ? demand.message : `binding ${binding.name} does not list ${demand.snapshotName}`;
  const evidence = isListed ? `binding ${binding.name} lists it, and its Works hold the content of the envelope without it` : notListed;
  return [
    {
      scope: 'cluster',
      step: 'Overridden',
      fact: 'override-missing',
      target: view.ref,
      cluster: state.cluster,
      object: refOf(override),
      evidence: [evidence],
      words: { enveloped: 'true' },
    },
  ];
}

interface ClusterContent {
  readonly binding: BindingView;
  readonly works: ClusterState['works'];
  readonly member: KubeObject;
}

/** The Works hold what the override is for as the overrides in force make it; where they cannot be read, nothing speaks against it. */
function isApplied(hub: HubState, { binding, works, member }: ClusterContent, deployed: KubeObject, held: readonly KubeObject[]): boolean {
  const own = overrideOf(deployed, deployed.metadata.namespace);
  const inForce = overridesInForce(hub, binding)?.flatMap((snapshot) => overrideIn(snapshot) ?? []);
  if (works === undefined || own === undefined || inForce === undefined) return true;
  const manifests = manifestsIn(works).map(({ manifest }) => manifest);
  const targets = held.filter((object) => overridesOn([own], refOf(object), BUILT_IN_APIS).length > 0);
  return targets.every((object) => {
    const copies = manifests.filter((manifest) => objectKey(refOf(manifest)) === objectKey(refOf(object)));
    return overridden(object, inForce, memberCluster(member)).some(([outcome]) =>
      outcome === undefined ? copies.length === 0 : copies.some((copy) => isSameManifest(copy, outcome)),
    );
  });
}
