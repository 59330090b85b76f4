import { isObject } from '../fleet/json/json.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';

/**
 * The object after its controller has added a finalizer. The server always sets its own `uid`, which only the hub knows. The controller
 * writes an update run back from its Go type, in which `resourceSnapshotIndex` has no `omitempty`. If the manifest does not set the field,
 * it is '' on the hub and immutable afterwards (`apis/placement/v1beta1/stageupdate_types.go`).
 */
export function storedObject(admitted: KubeObject): KubeObject {
  const stored = withoutUid(admitted);
  const isRun = stored.kind === 'ClusterStagedUpdateRun' || stored.kind === 'StagedUpdateRun';
  if (!isRun || !isObject(stored['spec'])) return stored;
  return { ...stored, spec: { resourceSnapshotIndex: '', ...stored['spec'] } };
}

function withoutUid(admitted: KubeObject): KubeObject {
  if (!isObject(admitted.metadata) || !Object.hasOwn(admitted.metadata, 'uid')) return admitted;
  return { ...admitted, metadata: { ...admitted.metadata, uid: undefined } } as unknown as KubeObject;
}
