import type { Effect } from '../../finding.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { listed } from '../../fleet/text/listed.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { coverageByPolicies } from '../../schedule/reach/policy-coverage.ts';
import { schedule } from '../../schedule/schedule.ts';
import { existingOf } from '../../schedule/existing.ts';
import { isAlwaysPicked, picksOf, type Picks } from '../delivery/picks.ts';
import { whatIf } from '../placing/what-if.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import type { RelatedPointer } from '../world/rule.ts';
import type { World } from '../world/world.ts';
import { hindranceAnywhere, hindranceOn, mayBeHindered, type Hindrance, type Named } from './hindrances.ts';
import { keepsOldContent } from './keeps-old-content.ts';
import { inNamespace } from '../../fleet/kubernetes/object.ts';

/** Clusters of a placement that another object does not reach. */
export interface Lack {
  /** Their names; empty if they are not known. */
  readonly clusters: readonly string[];
  /** The reasons why placements that select the object do not bring it there. */
  readonly because: readonly RelatedPointer[];
  /** The same reasons in one text, without names of clusters; absent if there are none. */
  readonly why?: string;
  /** Set if it is not certain: it depends on today's picks, or the clusters may already have the object. */
  readonly effect?: Effect;
}

/**
 * The clusters of a placement that an object does not reach.
 * @param carriers the placements that select the object; they can include `placement`
 * @returns `undefined` if the object reaches all of them, or if that is not known
 */
export function lackOf(placement: Manifest, ref: Named, carriers: readonly Manifest[], world: World): Lack | undefined {
  if (carriers.includes(placement) && !mayBeHindered(placement, ref, world)) return undefined;
  return knownClusters(world) === undefined
    ? lackOfPolicies(placement, ref, carriers, world)
    : lackOfFleet(placement, ref, carriers, world);
}

function lackOfFleet(placement: Manifest, ref: Named, carriers: readonly Manifest[], world: World): Lack | undefined {
  const wanted = neededPicks(placement, world);
  const given = carriers.map((carrier) => ({
    carrier,
    picks: decidedPicks(carrier, world),
    isHindered: mayBeHindered(carrier, ref, world),
  }));
  if (wanted === undefined || given.some(({ picks }) => picks === undefined)) return undefined;
  const names = given.map(({ picks }) => new Set(picks?.picked.map(({ name }) => name)));
  const hindrances = new Map<string, { readonly hindrance: Hindrance; readonly clusters: string[] }>();
  const isWaiting = isWaitingForRun(placement, world);
  const isLacking = (cluster: MemberCluster): boolean => {
    const kept = given.flatMap(({ carrier, isHindered }, index) => {
      if (names[index]?.has(cluster.name) !== true) return [];
      // If a reason affects both objects, neither of them lacks the other.
      const hindrance = isHindered ? hindranceOn(carrier, ref, cluster, world) : undefined;
      const isShared = hindrance !== undefined && carrier === placement && hindrance.isOfPlacement;
      return [isShared || (isWaiting && hindrance?.isByRun) ? undefined : hindrance];
    });
    if (kept.includes(undefined)) return false;
    for (const hindrance of kept) {
      if (hindrance === undefined) continue;
      const key = `${hindrance.says} ${hindrance.isCertain}`;
      const entry = hindrances.get(key) ?? { hindrance, clusters: [] };
      hindrances.set(key, entry);
      entry.clusters.push(cluster.name);
    }
    return true;
  };
  const lacking = wanted.could.filter(isLacking).map(({ name }) => name);
  const picked = new Set(wanted.picked.map(({ name }) => name));
  const clusters = lacking.filter((name) => picked.has(name)).toSorted();
  if (clusters.length === 0) return undefined;
  const because = [...hindrances.values()].map(({ hindrance, clusters: on }) => ({
    ...hindrance,
    on: on.filter((name) => picked.has(name)),
  }));
  const relevant = because.filter(({ on }) => on.length > 0);
  const isDecided = isAlwaysPicked(wanted, new Set(lacking)) && lacksWithAnyPicks(wanted, given);
  // At least one cluster lacks it for certain.
  const isSure = clusters.some((name) => !relevant.some(({ on, isCertain }) => !isCertain && on.includes(name)));
  return {
    clusters,
    because: relevant.map(({ manifest, at, says, on }) => ({ manifest, at, message: `on ${listed(on.toSorted(), 5)} ${says}` })),
    ...whyOf(relevant),
    ...(isSure ? (isDecided ? {} : { effect: 'misbehaves' }) : { effect: 'advice' }),
  };
}

/**
 * Whether at least one of the clusters lacks the object, whatever clusters PickN placements choose: they choose fewer clusters than there
 * are to cover.
 */
