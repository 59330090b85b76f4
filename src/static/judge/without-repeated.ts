import { type Finding, SEVERITIES } from '../../finding.ts';
import { isUnder } from '../../fleet/json/json-pointer.ts';
import type { JudgedManifest } from './run-rules.ts';

/** The findings without those that give way to another one about the same fault. One that a person accepted is kept. */
export function withoutRepeated(judged: readonly JudgedManifest[]): readonly Finding[] {
  const giving = new Set(judged.flatMap(({ manifest, givesWayTo }) => (givesWayTo === undefined ? [] : [manifest])));
  const told = Map.groupBy(
    judged.filter(({ manifest, finding }) => giving.has(manifest) && finding.suppressed === undefined),
    ({ manifest }) => manifest,
  );
  return judged.flatMap(({ manifest, finding, givesWayTo }) => {
    if (givesWayTo === undefined || finding.suppressed !== undefined) return [finding];
    const isTold = (told.get(manifest) ?? []).some(({ finding: { rule, pointer, severity } }) => {
      const place = givesWayTo[rule];
      return place !== undefined && isUnder(pointer, place) && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(finding.severity);
    });
    return isTold ? [] : [finding];
  });
}
