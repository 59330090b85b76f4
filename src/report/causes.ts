import type { Diagnosis, GatedPlacement, GateReport, Verdict } from '../report.ts';

/** One failure, once, with every place it was seen at: fifty clusters with the same fault are one cause. */
export interface Cause extends Pick<Diagnosis, 'id' | 'title' | 'outcome' | 'explain' | 'remedy' | 'docs' | 'seeAlso'> {
  readonly places: readonly Pick<Diagnosis, 'cluster' | 'object' | 'evidence'>[];
}

const OUTCOME_ORDER: Readonly<Record<Diagnosis['outcome'], number>> = { terminal: 0, suspect: 1, human: 2, waiting: 3, info: 4 };
const VERDICT_ORDER: Readonly<Record<Verdict, number>> = {
  failed: 0,
  stuck: 1,
  notVerified: 2,
  unknown: 3,
  superseded: 4,
  waiting: 5,
  passed: 6,
};

/** The diagnoses, worst first; those that differ by the cluster's name only are one cause with the words of the first. */
export function causesOf(diagnoses: readonly Diagnosis[]): readonly Cause[] {
  const groups = Map.groupBy(diagnoses, sameness);
  const causes = [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, places: [first, ...others].map(({ cluster, object, evidence }) => placeOf(cluster, object, evidence)) }],
  );
  return causes.toSorted((a, b) => OUTCOME_ORDER[a.outcome] - OUTCOME_ORDER[b.outcome]);
}

/** Placements and runs, worst verdict first. */
export function gatedByVerdict(gate: GateReport): readonly GatedPlacement[] {
  return [...gate.placements, ...gate.runs].toSorted((a, b) => VERDICT_ORDER[a.verdict] - VERDICT_ORDER[b.verdict]);
}

/** Anything with a verdict, worst first. */
export function byVerdict<T extends { readonly verdict: Verdict }>(list: readonly T[]): readonly T[] {
  return list.toSorted((a, b) => VERDICT_ORDER[a.verdict] - VERDICT_ORDER[b.verdict]);
}

function sameness(diagnosis: Diagnosis): string {
  const { id, title, outcome, explain, remedy, docs, cluster } = diagnosis;
  const words = JSON.stringify([id, outcome, title, explain, remedy, docs]);
  return cluster === undefined || cluster === '' ? words : words.replaceAll(cluster, '\0');
}

function placeOf(cluster: string | undefined, object: Diagnosis['object'], evidence: readonly string[]): Cause['places'][number] {
  return { ...(cluster === undefined ? {} : { cluster }), ...(object === undefined ? {} : { object }), evidence };
}
