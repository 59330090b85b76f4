import { listAt } from '../../../fleet/json/json.ts';
import { isKubeObject, objectKey, refOf } from '../../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { definitionAmong } from '../../view/resource-definition.ts';
import type { WorkView } from '../../view/work.ts';
import type { Observation } from '../observation.ts';

/**
 * Adds to failures on one cluster the failure that caused them. If a namespace or the definition of a kind is refused, all objects that
 * need it fail too, because the member agent continues with them (KubeFleet pkg/controllers/workapplier/process.go).
 */
export function withConsequences(found: readonly Observation[], works: readonly WorkView[]): readonly Observation[] {
  const causes = found.flatMap(({ condition, object }) => (condition?.type === 'Applied' && isNeeded(object) ? [object] : []));
  if (causes.length === 0) return found;
  return found.map((seen) => {
    const follows = causes.find((cause) => cause !== seen.object && needs(seen, cause, works));
    return follows === undefined ? seen : { ...seen, follows };
  });
}

function isNeeded(object: ObjectRef | undefined): object is ObjectRef {
  return object?.kind === 'Namespace' || object?.kind === 'CustomResourceDefinition';
}

/** Only the answer of the member's API server shows what is missing. */
function needs({ condition, object }: Observation, cause: ObjectRef, works: readonly WorkView[]): boolean {
  const answer = condition?.message ?? '';
  if (object === undefined) return false;
  if (cause.kind === 'Namespace') return object.namespace === cause.name && answer.includes(`namespaces "${cause.name}" not found`);
  return answer.includes('no matches for kind') && definitionAmong(manifestsOf(cause, works), object) !== undefined;
}

function manifestsOf(ref: ObjectRef, works: readonly WorkView[]): Parameters<typeof definitionAmong>[0] {
  return works
    .flatMap((work) => listAt(work.object, 'spec', 'workload', 'manifests'))
    .filter(isKubeObject)
    .filter((manifest) => objectKey(refOf(manifest)) === objectKey(ref));
}
