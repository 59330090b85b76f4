import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { Override } from '../../selection/override.ts';
import { MOST_CHOICES, receiverFor, ruleChoices } from '../../schedule/delivery/rule-choices.ts';
import { variantFor } from '../../schedule/delivery/variants.ts';
import { receiverOf, type Receiver } from '../../schedule/override/override-resource.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { overridesOn } from '../../schedule/override/placement-overrides.ts';

type Cluster = Pick<MemberCluster, 'name' | 'labels'>;

/**
 * The content that the Works of one cluster must hold for one object of the snapshot. One of these lists must be matched; each is the
 * content of a Work or of a part of it.
 */
export interface ExpectedContent {
  /** The object of the snapshot. */
  readonly source: KubeObject;
  /** The possible contents; empty if an override must fail, so that the content cannot be predicted. */
  readonly alternatives: readonly (readonly KubeObject[])[];
}

/**
 * The content a cluster gets for each object of a snapshot. The work generator neither adds nor removes fields; it only applies the
 * overrides that the binding lists (KubeFleet pkg/controllers/workgenerator/controller.go, syncAllWork). The content of an envelope is
 * overridden on main. On v0.3 the envelope itself is (envelope.go, applyOverridesToEnvelopeManifests; applyOverrides).
 * @param overrides the overrides in force on the binding, in its order
 */
export function expectedContent(
  objects: readonly KubeObject[],
  overrides: readonly Override[],
  cluster: Cluster,
): readonly ExpectedContent[] {
  return objects.map((source) => ({
    source,
    alternatives: isEnvelope(source)
      ? [...patchedEnvelope(source, overrides, cluster), ...patchedContent(source, overrides, cluster)]
      : overridden(source, overrides, cluster),
  }));
}

/** The v0.3 behaviour: the envelope is overridden. */
function patchedEnvelope(envelope: KubeObject, overrides: readonly Override[], cluster: Cluster): readonly (readonly KubeObject[])[] {
  return overridden(envelope, overrides, cluster).map((patched) => patched.flatMap(enclosedObjects));
}

/** The behaviour of main: the envelope's content is overridden. */
function patchedContent(envelope: KubeObject, overrides: readonly Override[], cluster: Cluster): readonly (readonly KubeObject[])[] {
  return enclosedObjects(envelope).reduce<readonly (readonly KubeObject[])[]>(
    (lists, object) => {
      const outcomes = overridden(object, overrides, cluster);
      return lists.flatMap((list) => outcomes.map((outcome) => [...list, ...outcome])).slice(0, MOST_CHOICES);
    },
    [[]],
  );
}

/**
 * The possible results of the overrides on an object; an empty list if one of them deletes it. The first result uses the labels that the
 * cluster has now. KubeFleet does not write a Work again if labels change (upsertWork compares the names of the override snapshots). So
 * other rules of an override may have matched when the Work was written.
 */
export function overridden(object: KubeObject, overrides: readonly Override[], cluster: Cluster): readonly (readonly KubeObject[])[] {
  const ref = refOf(object);
  const own = overridesOn(overrides, ref, BUILT_IN_APIS);
  if (own.length === 0) return [[object]];
  const target = { resource: { ref, object, presence: () => 'no' as const, unresolved: [] }, overrides: own };
  const receivers = [receiverOf(cluster), ...onceLabelled(own, cluster)];
  return receivers.flatMap((receiver): readonly (readonly KubeObject[])[] => {
    const { outcome } = variantFor(target, receiver);
    if (outcome.kind === 'failed') return [];
    return [outcome.kind === 'leftOut' ? [] : [outcome.object]];
  });
}

/** Every set of rules that the cluster may have matched; the binding lists an override only if one of its rules matched. */
function onceLabelled(overrides: readonly Override[], cluster: Cluster): readonly Receiver[] {
  return ruleChoices(overrides)
    .all.map((choice) => receiverFor(choice, cluster))
    .filter((receiver) => overrides.every(({ rules }) => rules.some((rule) => receiver.matches(rule))));
}
