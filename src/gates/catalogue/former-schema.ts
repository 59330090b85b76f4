import type { Observation } from '../observations/observation.ts';
import { TOO_LARGE } from './api-words.ts';

/**
 * A custom resource may come to a member before the CustomResourceDefinition of the same deploy does, and is judged by the former one;
 * KubeFleet tries again (KubeFleet pkg/controllers/workapplier/backoff.go). No definition makes an object smaller.
 */
export function isRefusedByFormerSchema({ condition, definition }: Observation): boolean {
  return definition?.isDeployed === true && !TOO_LARGE.test(condition?.message ?? '');
}
