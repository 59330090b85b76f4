import { field, isObject, objectAt } from '../../../fleet/json.ts';
import type { KubeObject } from '../../../fleet/object.ts';
import { wrongTogether, type Violation } from './violation.ts';

/** Of claims. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidatePersistentVolumeClaimSpec. */
export function* claimViolations(object: KubeObject): Iterable<Violation> {
  const spec = objectAt(object, 'spec');
  if (spec === undefined) return;
  if (!Array.isArray(spec['accessModes']) || spec['accessModes'].length === 0)
    yield wrongTogether('/spec/accessModes', [], 'is required', 'Add it, such as `[ReadWriteOnce]`.');
  const requests = field(spec, 'resources', 'requests');
  if ((isObject(requests) ? requests['storage'] : requests) === undefined)
    yield wrongTogether('/spec/resources/requests/storage', [], 'is required', 'Say how much is asked for, such as `10Gi`.');
}
