import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { resourceArgs } from '../../view/resource-args.ts';

/**
 * Approves a request. KubeFleet takes an approval only with the generation of the request, and `kubectl fleet approve` knows those of the
 * cluster scope only (KubeFleet pkg/controllers/updaterun/execution.go).
 */
export function approvalCommand(request: ObjectRef, generation = 1): string {
  const condition = `{"type":"Approved","status":"True","reason":"Approved","message":"approved","lastTransitionTime":"'$(date -u +%FT%TZ)'","observedGeneration":${String(generation)}}`;
  return `kubectl patch ${resourceArgs(request)} --subresource=status --type=merge -p '{"status":{"conditions":[${condition}]}}'`;
}
