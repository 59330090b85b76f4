import { isObject } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { amountViolations, storageViolations } from './claims.ts';
import { wrongTogether, type Violation } from './violation.ts';

/** Checks PersistentVolumes. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidatePersistentVolumeSpec. */
export function* volumeViolations(object: KubeObject): Iterable<Violation> {
  const spec = object['spec'] ?? {};
  if (!isObject(spec)) return;
  yield* storageViolations(spec);
  const capacity = spec['capacity'] ?? {};
  if (isObject(capacity) && !Object.hasOwn(capacity, 'storage'))
    yield wrongTogether('/spec/capacity/storage', [], 'is required', 'Write the size, such as `10Gi`.');
  else if (isObject(capacity) && Object.keys(capacity).length > 1)
    yield wrongTogether('/spec/capacity', Object.keys(capacity), 'has more than `storage`', 'Keep `storage` alone.');
  yield* amountViolations(spec, ['capacity', 'storage']);
  const [first, second] = SOURCES.filter((source) => (spec[source] ?? undefined) !== undefined);
  if (first === undefined) yield wrongTogether('/spec', [], 'does not set where the volume is', 'Add its source, such as `csi` or `nfs`.');
  if (second !== undefined)
    yield wrongTogether(
      `/spec/${second}`,
      [],
      `is a second source of the volume, in addition to \`${String(first)}\``,
      'Keep one of them.',
    );
  if (first === 'local' && (spec['nodeAffinity'] ?? undefined) === undefined)
    yield wrongTogether('/spec/nodeAffinity', [], 'is required with `local`', 'Write the node that has it.', ['/spec/local']);
}

const SOURCES = [
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'cephfs',
  'cinder',
  'csi',
  'fc',
  'flexVolume',
  'flocker',
  'gcePersistentDisk',
  'glusterfs',
  'hostPath',
  'iscsi',
  'local',
  'nfs',
  'photonPersistentDisk',
  'portworxVolume',
  'quobyte',
  'rbd',
  'scaleIO',
  'storageos',
  'vsphereVolume',
];
