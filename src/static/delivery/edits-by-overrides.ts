import { enclosedEntries, enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { receiverFor, ruleChoices } from '../../schedule/delivery/rule-choices.ts';
import { variantFor, variantsByCluster, type Outcome } from '../../schedule/delivery/variants.ts';
import { withDefaults } from '../../schedule/override/hub-defaults.ts';
import type { Step } from '../../schedule/override/override-resource.ts';
import { overriddenTargets, overridesOn, type OverriddenTarget } from '../../schedule/override/placement-overrides.ts';
import { compareOverrides, overrideOf, type Override } from '../../selection/override.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { isChanged } from '../world/changed.ts';
import { manifestRef } from '../world/identity.ts';
import { knownApis } from '../world/known-apis.ts';
import type { Manifest } from '../world/manifest.ts';
import { manifestContent } from '../world/manifest-content.ts';
import type { World } from '../world/world.ts';
import { arrivalOf } from './arrival.ts';
import { enclosedPairs } from './enclosed-pairs.ts';
import { overriddenDeliveriesFor, overridesIn, type OverriddenDelivery } from './overridden-deliveries.ts';
import { picksOf } from './picks.ts';
import { alternativesOf } from './possible-choices.ts';
import { variantsIn } from './variants-of-delivery.ts';

/** An object as clusters had it before the change, and as they get it after it with patches. */
export interface EditedVariant {
  readonly before: KubeObject;
  readonly after: KubeObject;
  readonly steps: readonly Step[];
  /** Their names; empty if the clusters are not known. */
  readonly clusters: readonly string[];
  /** Whether the clusters, or all clusters that the placement could pick, get this form. */
  readonly isCertain: boolean;
}

/**
 * The forms of an object that the change edits because a patch of the base does not apply any more: its override was removed or edited.
 * `steps` has the patches that still apply.
 */
export function editsOfLostPatches(item: Manifest, world: World): readonly EditedVariant[] {
  const refs = [manifestRef(item), ...(isEnvelope(item.object) ? enclosedObjects(item.object).map(refOf) : [])];
  const lost = lostOverrides(world);
  if (refs.every((ref) => overridesOn(lost, ref, knownApis(world)).length === 0)) return [];
  return placementsSending(item, world).flatMap((placement) => {
    const now = overriddenDeliveriesFor(item, placement, world);
    return targetsBefore({ item, placement }, world).flatMap((old) => {
      const known = now.find(({ target }) => target.entry === old.entry);
      const object = formOf(item.object, old.entry);
      if (known !== undefined) return editedVariants(known, world);
      if (object === undefined) return [];
      const target = { ...old, resource: { ...old.resource, object }, overrides: [] };
      return editedVariants({ item, placement, target, selected: 'yes' }, world);
    });
  });
}

/** The object as the hub stores it, or an entry of an envelope; `undefined` if there is no such entry. */
function formOf(object: KubeObject, entry: string | undefined): KubeObject | undefined {
  if (entry === undefined) return isEnvelope(object) ? object : withDefaults(object);
  return enclosedEntries(object).find(([name]) => name === entry)?.[1];
}

/**
 * The forms of an object that the change edits on clusters that the placement picks. Empty if the object or the placement is new. If the
 * clusters are not known, the forms are those that clusters could get.
 */
export function editedVariants(delivery: OverriddenDelivery, world: World): readonly EditedVariant[] {
  // A placement that only reports differences edits nothing.
  if (arrivalOf(delivery.placement) === 'compared') return [];
  const picks = picksOf(delivery.placement, world);
  const old = picks?.picked.length === 0 ? undefined : targetBefore(delivery, world);
  if (old === undefined) return [];
  if (picks === undefined) return possibleEdits(old, delivery);
  const picked = new Set(picks.picked.map(({ name }) => name));
  const formBefore = variantsByCluster(old);
  return variantsIn(delivery, world).flatMap(({ outcome, clusters }): readonly EditedVariant[] => {
    if (outcome.kind !== 'patched' && outcome.kind !== 'same') return [];
    const own = clusters.filter(({ name }) => picked.has(name));
    return [...Map.groupBy(own, (cluster) => formBefore(cluster).outcome)].flatMap(([before, group]) =>
      pairsOf(before, outcome.object).map((pair) => ({
        ...pair,
        steps: outcome.kind === 'patched' ? outcome.steps : [],
        clusters: group.map(({ name }) => name),
        isCertain: true,
      })),
    );
  });
}

function possibleEdits(old: OverriddenTarget, delivery: OverriddenDelivery): readonly EditedVariant[] {
  const { target } = delivery;
  const { all, isWhole } = ruleChoices([...old.overrides, ...target.overrides], alternativesOf(delivery));
  const isCertain = isWhole && all.length === 1;
  return all.flatMap((choice): readonly EditedVariant[] => {
    const receiver = receiverFor(choice);
    const { outcome } = variantFor(target, receiver);
    if (outcome.kind !== 'patched' && outcome.kind !== 'same') return [];
    return pairsOf(variantFor(old, receiver).outcome, outcome.object).map((pair) => ({
      ...pair,
      steps: outcome.kind === 'patched' ? outcome.steps : [],
      clusters: [],
      isCertain,
    }));
  });
}

function pairsOf(before: Outcome, after: KubeObject): readonly Pick<EditedVariant, 'before' | 'after'>[] {
  if (before.kind !== 'same' && before.kind !== 'patched') return [];
  return isEnvelope(after) ? enclosedPairs(before.object, after) : [{ before: before.object, after }];
}

/** The object and its overrides before the change; `undefined` if the object or the placement is new. */
function targetBefore({ item, placement, target }: OverriddenDelivery, world: World): OverriddenTarget | undefined {
  return targetsBefore({ item, placement }, world).find(({ entry }) => entry === target.entry);
}

/** As `targetBefore`, for the object or each entry of an envelope. */
function targetsBefore({ item, placement }: Pick<OverriddenDelivery, 'item' | 'placement'>, world: World): readonly OverriddenTarget[] {
  const [old, by] = [item, placement].map((manifest) => world.before(manifest));
  const [object, placed] = [old?.live ?? old?.manifest, by?.live ?? by?.manifest];
  if (object === undefined || placed === undefined) return [];
  const { namespace } = item;
  const found = overriddenTargets(
    { object: placed, namespace: placement.namespace },
    [{ ref: manifestRef(item), item: { object, namespace }, selector: 0 }],
    overridesBefore(world),
    manifestContent(world) as Parameters<typeof overriddenTargets>[3],
    world.target,
    'everything',
  );
  if (isEnvelope(object)) return found;
  return found.map((target) => ({ ...target, resource: { ...target.resource, object: withDefaults(target.resource.object) } }));
}

/** The overrides of the base that were removed or edited, as they were. */
export const lostOverrides = oncePer((world: World): readonly Override[] => {
  const edited = [...overridesIn(world).keys()].filter((manifest) => isChanged(manifest, world));
  const before = edited.flatMap((manifest) => {
    const { live, manifest: old } = world.before(manifest) ?? {};
    const object = live ?? old;
    return object === undefined ? [] : [overrideOf(object, manifest.namespace)];
  });
  const removed = world.gone.map(({ object, namespace }) => overrideOf(object, namespace));
  return [...before, ...removed].filter((override) => override !== undefined);
});

const overridesBefore = oncePer((world: World): readonly Override[] => {
  const kept = [...overridesIn(world).keys()].flatMap((manifest) => {
    const before = world.before(manifest);
    const object = before?.live ?? before?.manifest;
    return object === undefined ? [] : [overrideOf(object, manifest.namespace)];
  });
  const removed = world.gone.map(({ object, namespace }) => overrideOf(object, namespace));
  return [...kept, ...removed].filter((override) => override !== undefined).toSorted(compareOverrides);
});
