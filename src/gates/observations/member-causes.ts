import type { PlacementContext } from '../rollout/context.ts';
import type { Observation } from './observation.ts';
import { memberPlace } from '../view/member-objects.ts';
import { warningsAbout, workloadCauses, workloadConditions } from './workload-causes.ts';

/** What a member that may be read adds to an object that is not available there: the cause, which the hub never has. */
export function withMemberCauses(context: PlacementContext, seen: Observation): readonly Observation[] {
  const { cluster, object } = seen;
  if (cluster === undefined || object?.namespace === undefined) return [seen];
  const objects = context.memberObjects.get(memberPlace(cluster, object.namespace));
  if (objects === undefined) return [seen];
  const { condition: _condition, lasting: _lasting, ...place } = seen;
  const causes = workloadCauses(objects, object).map((cause): Observation => ({
    ...place,
    fact: cause.fact,
    evidence: cause.evidence,
    words: { ...seen.words, lasting: String(cause.lasting) },
  }));
  const reported = workloadConditions(objects, object).map((condition): Observation => ({
    ...seen,
    condition,
    evidence: [`on ${cluster}: ${condition.type} ${condition.status} ${condition.reason}: ${condition.message}`],
  }));
  return [...reported, ...causes, { ...seen, evidence: [...seen.evidence, ...warningsAbout(objects, object)] }];
}
