import { compareDiagnosisOutcomes } from '../../../outcome.ts';
import type {
  ClusterStatusLine,
  Diagnosis,
  GatedCluster,
  GatedPlacement,
  GateReport,
  StatusReport,
  TargetStatus,
} from '../../../report.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { type Cause, clustersOf } from './causes.ts';
import { clusterStatusText } from './cluster-status-text.ts';
import { causeBelow, decisiveCause, objectsOf, openCauses } from './decisive-cause.ts';
import { byVerdict, gravest } from './gated.ts';

/** Number of clusters that a line names. */
const NAMED = 2;

/**
 * The list of a gate: each placement and run, worst first. Among equal verdicts, those with a probable cause come before those that only
 * wait.
 */
export function statusOf({ judgedAt, placements, runs }: GateReport): StatusReport {
  const all = [...placements, ...runs].toSorted((a, b) => byCause(a, b) || (displayName(a.object) < displayName(b.object) ? -1 : 1));
  const targets = byVerdict(all.map((gated) => ({ gated, verdict: gravest(gated) }))).map(({ gated }) => targetStatus(gated));
  return { ...(judgedAt === undefined ? {} : { judgedAt }), targets };
}

function byCause(a: GatedPlacement, b: GatedPlacement): number {
  const [one, other] = [worstCause(a.diagnoses), worstCause(b.diagnoses)];
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return compareDiagnosisOutcomes(one, other);
}

function worstCause(diagnoses: readonly Diagnosis[]): Diagnosis['outcome'] | undefined {
  return diagnoses.map(({ outcome }) => outcome).toSorted(compareDiagnosisOutcomes)[0];
}

function targetStatus(gated: GatedPlacement): TargetStatus {
  const verdict = gravest(gated);
  const clusters = byVerdict(gated.clusters);
  const [worst] = clusters;
  const isPassed = verdict === 'passed';
  const times = clusters.flatMap((cluster) => (isPassed || cluster.verdict !== 'passed' ? (cluster.since ?? []) : [])).toSorted();
  const since = isPassed ? times.at(-1) : times[0];
  return {
    object: gated.object,
    verdict,
    ...(worst === undefined ? {} : { stage: clusterStatusText(worst) }),
    ...(since === undefined ? {} : { since }),
    ...(isPassed ? {} : { cause: causeLine(gated) }),
    clusters: clusters.map((cluster) => clusterLine(cluster, gated)),
  };
}

function causeLine(gated: GatedPlacement): string {
  // Only the decisive cause is asked for; the outcome of the gate decides nothing else.
  const gate: GateReport = { outcome: 'failed', placements: [gated], runs: [], timeline: [] };
  const first = decisiveCause(gate);
  if (first === undefined) return unverifiedBy(gated) ?? gated.summary;
  const { cause } = causeBelow(first, openCauses(gate)) ?? first;
  const clusters = clustersOf(cause);
  const where = clusters.length === 0 ? '' : `${listed(clusters, NAMED)}: `;
  const objects = objectsOf(cause, gated);
  return `${where}${titleOf(cause)}${objects === '' ? '' : ` (${objects})`}`;
}

/** The notice on why a rollout that reports success is not verified. */
function unverifiedBy({ verdict, diagnoses }: GatedPlacement): string | undefined {
  return verdict === 'notVerified' ? diagnoses.find(({ outcome }) => outcome === 'info')?.title : undefined;
}

function clusterLine(cluster: GatedCluster, gated: GatedPlacement): ClusterStatusLine {
  const { name, verdict, since, note } = cluster;
  const own = verdict === 'passed' ? [] : gated.diagnoses.filter((diagnosis) => diagnosis.cluster === name && diagnosis.outcome !== 'info');
  const [worst] = own.toSorted((a, b) => compareDiagnosisOutcomes(a.outcome, b.outcome));
  const cause = worst === undefined ? note : `${titleOf(worst)}${worst.object === undefined ? '' : ` (${displayName(worst.object)})`}`;
  return {
    name,
    verdict,
    stage: clusterStatusText(cluster),
    ...(since === undefined ? {} : { since }),
    ...(cause === undefined ? {} : { cause }),
  };
}

function titleOf({ title, outcome }: Pick<Cause, 'title' | 'outcome'>): string {
  return outcome === 'suspect' ? `probable cause: ${title}` : title;
}