function lacksWithAnyPicks(wanted: Picks, given: readonly { readonly picks: Picks | undefined }[]): boolean {
  const open = given.flatMap(({ picks }) => (picks === undefined || isFixed(picks) ? [] : [picks]));
  if (open.length === 0) return true;
  const fixed = new Set(given.flatMap(({ picks }) => (picks !== undefined && isFixed(picks) ? picks.picked : [])));
  const uncovered = wanted.picked.filter((cluster) => !fixed.has(cluster));
  return isFixed(wanted) && uncovered.length > open.reduce((sum, { picked }) => sum + picked.length, 0);
}

function isFixed({ picked, could }: Picks): boolean {
  return could.length === picked.length;
}

function lackOfPolicies(placement: Manifest, ref: Named, carriers: readonly Manifest[], world: World): Lack | undefined {
  const isWaiting = isWaitingForRun(placement, world);
  const found = carriers.map((carrier) => ({
    carrier,
    hindrance: mayBeHindered(carrier, ref, world) ? hindranceAnywhere(carrier, ref, world) : undefined,
  }));
  const hindrances = found.flatMap(({ carrier, hindrance }) =>
    hindrance === undefined || (carrier === placement && hindrance.isOfPlacement) || (isWaiting && hindrance.isByRun)
      ? []
      : [{ carrier, hindrance }],
  );
  const bringing = carriers.filter((carrier) => !hindrances.some((each) => each.carrier === carrier && each.hindrance.isEverywhere));
  const because = hindrances.map(({ hindrance: { manifest, at, says, isEverywhere } }) => ({
    manifest,
    at,
    message: isEverywhere ? says : `${says} on some clusters`,
  }));
  const why = whyOf(because.map(({ message }) => ({ says: message })));
  if (bringing.includes(placement) && !hindrances.some(({ carrier }) => carrier === placement)) return undefined;
  const coverage = bringing.includes(placement)
    ? ({ kind: 'covered' } as const)
    : coverageByPolicies(inItsNamespace(placement), bringing.map(inItsNamespace));
  if (coverage.kind === 'unknown') return undefined;
  if (coverage.kind === 'notCovered') {
    const isOpen = hindrances.some(({ hindrance }) => !hindrance.isCertain);
    return { clusters: coverage.clusters, because, ...why, ...(isOpen ? { effect: 'advice' } : {}) };
  }
  const isSome = hindrances.length > 0 && hindrances.length === carriers.length;
  return isSome ? { clusters: [], because, ...why, effect: 'misbehaves' } : undefined;
}

/** Whether the clusters are not known, and the policies do not decide whether the carriers cover all clusters of a placement. */
export function isCoverageOpen(placement: Manifest, carriers: readonly Manifest[], world: World): boolean {
  if (carriers.length === 0 || carriers.includes(placement) || knownClusters(world) !== undefined) return false;
  return coverageByPolicies(inItsNamespace(placement), carriers.map(inItsNamespace)).kind === 'unknown';
}

/** Nothing that the placement sends arrives before a run, so what others bring by runs may arrive in time. */
function isWaitingForRun(placement: Manifest, world: World): boolean {
  return keepsOldContent(placement, world)?.arrival === 'byRun';
}

function whyOf(reasons: readonly { readonly says: string }[]): Pick<Lack, 'why'> {
  const texts = [...new Set(reasons.map(({ says }) => says))];
  return texts.length === 0 ? {} : { why: texts.join('; ') };
}

function inItsNamespace({ object, namespace }: Manifest): Manifest['object'] {
  return inNamespace(object, namespace);
}

function decidedPicks(placement: Manifest, world: World): Picks | undefined {
  const outcome = whatIf(placement, world)?.outcome;
  return outcome === 'Stuck' || outcome === 'Pending' ? undefined : picksOf(placement, world);
}

/** The picks without the check for namespaces: other placements may still bring the namespace to a cluster. */
const neededPicks = oncePerWorld((placement: Manifest, world: World): Picks | undefined => {
  const clusters = knownClusters(world) ?? [];
  if (!tracksNamespaces(world)) return decidedPicks(placement, world);
  const { now, target, decided } = world;
  const { object, namespace } = placement;
  const unaware = clusters.map((cluster): MemberCluster => ({ ...cluster, namespaces: 'untracked' }));
  const { outcome, picked } = schedule({
    placement: object,
    namespace,
    clusters: unaware,
    now,
    target,
    existing: existingOf(object, namespace, decided),
  });
  if (outcome === 'Stuck' || outcome === 'Pending' || whatIf(placement, world) === undefined) return undefined;
  const names = new Set(picked);
  const all = clusters.filter(({ name }) => names.has(name));
  return { picked: all, could: all };
});

const tracksNamespaces = oncePer((world: World) => (knownClusters(world) ?? []).some(({ namespaces }) => namespaces !== 'untracked'));
