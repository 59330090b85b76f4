import { fleetLabel } from '../../fleet/kubefleet/fleet-metadata.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import type { Condition } from '../../fleet/kubernetes/condition.ts';
import { listAt, numberAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import type { JsonObject } from '../../fleet/json/json.ts';
import { isDeleting, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { identifiedBy } from '../../fleet/kubefleet/identified-by.ts';
import { differenceOf } from './binding.ts';
import type { Difference } from './binding.ts';
import { isCurrent } from './seen.ts';

/** One Work: the manifests a member agent must apply, and its results. */
export interface WorkView {
  readonly object: KubeObject;
  readonly name: string;
  readonly binding: string;
  /**
   * Namespace of its ResourcePlacement; absent for a ClusterResourcePlacement. Names alone are ambiguous (KubeFleet
   * apis/placement/v1beta1/commons.go).
   */
  readonly placementNamespace: string | undefined;
  readonly placement: string | undefined;
  readonly index: number | undefined;
  readonly deleting: boolean;
  readonly applied: Condition | undefined;
  readonly available: Condition | undefined;
  readonly diffReported: Condition | undefined;
  readonly manifests: readonly ManifestView[];
}

export interface ManifestView {
  readonly object: ObjectRef;
  readonly conditions: readonly Condition[];
  /** The object's own status on the member, if it is reported back. */
  readonly reportedStatus: JsonObject | undefined;
  /** The fields that drifted on the member. */
  readonly drifted: Difference | undefined;
  /** The fields that differ on the member, if the object existed there before KubeFleet managed it. */
  readonly diffed: Difference | undefined;
}

export function toWork(object: KubeObject): WorkView {
  const conditions = conditionsAt(object, 'status', 'conditions');
  const current = (type: string): Condition | undefined => {
    const condition = findCondition(conditions, type);
    return isCurrent(condition, object.metadata.generation) ? condition : undefined;
  };
  const index = Number.parseInt(fleetLabel(object, 'parent-resource-snapshot-index') ?? '', 10);
  return {
    object,
    name: object.metadata.name,
    binding: fleetLabel(object, 'parent-resource-binding') ?? '',
    placementNamespace: fleetLabel(object, 'parent-placement-namespace'),
    placement: fleetLabel(object, 'parent-CRP'),
    index: Number.isNaN(index) ? undefined : index,
    deleting: isDeleting(object),
    applied: current('Applied'),
    available: current('Available'),
    diffReported: current('DiffReported'),
    manifests: listAt(object, 'status', 'manifestConditions').map((entry) => toManifest(object, entry)),
  };
}

function toManifest(work: KubeObject, entry: unknown): ManifestView {
  const object = objectOf(work, entry);
  const drifts = listAt(entry, 'driftDetails', 'observedDrifts');
  const diffs = listAt(entry, 'diffDetails', 'observedDiffs');
  return {
    object,
    drifted: drifts.length === 0 ? undefined : differenceOf(object, drifts),
    diffed: diffs.length === 0 ? undefined : differenceOf(object, diffs),
    conditions: conditionsAt(entry, 'conditions'),
    reportedStatus:
      objectAt(entry, 'backReportedStatus', 'observedStatus', 'status') ?? objectAt(entry, 'backReportedStatus', 'observedStatus'),
  };
}

/**
 * The object that a manifest condition is about. A manifest that cannot be decoded, or has only a generateName, is named only by its
 * position. Then the manifest itself names the object. If it has no kind either, the Work is used instead.
 */
function objectOf(work: KubeObject, entry: unknown): ObjectRef {
  const identifier = objectAt(entry, 'identifier');
  const named = identifiedBy(identifier);
  if (named !== undefined && named.name !== '') return named;
  const manifest = listAt(work, 'spec', 'workload', 'manifests')[numberAt(identifier, 'ordinal') ?? -1];
  const kind = stringAt(manifest, 'kind') ?? named?.kind;
  if (kind === undefined) return refOf(work);
  const name = stringAt(manifest, 'metadata', 'name') ?? stringAt(manifest, 'metadata', 'generateName') ?? '';
  const namespace = stringAt(manifest, 'metadata', 'namespace') ?? named?.namespace;
  const apiVersion = stringAt(manifest, 'apiVersion') ?? named?.apiVersion ?? 'v1';
  return namespace === undefined ? { apiVersion, kind, name } : { apiVersion, kind, namespace, name };
}
