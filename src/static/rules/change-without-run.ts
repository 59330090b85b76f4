/**
 * Under `strategy.type: External`, a change of the content stays on the hub until an update run rolls it out. Finished runs do nothing
 * more, and a run plans its clusters only once. The delete stage of the next run removes the content from clusters that are not picked any
 * more. Source: `apis/placement/v1beta1/clusterresourceplacement_types.go` (RolloutStrategyType), `pkg/controllers/rollout/controller.go`
 * (External placements are skipped), `pkg/controllers/updaterun/controller.go` (a finished run is not reconciled), `initialization.go`
 * (collectScheduledClusters), `execution.go` (executeDeleteStage).
 */
import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { isDeepStrictEqual } from 'node:util';
import { field, stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { newEvictions } from '../../schedule/change/evictions.ts';
import { hubAnswer } from '../answers/admission.ts';
import { isChanged } from '../world/changed.ts';
import { manifestRef } from '../world/identity.ts';
import { hasBaseTree } from '../world/known-base.ts';
import type { Manifest } from '../world/manifest.ts';
import { heldClusters } from '../delivery/held-clusters.ts';
import { picksOf } from '../delivery/picks.ts';
import { rolledOutContent, sameIn } from '../delivery/rolled-out-content.ts';
import { movesByPlacement } from '../placing/cluster-moves.ts';
import { isStartedByChange } from '../placing/run-on-hub.ts';
import { isNamed, nameOf, placementKind } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Waiting {
  readonly placement: string;
  readonly runKind: string;
  readonly changed: readonly string[];
}

export const changeWithoutRun = defineRule<Waiting>({
  id: 'change-without-run',
  summary: 'The content or the clusters of an External placement change without a new update run to roll it out',
  effect: 'misbehaves',
  otherwise: { advice: 'the manifests have no run for the placement: a pipeline may create it' },
  kinds: PLACEMENT_KINDS,
  why: 'With `strategy.type: External` the hub accepts a change (or a deletion) of the content, of the selectors, of the policy or of an override, but does not roll it out until an update run does. The same holds for clusters: if the scheduler picks another one, or no longer picks one, only a run brings or removes the content; after an eviction of the change, only a run brings it again. A run plans its clusters once, and one that has ended does not start again, so earlier runs do not roll out the change. The deploy is accepted, and the clusters keep the old content. Checked only with a base (`{--base}`, `{--base-dir}`). It is advice if the manifests have no run for the placement, because a pipeline may create one.',
  remedy: 'Add an update run with a new name for the placement, and apply it after the change is on the hub.',
  docs: 'https://kubefleet.dev/docs/how-tos/staged-update/',
  message: ({ placement, runKind, changed }) =>
    `There is no new ${runKind} for ${placement}: with External, only a run rolls out the change of ${listed(changed, 3)}.`,
  *check(manifest, world) {
    const { object } = manifest;
    if (!isNamed(manifest) || !isResolved(manifest, '/spec') || !hasBaseTree(world)) return;
    const old = world.before(manifest)?.manifest;
    if ([old, object].some((each) => !isExternal(each))) return;
    const runKind = object.kind === 'ResourcePlacement' ? 'StagedUpdateRun' : 'ClusterStagedUpdateRun';
    const runs = placementKind(world, runKind).filter((run) => mayBeFor(run, manifest));
    const isNew = (run: Manifest): boolean => world.before(run) === undefined || (isChanged(run, world) && !isStartedByChange(run, world));
    if (runs.some((run) => run.unresolved.length > 0 || isNew(run))) return;
    // A run that the change starts fails with another policy or other clusters. `run-takes-old-snapshot` reports the content that it lacks.
    const isStarting = runs.some((run) => isStartedByChange(run, world));
    if (isStarting && hubAnswer(manifest, world).change.length > 0) return;
    const { changed, gone } = isStarting ? NOTHING : changesOf(manifest, world);
    const own = (isStarting ? (['policy'] as const) : (['resourceSelectors', 'policy'] as const)).filter(
      (key) => !isDeepStrictEqual(field(old, 'spec', key), field(object, 'spec', key)),
    );
    const parts = [...own.map((key) => `its ${key}`), ...clusterChange(manifest, world)];
    if (changed.length + parts.length + gone.length === 0) return;
    const names = [...parts, ...[...changed, ...gone].map((each) => displayName(manifestRef(each)))];
    const related = changed.slice(0, 3).map((each) => ({ manifest: each, at: '', message: `${displayName(manifestRef(each))} changes` }));
    const data = { placement: nameOf(manifest), runKind, changed: names };
    yield { at: '/spec/strategy/type', data, related, ...(runs.length === 0 ? { effect: 'advice' } : {}) };
  },
});

/** A run whose placement is a variable that is not expanded may be for any placement. */
function mayBeFor(run: Manifest, placement: Manifest): boolean {
  if (!isResolved(run, '/spec/placementName', '/metadata/namespace')) return true;
  const isBeside = placement.object.kind === 'ClusterResourcePlacement' || run.namespace === placement.namespace;
  return isBeside && stringAt(run.object, 'spec', 'placementName') === nameOf(placement);
}

const NOTHING = { changed: [], gone: [] };

/** What changes in what the placement rolls out, and what of it is deleted. */
function changesOf(placement: Manifest, world: World): { readonly changed: readonly Manifest[]; readonly gone: readonly Manifest[] } {
  const content = rolledOutContent(placement, world);
  const before = contentBefore(placement, world);
  const left = before.flatMap((each) => sameIn(world, each)).filter((each) => !content.includes(each) && isChanged(each, world));
  const changed = content.filter((each) => isNamed(each) && (world.before(each) === undefined || isChanged(each, world)));
  return { changed: [...changed, ...left], gone: before.filter((each) => world.gone.includes(each)) };
}

/** What the placement rolls out at the base, which has what the change deletes or moves away. */
function contentBefore(placement: Manifest, world: World): readonly Manifest[] {
  const base = world.base();
  if (base === undefined) return [];
  return sameIn(base, placement).flatMap((each) => rolledOutContent(each, base));
}

/** The clusters that an eviction of the change empties, if the scheduler then picks them, or others for them. */
function pickedAfterEviction(placement: Manifest, world: World): readonly string[] {
  const picks = picksOf(placement, world);
  const held = picks && heldClusters(placement, world);
  if (held === undefined || picks === undefined || placement.object.kind !== 'ClusterResourcePlacement') return [];
  const { placementType, numberOfClusters = 0 } = policyOf(placement.object);
  const could = picks.could.map(({ name }) => name);
  const hasOthers = placementType === 'PickN' && could.length >= numberOfClusters;
  const evictions = newEvictions(world.manifests, { base: world.base()?.manifests, hub: world.hub });
  return evictions
    .filter((each) => each.placement === nameOf(placement) && held.names.includes(each.cluster))
    .flatMap(({ cluster }) => (hasOthers || could.includes(cluster) ? [cluster] : []));
}

/** `its clusters (ap-1 joins, us-1 leaves)` */
function clusterChange(placement: Manifest, world: World): readonly string[] {
  const moves = (movesByPlacement(world).get(placement) ?? []).filter(({ kind }) => kind !== 'stays');
  const evicted = pickedAfterEviction(placement, world).map((cluster) => `${cluster} is evicted`);
  const named = [...moves.map(({ cluster, kind }) => `${cluster} ${kind}`), ...evicted];
  return named.length === 0 ? [] : [`its clusters (${listed(named, 3)})`];
}
