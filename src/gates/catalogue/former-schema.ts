import type { Observation } from '../observations/observation.ts';
import { TOO_LARGE } from './api-words.ts';

/**
 * A custom resource may reach a member before the CustomResourceDefinition of the same deploy does. The member then validates it against
 * the former definition, and KubeFleet retries (KubeFleet pkg/controllers/workapplier/backoff.go). A refusal because of an object's size is
 * different: a new definition does not make it smaller.
 */
export function isRefusedByFormerSchema({ condition, definition }: Observation): boolean {
  return definition?.isDeployed === true && !TOO_LARGE.test(condition?.message ?? '');
}
