import { isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { groupOf, objectKey } from '../../fleet/kubernetes/object.ts';
import { openItems } from '../../schedule/open-resources.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { withDefaults } from '../../schedule/override/hub-defaults.ts';
import { overriddenTargets, overridesByItem, type OverriddenTarget } from '../../schedule/override/placement-overrides.ts';
import { hubContent, type HubContent } from '../../selection/hub-content.ts';
import { compareOverrides, type Override } from '../../selection/override.ts';
import { selectResources } from '../../selection/select-resources.ts';
import type { Selected, SelectedResource } from '../../selection/selection.ts';
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
  return byItem(world).get(item) ?? [];
}

/** The deliveries of a placement that overrides change. */
export function overriddenDeliveriesBy(placement: Manifest, world: World): readonly OverriddenDelivery[] {
  return byPlacement(world).get(placement) ?? [];
}

/** The overrides that are declared without variables, each read once. */
export const overridesIn = oncePer((world: World) => overridesByItem(world.manifests));

/** The manifest of an override. */
export function manifestOf(override: Override, world: World): Manifest | undefined {
  return declaredBy(world).get(override);
}

const declaredBy = oncePer((world: World) => new Map([...overridesIn(world)].map(([manifest, override]) => [override, manifest])));
const byOverride = oncePer((world: World): ReadonlyMap<Override, readonly OverriddenDelivery[]> => {
  const index = new Map<Override, OverriddenDelivery[]>();
  for (const delivery of all(world))
    for (const override of delivery.target.overrides) {
      const known = index.get(override);
      if (known === undefined) index.set(override, [delivery]);
      else known.push(delivery);
    }
  return index;
});
const byPlacement = oncePer((world: World) => Map.groupBy(all(world), ({ placement }) => placement));
const byItem = oncePer((world: World) => Map.groupBy(all(world), ({ item }) => item));

const all = oncePer((world: World): readonly OverriddenDelivery[] => {
  const ways = waysToDeclare([...overridesIn(world).values()].toSorted(compareOverrides));
  if (ways.length === 0) return [];
  const content = hubContent(world.manifests, world.hub?.apis, undefined, world.contracts?.definition);
  return allPlacements(world).flatMap((placement): readonly OverriddenDelivery[] => {
    // Unresolved variables in other fields do not change the selection.
    if (!isNamed(placement) || !isResolved(placement, '/spec/resourceSelectors')) return [];
    const selection = selectResources({ placement: placement.object, namespace: placement.namespace, content, target: world.target });
    if (selection.kind !== 'selected') return [];
    return [...selection.resources, ...openResources(selection, content)].flatMap((resource) =>
      declaredAs(resource, world).flatMap(({ items, selected }) =>
        ways
          .flatMap(({ overrides, first }) =>
            overriddenTargets(placement, items, overrides, content, world.target).filter((target) =>
              target.overrides.some((each) => first.has(each)),
            ),
          )
          .map((target) => ({ placement, item: items[0].item, target: asStored(target), selected })),
      ),
    );
  });
});

/** A hub has one of the declarations of an override. `first`: those that no way before has. */
interface WayToDeclare {
  readonly overrides: readonly Override[];
  readonly first: ReadonlySet<Override>;
}

function waysToDeclare(overrides: readonly Override[]): readonly WayToDeclare[] {
  const declarations = [...Map.groupBy(overrides, ({ ref }) => objectKey(ref)).values()];
  const most = declarations.reduce((count, { length }) => Math.max(count, length), 0);
  return Array.from({ length: most }, (_, way) => ({
    overrides: declarations.flatMap((each) => each[Math.min(way, each.length - 1)] ?? []),
    first: new Set(declarations.flatMap((each) => each[way] ?? [])),
  }));
}

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
  readonly items: readonly [SelectedResource<Manifest> & { readonly item: Manifest }];
  readonly selected: OverriddenDelivery['selected'];
}

/** All manifests of an object: it can be declared once for each environment. */
function declaredAs(resource: Sent, world: World): readonly Declared[] {
  const { item, ref, isOpen } = resource;
  if (item === undefined) return [];
  const { apiVersion, ...named } = ref;
  const declared = world.find({ group: groupOf(apiVersion), ...named });
  if (declared.length < 2) return [{ items: [{ ...resource, item }], selected: isOpen === true ? 'maybe' : 'yes' }];
  return declared.map((each) => ({ items: [{ ...resource, item: each }], selected: 'maybe' }));
}

/** The hub fills in defaults, but not in the entries of an envelope. */
function asStored(target: OverriddenTarget): OverriddenTarget {
  const { resource } = target;
  if (target.entry !== undefined || isEnvelope(resource.ref)) return target;
  return { ...target, resource: { ...resource, object: withDefaults(resource.object) } };
}
