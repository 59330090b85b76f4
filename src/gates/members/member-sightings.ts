import type { PlacementQuestion } from '../question.ts';
import type { Sighting } from '../sighting.ts';
import { placeKey } from './member-reader.ts';
import { warningsAbout, workloadCauses, workloadConditions } from './workload-causes.ts';

/** What a member that may be read adds to an object that is not available there: the cause, which the hub never has. */
export function withMemberCauses(question: PlacementQuestion, seen: Sighting): readonly Sighting[] {
  const { cluster, object } = seen;
  if (cluster === undefined || object?.namespace === undefined) return [seen];
  const objects = question.memberObjects.get(placeKey(cluster, object.namespace));
  if (objects === undefined) return [seen];
  const { condition: _condition, lasting: _lasting, ...place } = seen;
  const causes = workloadCauses(objects, object).map((cause): Sighting => ({
    ...place,
    fact: cause.fact,
    evidence: cause.evidence,
    words: { ...seen.words, lasting: String(cause.lasting) },
  }));
  const reported = workloadConditions(objects, object).map((condition): Sighting => ({
    ...seen,
    condition,
    evidence: [`on ${cluster}: ${condition.type} ${condition.status} ${condition.reason}: ${condition.message}`],
  }));
  return [...reported, ...causes, { ...seen, evidence: [...seen.evidence, ...warningsAbout(objects, object)] }];
}
