import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { Override } from '../../selection/override.ts';
import { choicesOfEach, receiverFor } from '../../schedule/delivery/rule-choices.ts';
import { variantFor } from '../../schedule/delivery/variants.ts';
import { receiverOf } from '../../schedule/override/override-resource.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { overridesOn } from '../../schedule/override/placement-overrides.ts';

type Cluster = Pick<MemberCluster, 'name' | 'labels'>;

/** What the Works of one cluster must hold for one object of the snapshot: the content of one of these Works or parts of a Work. */
export interface ExpectedContent {
  /** The object of the snapshot. */
  readonly source: KubeObject;
  /** Each is a list of objects; all objects of one list must be matched. */
  readonly alternatives: readonly (readonly PossibleForms[])[];
  /** Whether an override may delete the object itself. */
  readonly canBeLeftOut: boolean;
  /** False if not every alternative is listed. */
  readonly isWhole: boolean;
}

/** The possible results of the overrides on one object. There is none if an override must fail: the result cannot be predicted. */
export interface PossibleForms {
  readonly object: KubeObject;
  readonly forms: readonly KubeObject[];
  /** The form for the labels that the cluster has now; `undefined` if an override deletes it or must fail for these labels. */
  readonly now: KubeObject | undefined;
  /** Whether an override deletes it for the labels that the cluster has now. */
  readonly isLeftOutNow: boolean;
  /** Whether an override may delete it. */
  readonly canBeLeftOut: boolean;
  /** False if there may be more results: too many sets of rules may have matched. */
  readonly isWhole: boolean;
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
  return objects.map((source) => {
    const own = possibleForms(source, overrides, cluster);
    const { canBeLeftOut, isWhole } = own;
    if (!isEnvelope(source)) return { source, alternatives: [[own]], canBeLeftOut, isWhole: true };
    const asOnMain = enclosedObjects(source).map((object) => possibleForms(object, overrides, cluster));
    const asOnV03 = own.forms.map((patched) => {
      const isNow = patched === own.now;
      const inner = enclosedObjects(patched).map((object) => (isNow ? unchanged(object) : { ...unchanged(object), now: undefined }));
      return inner.length === 0 ? withoutContent(own, isNow) : inner;
    });
    const leftOut = canBeLeftOut ? [withoutContent(own, own.isLeftOutNow)] : [];
    return { source, alternatives: [...asOnV03, ...leftOut, asOnMain], canBeLeftOut, isWhole };
  });
}

/** No content of an envelope. @param isNow whether it is so for the labels that the cluster has now */
function withoutContent(envelope: PossibleForms, isNow: boolean): readonly PossibleForms[] {
  return [{ ...envelope, forms: [], now: undefined, isLeftOutNow: isNow, canBeLeftOut: true }];
}

/**
 * The possible results of the overrides on an object. KubeFleet does not write a Work again if labels change (upsertWork compares the names
 * of the override snapshots). So other rules of an override may have matched when the Work was written.
 */
export function possibleForms(object: KubeObject, overrides: readonly Override[], cluster: Cluster): PossibleForms {
  const ref = refOf(object);
  const own = overridesOn(overrides, ref, BUILT_IN_APIS);
  if (own.length === 0) return unchanged(object);
  const target = { resource: { ref, object, presence: () => 'no' as const, unresolved: [] }, overrides: own };
  // The binding lists an override only if one of its rules matched.
  const choices = choicesOfEach(own);
  const onceLabelled = choices.all.map((choice) => receiverFor(choice, cluster));
  const outcomes = [receiverOf(cluster), ...onceLabelled].map((receiver) => variantFor(target, receiver).outcome);
  const forms = outcomes.flatMap((outcome) => ('object' in outcome ? [outcome.object] : []));
  const canBeLeftOut = outcomes.some(({ kind }) => kind === 'leftOut');
  const [first] = outcomes;
  const now = first !== undefined && 'object' in first ? first.object : undefined;
  return { object, forms, now, isLeftOutNow: first?.kind === 'leftOut', canBeLeftOut, isWhole: choices.isWhole };
}

function unchanged(object: KubeObject): PossibleForms {
  return { object, forms: [object], now: object, isLeftOutNow: false, canBeLeftOut: false, isWhole: true };
}
