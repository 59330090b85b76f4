/**
 * Under `strategy.type: External`, a change of the content stays on the hub until an update run rolls it out. Finished runs do nothing
 * more. Source: `apis/placement/v1beta1/clusterresourceplacement_types.go` (RolloutStrategyType), `pkg/controllers/rollout/controller.go`
 * (External placements are skipped), `pkg/controllers/updaterun/controller.go` (a finished run is not reconciled).
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { isDeepStrictEqual } from 'node:util';
import { field, stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { isChanged } from '../world/changed.ts';
import { manifestRef } from '../world/identity.ts';
import { hasBaseTree } from '../world/known-base.ts';
import type { Manifest } from '../world/manifest.ts';
import { overriddenDeliveriesBy, overridesIn } from '../delivery/overridden-deliveries.ts';
import { isNamed, nameOf, placementKind } from '../world/placements.ts';
import { placedBy } from '../placing/placements-of-object.ts';
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
  summary: 'The content of an External placement changes without a new update run to roll it out',
  effect: 'misbehaves',
  otherwise: { advice: 'the manifests have no run for the placement: a pipeline may create it' },
  kinds: PLACEMENT_KINDS,
  why: 'With `strategy.type: External` the hub accepts a change (or a deletion) of the content, of the selectors, of the policy or of an override, but does not roll it out until an update run does. A run that has ended does not start again, so earlier runs do not roll out the change. The deploy is accepted, and the clusters keep the old content. Checked only with a base (`{--base}`, `{--base-dir}`). It is advice if the manifests have no run for the placement, because a pipeline may create one.',
  remedy: 'Add an update run with a new name for the placement, and apply it after the change is on the hub.',
  docs: 'https://kubefleet.dev/docs/how-tos/staged-update/',
  message: ({ placement, runKind, changed }) =>
    `There is no new ${runKind} for ${placement}: with External, only a run rolls out the change of ${listed(changed, 3)}.`,
  *check(manifest, world) {
    const { object } = manifest;
    if (!isNamed(manifest) || !isResolved(manifest, '/spec') || !hasBaseTree(world)) return;
    const old = world.before(manifest)?.manifest;
    if ([old, object].some((each) => stringAt(each, 'spec', 'strategy', 'type') !== 'External')) return;
    const runKind = object.kind === 'ResourcePlacement' ? 'StagedUpdateRun' : 'ClusterStagedUpdateRun';
    const runs = placementKind(world, runKind).filter((run) => mayBeFor(run, manifest));
    if (runs.some((run) => run.unresolved.length > 0 || world.before(run) === undefined || isChanged(run, world))) return;
    const content = contentOf(manifest, world);
    const before = contentBefore(manifest, world);
    const left = before.flatMap((each) => sameIn(world, each)).filter((each) => !content.includes(each) && isChanged(each, world));
    const changed = [...content.filter((each) => isNamed(each) && (world.before(each) === undefined || isChanged(each, world))), ...left];
    const own = (['resourceSelectors', 'policy'] as const).filter(
      (key) => !isDeepStrictEqual(field(old, 'spec', key), field(object, 'spec', key)),
    );
    const gone = before.filter((each) => world.gone.includes(each));
    if (changed.length + own.length + gone.length === 0) return;
    const names = [...own.map((key) => `its ${key}`), ...[...changed, ...gone].map((each) => displayName(manifestRef(each)))];
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

/** What a placement rolls out: objects, and the overrides on them. */
function contentOf(placement: Manifest, world: World): readonly Manifest[] {
  return [...placedBy(placement, world), ...overridesOn(placement, world)];
}

/** The same at the base, which has what the change deletes or moves away. */
function contentBefore(placement: Manifest, world: World): readonly Manifest[] {
  const base = world.base();
  if (base === undefined) return [];
  return sameIn(base, placement).flatMap((each) => contentOf(each, base));
}

function sameIn(world: World, manifest: Manifest): readonly Manifest[] {
  return world.find({ ...manifestRef(manifest), group: groupOf(manifest.object.apiVersion) });
}

/** The overrides that change objects on the clusters of the placement. */
function overridesOn(placement: Manifest, world: World): readonly Manifest[] {
  const all = [...placementKind(world, 'ClusterResourceOverride'), ...placementKind(world, 'ResourceOverride')];
  const own = new Set(overriddenDeliveriesBy(placement, world).flatMap(({ target }) => target.overrides));
  return all.filter((manifest) => {
    const override = overridesIn(world).get(manifest);
    return override !== undefined && own.has(override);
  });
}
