import { objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { qualifiedNameFault } from '../../name-format.ts';
import { misnamed, wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Of StorageClasses. Source: `pkg/apis/storage/validation/validation.go` of Kubernetes, ValidateStorageClass. */
export function* storageClassViolations(object: KubeObject): Iterable<Violation> {
  const provisioner = stringAt(object, 'provisioner');
  yield* misnamed('/provisioner', provisioner, (name) => qualifiedNameFault(name.toLowerCase()));
  const policy = stringAt(object, 'reclaimPolicy');
  if (policy === 'Recycle')
    yield wrongValue('/reclaimPolicy', policy, 'cannot be Recycle in a StorageClass', 'Write `Delete` or `Retain`.');
  if (Object.hasOwn(objectAt(object, 'parameters') ?? {}, '')) yield wrongTogether('/parameters', [], 'has an empty key', 'Remove it.');
}
