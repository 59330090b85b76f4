import { compareOutcomes } from '../../../outcome.ts';
import type { Outcome } from '../../../outcome.ts';
import type { GatedCluster, GatedPlacement, GateReport, TimelineEntry, Verdict } from '../../../report.ts';
import { causesOf } from './causes.ts';
import { hasRefusedEviction } from './refused-eviction.ts';
import { clusterStatusText } from './cluster-status-text.ts';
import { VERDICTS } from './verdict-word.ts';

/** Placements and runs, worst verdict first. A refused eviction ranks as failed, for any verdict of the rollout. */
export function gatedByVerdict(gate: GateReport): readonly GatedPlacement[] {
  const all = [...gate.placements, ...gate.runs];
  return all.toSorted((a, b) => compareOutcomes(outcomeOf(gravest(a)), outcomeOf(gravest(b))));
}

/** Anything with a verdict, worst first. */
export function byVerdict<T extends { readonly verdict: Verdict }>(list: readonly T[]): readonly T[] {
  return list.toSorted((a, b) => compareOutcomes(outcomeOf(a.verdict), outcomeOf(b.verdict)));
}

/** Clusters whose failure was tolerated, each once. */
export function toleratedClusters(gated: readonly GatedPlacement[]): readonly string[] {
  return [...new Set(gated.flatMap(({ clusters }) => clusters.filter(({ forgiven }) => forgiven === true).map(({ name }) => name)))];
}

/** Each cluster once, with its worst verdict: it passed only if it passed for every placement and run that has it. */
export function worstOfClusters(gated: readonly Pick<GatedPlacement, 'clusters'>[]): readonly GatedCluster[] {
  const worstFirst = byVerdict(gated.flatMap(({ clusters }) => clusters));
  return [...new Map(worstFirst.toReversed().map((cluster) => [cluster.name, cluster])).values()].toReversed();
}

/**
 * `generation 4, resource snapshot 2, checked: the hub has exactly this content`: the judged state, and whether it is proven to be this
 * deploy. If it selects only a part of the deploy, the text is about that part.
 */
export function judgedStateText(gated: GatedPlacement, { unplaced = [] }: Pick<GateReport, 'unplaced'>): string {
  return [
    ...(gated.generation === undefined ? [] : [`generation ${gated.generation}`]),
    ...(gated.snapshotIndex === undefined ? [] : [`resource snapshot ${gated.snapshotIndex}`]),
    provenText(gated, unplaced.length > 0),
  ].join(', ');
}

/** `not compared with your manifests (add --manifests)` */
function provenText({ freshness, isAdjusted, hubDiffers, hasUnplacedFields, toProve }: GatedPlacement, isPart: boolean): string {
  const content = isPart ? 'the content that it selects' : 'this content';
  if (freshness === 'proven' && hubDiffers === true) return `the snapshot has ${content}, but the hub itself differs from the deploy`;
  if (freshness === 'proven') {
    const held = isAdjusted === true ? `${content}, except for what it sets itself` : `exactly ${content}`;
    return `checked: the hub has ${held}${hasUnplacedFields === true ? ', of which KubeFleet does not place all fields' : ''}`;
  }
  return toProve === undefined ? 'content not verified' : `not compared with your manifests (${toProve})`;
}

/** The line under a verdict; empty if the title of the first cause says the same. */
export function summaryOf({ summary, diagnoses }: GatedPlacement): string {
  const [first] = causesOf(diagnoses);
  return first !== undefined && summary.startsWith(first.title) ? '' : summary;
}

/** A change in the timeline, in words: `could not apply` for a cluster, `failed: 2 of 4 clusters failed` for a placement or run. */
export function movedText({ cluster, stage, to, reached }: TimelineEntry): string {
  if (cluster === undefined) return stage === '' || to.includes(stage) ? to : `${to}: ${stage}`;
  const verdict = VERDICTS.find((known) => to === known || to === `${known} at ${stage}`);
  return verdict === undefined ? to : clusterStatusText({ verdict, stage, reached });
}

/** The verdict for the gate: a refused eviction is a failure. */
export function gravest(gated: Pick<GatedPlacement, 'verdict' | 'diagnoses'>): Verdict {
  return hasRefusedEviction(gated) ? 'failed' : gated.verdict;
}

/** An unknown verdict ranks as not verified. */
function outcomeOf(verdict: Verdict): Outcome {
  return verdict === 'unknown' ? 'notVerified' : verdict;
}
