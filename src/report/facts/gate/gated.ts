import { compareOutcomes } from '../../../outcome.ts';
import type { Outcome } from '../../../outcome.ts';
import type { GatedCluster, GatedPlacement, GateReport, TimelineEntry, Verdict } from '../../../report.ts';
import { causesOf } from './causes.ts';
import { hasRefusedEviction } from './refused-eviction.ts';
import { clusterStatusText } from './cluster-status-text.ts';
import { VERDICTS } from './verdict-word.ts';

/** Placements and runs, worst verdict first; one on which the gate fails all the same stands with those that failed. */
export function gatedByVerdict(gate: GateReport): readonly GatedPlacement[] {
  const all = [...gate.placements, ...gate.runs];
  return all.toSorted((a, b) => compareOutcomes(outcomeOf(gravest(a)), outcomeOf(gravest(b))));
}

/** Anything with a verdict, worst first. */
export function byVerdict<T extends { readonly verdict: Verdict }>(list: readonly T[]): readonly T[] {
  return list.toSorted((a, b) => compareOutcomes(outcomeOf(a.verdict), outcomeOf(b.verdict)));
}

/** Clusters that failed on any of these, which did not count. */
export function forgivenClusters(gated: readonly GatedPlacement[]): readonly string[] {
  return [...new Set(gated.flatMap(({ clusters }) => clusters.filter(({ forgiven }) => forgiven === true).map(({ name }) => name)))];
}

/** Each cluster once, as it stands where it stands worst: it passed when it passed for every object that has it. */
export function worstOfClusters(gated: readonly Pick<GatedPlacement, 'clusters'>[]): readonly GatedCluster[] {
  const worstFirst = byVerdict(gated.flatMap(({ clusters }) => clusters));
  return [...new Map(worstFirst.toReversed().map((cluster) => [cluster.name, cluster])).values()].toReversed();
}

/** `generation 4, resource snapshot 2, checked: the hub has exactly this content`: which state was judged, and whether it was shown to be this deploy. */
export function judgedStateText(gated: GatedPlacement): string {
  return [
    ...(gated.generation === undefined ? [] : [`generation ${gated.generation}`]),
    ...(gated.snapshotIndex === undefined ? [] : [`resource snapshot ${gated.snapshotIndex}`]),
    provenText(gated),
  ].join(', ');
}

/** `not compared with your manifests (add --manifests)` */
function provenText({ freshness, toProve }: Pick<GatedPlacement, 'freshness' | 'toProve'>): string {
  if (freshness === 'proven') return 'checked: the hub has exactly this content';
  return toProve === undefined ? 'content not verified' : `not compared with your manifests (${toProve})`;
}

/** The line under a verdict, unless its first cause is about to say the same. */
export function summaryOf({ summary, diagnoses }: GatedPlacement): string {
  const [first] = causesOf(diagnoses);
  return first !== undefined && summary.startsWith(first.title) ? '' : summary;
}

/** What a change of the timeline says: `could not apply` of a cluster, `failed: 2 of 4 clusters failed` of a placement or run. */
export function movedText({ cluster, stage, to, reached }: TimelineEntry): string {
  if (cluster === undefined) return stage === '' || to.includes(stage) ? to : `${to}: ${stage}`;
  const verdict = VERDICTS.find((known) => to === known || to === `${known} at ${stage}`);
  return verdict === undefined ? to : clusterStatusText({ verdict, stage, reached });
}

/** What the gate makes of it. */
export function gravest(gated: Pick<GatedPlacement, 'verdict' | 'diagnoses'>): Verdict {
  return hasRefusedEviction(gated) ? 'failed' : gated.verdict;
}

/** What is not known stands with what is not verified. */
function outcomeOf(verdict: Verdict): Outcome {
  return verdict === 'unknown' ? 'notVerified' : verdict;
}
