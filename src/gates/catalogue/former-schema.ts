import type { Observation } from '../observations/observation.ts';
import { TOO_LARGE } from './api-words.ts';

/**
 * A custom resource may reach a member before the CustomResourceDefinition of the same deploy does. The member then validates it against
 * the former definition, and KubeFleet tries again (KubeFleet pkg/controllers/workapplier/backoff.go). No definition makes an object
 * smaller.
 */
export function isRefusedByFormerSchema({ condition, definition }: Observation): boolean {
  return definition?.isDeployed === true && !TOO_LARGE.test(condition?.message ?? '');
}
