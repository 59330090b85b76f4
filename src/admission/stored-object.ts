import { isObject } from '../fleet/json.ts';
import type { KubeObject } from '../fleet/object.ts';

/**
 * What becomes of a new object once its controller has added a finalizer. An update run is written back from its Go type, in which
 * `resourceSnapshotIndex` has no `omitempty`. Left out of the manifest it is '' on the hub, and immutable from then on
 * (`apis/placement/v1beta1/stageupdate_types.go`).
 */
export function storedObject(admitted: KubeObject): KubeObject {
  const isRun = admitted.kind === 'ClusterStagedUpdateRun' || admitted.kind === 'StagedUpdateRun';
  if (!isRun || !isObject(admitted['spec'])) return admitted;
  return { ...admitted, spec: { resourceSnapshotIndex: '', ...admitted['spec'] } };
}
