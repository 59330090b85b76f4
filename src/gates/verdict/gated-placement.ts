import type { RolloutStep } from '../../fleet/kubefleet/rollout-step.ts';
import type { TargetOutcome } from '../../outcome.ts';
import type { GatedCluster, GatedPlacement, Verdict } from '../../report.ts';
import type { ClusterState } from '../rollout/cluster-state.ts';
import { unplacedFieldClauses } from '../deploy/unplaced-field-clauses.ts';
import { unverifiedFacts } from '../deploy/unproven.ts';
import { withChains } from './chain.ts';
import { clusterGroups } from './cluster-groups.ts';
import { forgivenText, type Forgiveness } from './forgiveness.ts';
import { goodVerdict } from './good-cluster.ts';
import { reachedDespiteFault } from './reached-despite-fault.ts';
import { sinceOnHub } from './since-on-hub.ts';
import { decisive, shownDiagnoses } from './target-verdict.ts';
import type { Diagnosed } from '../diagnosis/diagnosed.ts';
import type { PlacementContext } from '../rollout/context.ts';

/**
 * A judged placement in the form of the report.
 * @param pending why it may not pass yet; absent if nothing prevents it
 */
export function gatedPlacement(
  context: PlacementContext,
  outcome: TargetOutcome,
  { found, forgiven }: Forgiveness,
  pending: string | undefined,
): GatedPlacement {
  const { view, freshness } = context;
  const clusters = context.clusters.map((state) => gatedCluster(context, state, { found, forgiven }));
  const groups = clusterGroups(context);
  return {
    object: view.ref,
    verdict: verdictOf(outcome, clusters, found),
    summary: summaryOf(context, outcome, { found, forgiven }, pending),
    ...(view.generation === undefined ? {} : { generation: view.generation }),
    ...(view.observedIndex === undefined ? {} : { snapshotIndex: view.observedIndex }),
    freshness: freshness.kind === 'fresh' ? freshness.proof : 'unproven',
    ...reservations(context),
    ...toProve(context),
    clusters: clusters.map((cluster) => groups.of(cluster)),
    ...(groups.by === undefined ? {} : { groupedBy: groups.by }),
    diagnoses: withChains(shownDiagnoses(found), context),
  };
}

/** What a pass, or a proven snapshot, does not say. */
export function reservations({
  deployed,
  hub,
  terms,
  view,
}: PlacementContext): Pick<GatedPlacement, 'isAdjusted' | 'hubDiffers' | 'hasUnplacedFields' | 'notVerified'> {
  const isAdjusted = deployed.some(({ scaled, rewrittenAt }) => scaled !== undefined || rewrittenAt !== undefined);
  const hubDiffers = deployed.some(({ state }) => state !== 'arrived' && state !== 'unseen');
  const notVerified = unverifiedFacts(hub, view, terms);
  return {
    ...(isAdjusted ? { isAdjusted } : {}),
    ...(hubDiffers ? { hubDiffers } : {}),
    ...(unplacedFieldClauses(deployed).length > 0 ? { hasUnplacedFields: true } : {}),
    ...(notVerified.length === 0 ? {} : { notVerified }),
  };
}

/** Without the manifests, it is not known whether this content is the intended one. */
export function toProve({ deploy, freshness, terms }: PlacementContext): Pick<GatedPlacement, 'toProve'> {
  if (deploy !== undefined || (freshness.kind === 'fresh' && freshness.proof === 'proven')) return {};
  return terms.lacks?.('manifests') === true ? {} : { toProve: `add ${terms('manifests')}` };
}

function gatedCluster(context: PlacementContext, state: ClusterState, { found, forgiven }: Forgiveness): GatedCluster {
  const mine = found.filter((entry) => entry.diagnosis.cluster === state.cluster);
  const since = sinceOnHub(context, state);
  const { cluster: name, step: stage } = state;
  const isForgiven = forgiven.has(name);
  const verdict = isForgiven ? 'failed' : clusterVerdict(context, state, mine);
  const base = since === undefined ? { name, stage, verdict } : { name, stage, since, verdict };
  const note = verdict === 'notVerified' && state.unverified !== undefined ? { note: state.unverified } : {};
  return { ...base, ...(isForgiven ? { forgiven: true } : {}), ...note, ...reachedDespiteFault(verdict, state) };
}

function clusterVerdict(context: PlacementContext, state: ClusterState, mine: readonly Diagnosed[]): Verdict {
  if (mine.some((entry) => entry.outcome === 'failed')) return 'failed';
  if (mine.some((entry) => entry.outcome === 'stuck')) return 'stuck';
  if (!state.good || mine.some((entry) => entry.outcome === 'suspect')) return 'waiting';
  return goodVerdict(context, state);
}

function verdictOf(outcome: TargetOutcome, clusters: readonly GatedCluster[], found: readonly Diagnosed[]): Verdict {
  if (outcome === 'failed' && found.every((entry) => entry.outcome !== 'failed' || entry.diagnosis.id === 'eviction-not-executed')) {
    return clusters.every((cluster) => cluster.verdict === 'passed') ? 'passed' : 'waiting';
  }
  if (outcome === 'waitingForPerson') return 'waiting';
  if (outcome !== 'passed') return outcome;
  return clusters.some((cluster) => cluster.verdict === 'notVerified') ? 'notVerified' : 'passed';
}

function summaryOf(
  context: PlacementContext,
  outcome: TargetOutcome,
  { found, forgiven }: Forgiveness,
  pending: string | undefined,
): string {
  if (outcome === 'passed') {
    const count = context.clusters.length;
    const note = context.freshness.kind === 'fresh' ? context.freshness.note : '';
    const how = REACHED[context.steps.at(-1) ?? 'Available'] ?? 'good';
    const good = forgiven.size === 0 ? '' : `${String(count - forgiven.size)} of `;
    return `${how} on ${good}${String(count)} ${count === 1 ? 'cluster' : 'clusters'}; ${forgivenText(forgiven)}${note}${otherwiseText(context)}`;
  }
  const cause = outcome === 'waiting' ? undefined : decisive(found);
  if (cause === undefined) return pending ?? 'waiting';
  // The report adds the number of the others: a number here would be a change at every poll.
  const others = found.some(({ diagnosis: { id, cluster } }) => id === cause.id && cluster !== cause.cluster) ? ' and others' : '';
  return `${cause.title}${cause.cluster === undefined ? '' : ` (${cause.cluster}${others})`}`;
}

/** The last requested stage, in words. */
const REACHED: Partial<Readonly<Record<RolloutStep, string>>> = { Available: 'available', Applied: 'applied', DiffReported: 'compared' };

/** A note if more than a comparison was requested under ReportDiff, or a comparison of a placement that applies. */
function otherwiseText({ options, steps, terms }: PlacementContext): string {
  const isCompared = options.for === 'diff-reported';
  if (steps.includes('DiffReported') === isCompared || options.for === 'scheduled') return '';
  const asked = terms('for', 'diff-reported');
  if (!isCompared) return `; under ReportDiff nothing is applied, ask with ${asked} for the comparison alone`;
  return `; it was applied and not compared, as ReportDiff is not its apply strategy`;
}
