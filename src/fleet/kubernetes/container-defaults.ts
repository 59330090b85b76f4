import { field, listAt, stringAt } from '../json/json.ts';
import type { KubeObject } from './object.ts';

/** The amounts of one resource that a container gets if it does not state them. */
export interface ContainerDefaults {
  readonly requests?: string | number;
  readonly limits?: string | number;
}

/**
 * The defaults of a LimitRange for a resource (`cpu`); empty if it sets none. Source: Kubernetes `pkg/apis/core/v1/defaults.go`
 * (SetDefaults_LimitRangeItem) and `plugin/pkg/admission/limitranger/admission.go` (defaultContainerResourceRequirements).
 */
export function containerDefaults(range: KubeObject, resource: string): ContainerDefaults {
  const found: { requests?: string | number; limits?: string | number } = {};
  for (const item of listAt(range, 'spec', 'limits').filter((limit) => stringAt(limit, 'type') === 'Container')) {
    const amount = (...parts: readonly string[]): string | number | undefined =>
      parts.map((part) => field(item, part, resource)).find((value) => typeof value === 'string' || typeof value === 'number');
    const [requests, limits] = [amount('defaultRequest', 'default', 'max', 'min'), amount('default', 'max')];
    if (requests !== undefined) found.requests = requests;
    if (limits !== undefined) found.limits = limits;
  }
  return found;
}
