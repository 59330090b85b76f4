import { isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { variantsByCluster, type Outcome } from '../../schedule/delivery/variants.ts';
import { withDefaults } from '../../schedule/override/hub-defaults.ts';
import type { Step } from '../../schedule/override/override-resource.ts';
import { overriddenTargets, type OverriddenTarget } from '../../schedule/override/placement-overrides.ts';
import { compareOverrides, overrideOf, type Override } from '../../selection/override.ts';
import { manifestRef } from '../world/identity.ts';
import { manifestContent } from '../world/manifest-content.ts';
import type { World } from '../world/world.ts';
import { enclosedPairs } from './enclosed-pairs.ts';
import { overridesIn, type OverriddenDelivery } from './overridden-deliveries.ts';
import { picksOf } from './picks.ts';
import { variantsIn } from './variants-of-delivery.ts';

/** An object as clusters had it before the change, and as they get it after it with patches. */
export interface EditedVariant {
  readonly before: KubeObject;
  readonly after: KubeObject;
  readonly steps: readonly Step[];
  readonly clusters: readonly string[];
}

/**
 * The forms of an object that the change edits on clusters that the placement picks. Empty if the object or the placement is new, and if
 * the clusters are not known.
 */
export function editedVariants(delivery: OverriddenDelivery, world: World): readonly EditedVariant[] {
  const picked = new Set(picksOf(delivery.placement, world)?.picked.map(({ name }) => name));
  const old = picked.size === 0 ? undefined : targetBefore(delivery, world);
  if (old === undefined) return [];
  const formBefore = variantsByCluster(old);
  return variantsIn(delivery, world).flatMap(({ outcome, clusters }): readonly EditedVariant[] => {
    if (outcome.kind !== 'patched') return [];
    const own = clusters.filter(({ name }) => picked.has(name));
    return [...Map.groupBy(own, (cluster) => formBefore(cluster).outcome)].flatMap(([before, alike]) =>
      pairsOf(before, outcome.object).map((pair) => ({ ...pair, steps: outcome.steps, clusters: alike.map(({ name }) => name) })),
    );
  });
}

function pairsOf(before: Outcome, after: KubeObject): readonly Pick<EditedVariant, 'before' | 'after'>[] {
  if (before.kind !== 'same' && before.kind !== 'patched') return [];
  return isEnvelope(after) ? enclosedPairs(before.object, after) : [{ before: before.object, after }];
}

/** The object and its overrides before the change; `undefined` if the object or the placement is new. */
function targetBefore({ item, placement, target }: OverriddenDelivery, world: World): OverriddenTarget | undefined {
  const [old, by] = [item, placement].map((manifest) => world.before(manifest));
  const [object, placed] = [old?.live ?? old?.manifest, by?.live ?? by?.manifest];
  if (object === undefined || placed === undefined) return undefined;
  const { namespace } = item;
  const found = overriddenTargets(
    { object: placed, namespace: placement.namespace },
    [{ ref: manifestRef(item), item: { object, namespace }, selector: 0 }],
    overridesBefore(world),
    manifestContent(world) as Parameters<typeof overriddenTargets>[3],
    world.target,
    'everything',
  ).find(({ entry }) => entry === target.entry);
  if (found === undefined || target.entry !== undefined || isEnvelope(object)) return found;
  return { ...found, resource: { ...found.resource, object: withDefaults(found.resource.object) } };
}

const overridesBefore = oncePer((world: World): readonly Override[] => {
  const kept = [...overridesIn(world).keys()].flatMap((manifest) => {
    const before = world.before(manifest);
    const object = before?.live ?? before?.manifest;
    return object === undefined ? [] : [overrideOf(object, manifest.namespace)];
  });
  const removed = world.gone.map(({ object, namespace }) => overrideOf(object, namespace));
  return [...kept, ...removed].filter((override) => override !== undefined).toSorted(compareOverrides);
});
