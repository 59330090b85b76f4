import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import type { ApiResources } from '../../fleet/kubefleet/api-resource.ts';
import { enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, objectKey, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { DefinitionOf, HubContent, Selectable } from '../../selection/hub-content.ts';
import { overrideKeys } from '../../selection/override-key.ts';
import { compareOverrides, isForPlacement, overrideOf, placementKey, type Override } from '../../selection/override.ts';
import type { SelectedResource } from '../../selection/selection.ts';
import { asStored, withoutRemoved } from './as-stored.ts';
import { filledIn } from './filled-in.ts';
import type { Overridable } from './override-resource.ts';

/** An object of the tree. `unresolved` has pointers to texts with a variable that is not expanded. */
export interface Resolvable extends Selectable {
  readonly unresolved?: readonly string[];
  /** How deployers change its content, in a way that is not known here. */
  readonly changedBy?: readonly { readonly changes: string }[];
}

export interface OverriddenTarget {
  readonly resource: Overridable;
  /** The overrides that select it, in the order they are applied. */
  readonly overrides: readonly Override[];
  /** Its key in the envelope that contains it. */
  readonly entry?: string;
}

/** The overrides of a tree, in the order they are applied. The last declaration of an override replaces the others. */
export function overridesOf(items: readonly Resolvable[]): readonly Override[] {
  return [...new Map([...overridesByItem(items).values()].map((override) => [objectKey(override.ref), override])).values()].toSorted(
    compareOverrides,
  );
}

/**
 * The overrides of a tree by the object that declares them. An override with a variable that is not expanded could be any other, and is
 * left out.
 */
export function overridesByItem<T extends Resolvable>(items: readonly T[]): ReadonlyMap<T, Override> {
  const overrides = new Map<T, Override>();
  for (const item of items) {
    const { object, namespace, unresolved = [] } = item;
    const override = unresolved.length > 0 ? undefined : overrideOf(object, namespace);
    if (override !== undefined) overrides.set(item, override);
  }
  return overrides;
}

/**
 * The objects that a placement sends and that overrides select, with these overrides. `everything`: also the objects that no override
 * selects. Without a placement, only the overrides for every placement. Source: `pkg/utils/overrider/overrider.go`. KubeFleet main
 * applies overrides to the content of an envelope; v0.3 patches the envelope itself. For Azure's hub this is not known, so neither is
 * overridden; see `openOverrides`.
 */
export function overriddenTargets<T extends Resolvable>(
  placement: PlacedBy | undefined,
  selected: readonly SelectedResource<T>[],
  overrides: readonly Override[],
  content: HubContent<T>,
  target: HubProfile,
  scope: 'overridden' | 'everything' = 'overridden',
): readonly OverriddenTarget[] {
  const bySelector = indexSelectors(overrides);
  if (bySelector.size === 0 && scope === 'overridden') return [];
  const isFor = placement === undefined ? isForEvery : isForKey(keyInOverrides(placement));
  return selected.flatMap(({ ref, item }) => {
    if (item === undefined) return [];
    return pendingObjects(ref, item, target, content.definition).flatMap((parcel): readonly OverriddenTarget[] => {
      const own = parcel.overridable ? selecting(bySelector, parcel.ref, content.apis).filter(isFor) : [];
      return own.length === 0 && scope === 'overridden' ? [] : [{ resource: parcel.open(), overrides: own, ...entryOf(parcel) }];
    });
  });
}

/** The overrides that select an object for any placement, in the order they are applied. */
export function overridesOn(overrides: readonly Override[], ref: ObjectRef, apis: ApiResources): readonly Override[] {
  return selecting(indexSelectors(overrides), ref, apis);
}

type SelectorIndex = ReadonlyMap<string, readonly Override[]>;
/** Computed once for a list. */
const indexSelectors = oncePer((overrides: readonly Override[]): SelectorIndex => {
  const pairs = overrides.flatMap((override) => override.keys.map((key) => ({ override, key })));
  const grouped = Map.groupBy(pairs, ({ key }) => key);
  return new Map([...grouped].map(([key, group]) => [key, group.map(({ override }) => override)]));
});

function selecting(bySelector: SelectorIndex, ref: ObjectRef, apis: ApiResources): readonly Override[] {
  return overrideKeys(ref, apis).flatMap((key) => bySelector.get(key) ?? []);
}

function isForKey(key: string): (override: Override) => boolean {
  return (override) => isForPlacement(override, key);
}

function isForEvery({ placement }: Override): boolean {
  return placement === undefined;
}

/** A placement. Its namespace may be set by something other than its object. */
export interface PlacedBy {
  readonly object: KubeObject;
  readonly namespace: string | undefined;
}

/** Update runs search the overrides of a ResourcePlacement by its name without the namespace, so they skip those of scope Namespaced. */
export function keyInOverrides({ object, namespace }: PlacedBy): string {
  const byRun = isExternal(object);
  return byRun ? object.metadata.name : placementKey(object, namespace);
}

/** An object to be sent. It is prepared for patches only if needed. */
interface PendingObject {
  readonly ref: ObjectRef;
  readonly overridable: boolean;
  /** Its key in the envelope that contains it. */
  readonly entry?: string;
  open(): Overridable;
}

function entryOf({ entry }: PendingObject): Pick<OverriddenTarget, 'entry'> {
  return entry === undefined ? {} : { entry };
}

function pendingObjects(
  ref: ObjectRef,
  { object, unresolved = [] }: Resolvable,
  target: HubProfile,
  definition: DefinitionOf,
): readonly PendingObject[] {
  if (!isEnvelope(ref) || target === 'v0.3') {
    // The API server does not fill in defaults in an envelope.
    const presence = isEnvelope(ref) ? NOTHING_MORE : withoutRemoved(object, filledIn(ref, definition(groupOf(ref.apiVersion), ref.kind)));
    return [{ ref, overridable: true, open: () => ({ ref, object: asStored(object, ref), presence, unresolved }) }];
  }
  return enclosedEntries(object).map(([entry, inner]) => {
    const innerRef = refOf(inner);
    const open = unresolved.length === 0 ? [] : [''];
    return {
      ref: innerRef,
      entry,
      overridable: target === 'main',
      open: () => ({ ref: innerRef, object: inner, presence: NOTHING_MORE, unresolved: open }),
    };
  });
}

const NOTHING_MORE = (): 'no' => 'no';
