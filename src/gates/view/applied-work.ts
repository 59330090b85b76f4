import { listAt, stringAt } from '../../fleet/json/json.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { objectKey } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';

/**
 * The placement of an AppliedWork, parsed from its name, which is that of the Work: `<placement>-work`, `<namespace>.<placement>-work`,
 * `…-<n>`, `…-envelope-<id>` (KubeFleet apis/placement/v1beta1/commons.go). `undefined` if the name has another form.
 */
export function placementNamed(appliedWork: string): ObjectRef | undefined {
  if (appliedWork.length > MAX_NAME) return undefined;
  // bounded: by the length of a name.
  const base = /^(.+?)-(?:work|\d+)(?:-(?:envelope|configmap)-.+)?$/.exec(appliedWork)?.[1];
  if (base === undefined) return undefined;
  const dot = base.indexOf('.');
  return dot < 0 ? placementRef(base, undefined) : placementRef(base.slice(dot + 1), base.slice(0, dot));
}

/** The longest name that an API server accepts. */
const MAX_NAME = 253;

/** A placement by the name and the namespace in its Works' labels. */
export function placementRef(name: string, namespace: string | undefined): ObjectRef {
  const apiVersion = `${PLACEMENT_GROUP}/v1beta1`;
  return namespace === undefined
    ? { apiVersion, kind: 'ClusterResourcePlacement', name }
    : { apiVersion, kind: 'ResourcePlacement', namespace, name };
}

export function isAppliedWorkOf(placement: ObjectRef, appliedWork: string): boolean {
  const named = placementNamed(appliedWork);
  return named !== undefined && objectKey(named) === objectKey(placement);
}

/** The AppliedWorks that own an object on a member. */
export function appliedWorksOwning(object: KubeObject): readonly string[] {
  return listAt(object, 'metadata', 'ownerReferences').flatMap((owner) =>
    stringAt(owner, 'kind') === 'AppliedWork' ? (stringAt(owner, 'name') ?? []) : [],
  );
}
