import { isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { groupOf, objectKey } from '../../fleet/kubernetes/object.ts';
import { openItems } from '../../schedule/open-resources.ts';
import { groupByAll } from '../../fleet/memo/group-by-all.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { withDefaults } from '../../schedule/override/hub-defaults.ts';
import { keyInOverrides, overriddenTargets, overridesByItem, type OverriddenTarget } from '../../schedule/override/placement-overrides.ts';
import { hubContent, type HubContent } from '../../selection/hub-content.ts';
import { compareOverrides, placementOfOverride, type Override } from '../../selection/override.ts';
import { overrideKey } from '../../selection/override-key.ts';
import { selectResources } from '../../selection/select-resources.ts';
import type { Selected, SelectedResource } from '../../selection/selection.ts';
import { combined, waysToOverride, type Declaration } from './declared-combinations.ts';
import { firstCopyOf } from '../world/first-copy.ts';
import { keyOfManifest } from '../world/manifest-key.ts';
import type { Manifest } from '../world/manifest.ts';
import { allPlacements, isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';

/** An object that overrides select, as one placement sends it. */
export interface OverriddenDelivery {
  readonly placement: Manifest;
  /** The object, or the envelope that holds it. */
  readonly item: Manifest;
  /** The object as the hub stores it, and the overrides on it. */
  readonly target: OverriddenTarget;
  /** `maybe`: it is declared more than once and the hub has only one of them, or it is not known whether the placement selects it. */
  readonly selected: 'yes' | 'maybe';
}

/** The deliveries that an override changes. Only placements and objects of the manifests are known. */
export function deliveriesChangedBy(override: Override, world: World): readonly OverriddenDelivery[] {
  return byOverride(world).get(override) ?? [];
}

/** The deliveries of an object, or of the entries of an envelope, that overrides change: one for each placement that sends it. */
export function overriddenDeliveriesOf(item: Manifest, world: World): readonly OverriddenDelivery[] {
  return byItem(world).get(firstCopyOf(item, world)) ?? [];
}

/** The deliveries of a placement that overrides change. */
export function overriddenDeliveriesBy(placement: Manifest, world: World): readonly OverriddenDelivery[] {
  return byPlacement(world).get(firstCopyOf(placement, world)) ?? [];
}

/** The deliveries of an object, or of the entries of an envelope, by one placement. */
export function overriddenDeliveriesFor(item: Manifest, placement: Manifest, world: World): readonly OverriddenDelivery[] {
  return byPair(world).get(firstCopyOf(item, world))?.get(firstCopyOf(placement, world)) ?? [];
}

/** The objects with more than `MOST_COMBINATIONS`, of which only some are deliveries, each with one of its overrides. */
export function partlyTriedOverrides(world: World): readonly PartlyTried[] {
  return foundIn(world).partlyTried.values().toArray();
}

/** The overrides that are declared without variables, each read once. Copies with the same content are one override. */
export const overridesIn = oncePer((world: World): ReadonlyMap<Manifest, Override> => {
  const read = overridesByItem(world.manifests);
  return new Map([...read].map(([manifest, own]) => [manifest, read.get(firstCopyOf(manifest, world)) ?? own]));
});

/** Each override of `overridesIn` once, in the order in which they are applied. */
export const allOverrides = oncePer((world: World): readonly Override[] =>
  [...new Set(overridesIn(world).values())].toSorted(compareOverrides),
);

/** The manifest of an override. */
export function manifestOf(override: Override, world: World): Manifest | undefined {
  return declaredBy(world).get(override);
}

const declaredBy = oncePer(
  (world: World) => new Map([...overridesIn(world)].map(([manifest, override]) => [override, firstCopyOf(manifest, world)])),
);
const byOverride = oncePer((world: World) => groupByAll(foundIn(world).deliveries, ({ target }) => target.overrides));
const byPlacement = oncePer((world: World) => Map.groupBy(foundIn(world).deliveries, ({ placement }) => placement));
const byItem = oncePer((world: World) => Map.groupBy(foundIn(world).deliveries, ({ item }) => item));
const byPair = oncePer(
  (world: World) => new Map([...byItem(world)].map(([item, deliveries]) => [item, Map.groupBy(deliveries, ({ placement }) => placement)])),
);

interface Found {
  readonly deliveries: readonly OverriddenDelivery[];
  /** By object. */
  readonly partlyTried: ReadonlyMap<Manifest, PartlyTried>;
}

interface PartlyTried {
  readonly override: Manifest;
  readonly item: Manifest;
}

const foundIn = oncePer((world: World): Found => {
  const deliveries: OverriddenDelivery[] = [];
  const partlyTried = new Map<Manifest, PartlyTried>();
  if (overridesIn(world).size === 0) return { deliveries, partlyTried };
  const content = hubContent(world.manifests, world.hub?.apis, undefined, world.contracts?.definition);
  const declarationsOf = declarationsIn(world, content);
  const placements = [...new Set(allPlacements(world).map((placement) => firstCopyOf(placement, world)))];
  const nameAndPart = (placement: Manifest): string => `${keyOfManifest(placement)} ${world.partOf(placement)}`;
  const sameName = Map.groupBy(placements, nameAndPart);
  for (const placement of placements) {
    // Unresolved variables in other fields do not change the selection.
    if (!isNamed(placement) || !isResolved(placement, '/spec/resourceSelectors')) continue;
    const selection = selectResources({ placement: placement.object, namespace: placement.namespace, content, target: world.target });
    if (selection.kind !== 'selected') continue;
    const others = sameName.get(nameAndPart(placement)) ?? [placement];
    const position = others.indexOf(placement);
    for (const resource of [...selection.resources, ...openResources(selection, content)]) {
      const { declarations, selected } = declarationsOf(resource, placement);
      const { combinations, isWhole } = combined(declarations, position, others.length);
      for (const { item, targets } of combinations) deliveries.push(...targets.map((target) => ({ placement, item, target, selected })));
      if (isWhole) continue;
      const [first] = declarations;
      const own = first?.ways[0]?.[0]?.overrides[0];
      const override = own && manifestOf(own, world);
      if (first !== undefined && override !== undefined) partlyTried.set(first.item, { override, item: first.item });
    }
  }
  return { deliveries, partlyTried };
});

type Sent = SelectedResource<Manifest> & { readonly isOpen?: true };

/**
 * Objects that a placement may select in addition. If the hub does not know the kind of a namespaced object, the object is placed with its
 * namespace.
 */
function openResources({ unknown }: Selected<Manifest>, content: HubContent<Manifest>): readonly Sent[] {
  const reasons = new Map(unknown.flatMap(({ ref, reason }) => (ref === undefined ? [] : [[objectKey(ref), reason] as const])));
  return [...openItems(unknown, content)].map(([key, { ref, item }]) => ({
    ref,
    item,
    selector: 0,
    ...(reasons.get(key) === 'unknownKind' && ref.namespace !== undefined ? {} : { isOpen: true }),
  }));
}

interface Declared {
  readonly declarations: readonly Declaration[];
  readonly selected: OverriddenDelivery['selected'];
}

/**
 * All contents of an object that can be together with a placement: it can be declared once for each environment. Placements that no
 * override names share them.
 */
function declarationsIn(world: World, content: HubContent<Manifest>): (resource: Sent, placement: Manifest) => Declared {
  const named = new Set(allOverrides(world).map(placementOfOverride));
  const known = new Map<string, readonly Declaration[]>();
  return ({ isOpen, ...resource }, placement) => {
    if (resource.item === undefined) return { declarations: [], selected: 'maybe' };
    const { apiVersion, ...ref } = resource.ref;
    const declared = world.find({ group: groupOf(apiVersion), ...ref });
    const part = world.partOf(placement);
    const items = (declared.length < 2 ? [resource.item] : declared).filter(
      (item) => [undefined, part].includes(world.partOf(item)) || part === undefined,
    );
    const inOverrides = keyInOverrides(placement);
    const key = `${part} ${named.has(inOverrides) ? inOverrides : ''} ${overrideKey(resource.ref, ref.namespace)}`;
    const declarations =
      known.get(key) ??
      [...new Set(items.map((item) => firstCopyOf(item, world)))].map((item) => {
        const overrides = overridesOfPart(world)(part ?? world.partOf(item) ?? '');
        const targets = overriddenTargets(placement, [{ ...resource, item }], overrides, content, world.target);
        return { item, ways: waysToOverride(targets.map(asStored)) };
      });
    known.set(key, declarations);
    return { declarations, selected: isOpen === true || declared.length > 1 ? 'maybe' : 'yes' };
  };
}

/** The overrides of a part of the tree and those outside of all parts; for objects outside of all parts all overrides. */
const overridesOfPart = oncePer((world: World): ((part: string) => readonly Override[]) => {
  const partOf = (override: Override): string => {
    const manifest = manifestOf(override, world);
    return (manifest && world.partOf(manifest)) ?? '';
  };
  const byPart = Map.groupBy(allOverrides(world), partOf);
  const known = new Map([['', allOverrides(world)]]);
  return (part) => {
    const found = known.get(part) ?? [...(byPart.get('') ?? []), ...(byPart.get(part) ?? [])].toSorted(compareOverrides);
    known.set(part, found);
    return found;
  };
});

/** The hub fills in defaults, but not in the entries of an envelope. */
function asStored(target: OverriddenTarget): OverriddenTarget {
  const { resource } = target;
  if (target.entry !== undefined || isEnvelope(resource.ref)) return target;
  return { ...target, resource: { ...resource, object: withDefaults(resource.object) } };
}
