import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import type { GateReport } from '../../../src/report.ts';

/** The content of a report without times and texts. */
export function judgement(report: GateReport): string {
  const gated = [...report.placements, ...report.runs].map(({ object, verdict, clusters, diagnoses }) => {
    const rows = clusters.map((row) => `${row.name} ${row.verdict}`).toSorted();
    const causes = diagnoses.map(({ id, cluster, object: about }) => [id, cluster, about && displayName(about)].filter(Boolean).join(' '));
    return `${displayName(object)} ${verdict} [${rows.join(', ')}] [${causes.toSorted().join(', ')}]`;
  });
  return `${report.outcome}: ${gated.toSorted().join('; ')}`;
}
