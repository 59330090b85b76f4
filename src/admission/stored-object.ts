import { isObject } from '../fleet/json/json.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';

/**
 * What becomes of a new object once its controller has added a finalizer. The server gives it a `uid`, whatever was written; which one, only the
 * hub can tell. An update run is written back from its Go type, in which `resourceSnapshotIndex` has no `omitempty`. Left out of the manifest it
 * is '' on the hub, and immutable from then on (`apis/placement/v1beta1/stageupdate_types.go`).
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
