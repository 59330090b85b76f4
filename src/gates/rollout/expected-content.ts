import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { Override, OverrideRule } from '../../selection/override.ts';
import { MOST_CHOICES, ruleChoices } from '../../schedule/delivery/rule-choices.ts';
import { variantFor } from '../../schedule/delivery/variants.ts';
import { receiverOf, type Receiver } from '../../schedule/override/override-resource.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { overridesOn } from '../../schedule/override/placement-overrides.ts';

type Cluster = Pick<MemberCluster, 'name' | 'labels'>;

/**
 * What the Works of one cluster must hold of one object of the snapshot. One of these lists must be met; each is the content of a Work or
 * of a part of it.
 */
export interface ExpectedContent {
  /** The object of the snapshot. */
  readonly source: KubeObject;
  /** The possible contents; empty where an override must fail, so that nothing can be said. */
  readonly alternatives: readonly (readonly KubeObject[])[];
}

/**
 * What a cluster is given of each object of a snapshot. The work generator adds nothing to an object and strips nothing from it, it only
 * applies the overrides that the binding lists (KubeFleet pkg/controllers/workgenerator/controller.go, syncAllWork). What an envelope holds is
 * overridden on main, and not on v0.3, where the envelope itself is (envelope.go, applyOverridesToEnvelopeManifests; applyOverrides).
 * @param overrides those in force on the binding, in its order
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

/** As v0.3 does it. */
function patchedEnvelope(envelope: KubeObject, overrides: readonly Override[], cluster: Cluster): readonly (readonly KubeObject[])[] {
  return overridden(envelope, overrides, cluster).map((patched) => patched.flatMap(enclosedObjects));
}

/** As main does it. */
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
 * An object after its overrides; an empty list where one of them leaves it out. The first answer is by the labels the cluster has now.
 * KubeFleet does not write a Work anew when labels change (upsertWork compares the names of the override snapshots). So any rules of an
 * override may have matched when the Work was written.
 */
export function overridden(object: KubeObject, overrides: readonly Override[], cluster: Cluster): readonly (readonly KubeObject[])[] {
  const ref = refOf(object);
  const own = overridesOn(overrides, ref, BUILT_IN_APIS);
  if (own.length === 0) return [[object]];
  const target = { resource: { ref, object, presence: () => 'no' as const, unresolved: [] }, overrides: own };
  const receivers = [receiverOf(cluster), ...onceLabelled(own).map((matches): Receiver => ({ cluster, matches }))];
  return receivers.flatMap((receiver): readonly (readonly KubeObject[])[] => {
    const { outcome } = variantFor(target, receiver);
    if (outcome.kind === 'failed') return [];
    return [outcome.kind === 'leftOut' ? [] : [outcome.object]];
  });
}

/** Every choice of rules that the cluster can have matched; the binding lists an override only where one of its rules did. */
function onceLabelled(overrides: readonly Override[]): readonly Receiver['matches'][] {
  return ruleChoices(overrides).all.flatMap((atoms) => {
    const chosen = new Set(atoms.flatMap(({ rules }) => [...rules]));
    const isListed = overrides.every(({ rules }) => rules.some((rule) => chosen.has(rule)));
    return isListed ? [(rule: OverrideRule): boolean => chosen.has(rule)] : [];
  });
}
