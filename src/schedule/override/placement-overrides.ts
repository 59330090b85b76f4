import { isObject, objectAt, stringAt } from '../../fleet/json.ts';
import { PLACEMENT_GROUP, type HubProfile } from '../../fleet/kinds.ts';
import { groupOf, refOf, type KubeObject, type ObjectRef } from '../../fleet/object.ts';
import { oncePer } from '../../fleet/once-per.ts';
import type { HubContent, Selectable } from '../selection/hub-content.ts';
import type { SelectedResource } from '../selection/selection.ts';
import { filledIn } from './filled-in.ts';
import { overrideOf, selectorKey, type Override } from './override.ts';
import type { Overridable } from './override-resource.ts';

/** An object of the tree; `unresolved` are pointers whose text holds an unexpanded variable. */
export interface Resolvable extends Selectable {
  readonly unresolved?: readonly string[];
}

export interface OverriddenTarget {
  readonly resource: Overridable;
  /** Those that select it, in the order they are applied. */
  readonly overrides: readonly Override[];
}

/**
 * The overrides of a tree, in the order they are applied: cluster-scoped ones first, then by namespace and by the name of the first snapshot.
 * One with an unexpanded variable in it could be any other and is left out.
 */
export function overridesOf(items: readonly Resolvable[]): readonly Override[] {
  const found = items.flatMap(({ object, namespace, unresolved = [] }) => {
    const override = overrideOf(object, namespace);
    return override === undefined || unresolved.length > 0 ? [] : [override];
  });
  return found.toSorted((a, b) => Number(a.namespaced) - Number(b.namespaced) || compare(sortKey(a), sortKey(b)));
}

function sortKey({ ref: { namespace = '', name } }: Override): string {
  return `${namespace}\0${name}-0`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * What a placement sends to its clusters and overrides select, with those overrides; `everything`: also what none selects.
 * Source: `pkg/utils/overrider/overrider.go`. What an envelope holds is overridden by main and left alone by v0.3, which patches the envelope
 * itself; of Azure's hub it is not known, so nothing is overridden there.
 */
export function overriddenTargets<T extends Resolvable>(
  placement: PlacedBy,
  selected: readonly SelectedResource<T>[],
  overrides: readonly Override[],
  { apis }: HubContent<T>,
  target: HubProfile,
  scope: 'overridden' | 'everything' = 'overridden',
): readonly OverriddenTarget[] {
  const bySelector = indexSelectors(overrides);
  if (bySelector.size === 0 && scope === 'overridden') return [];
  return selected.flatMap(({ ref, item }) => {
    if (item === undefined) return [];
    return parcels(ref, item, target).flatMap((parcel): readonly OverriddenTarget[] => {
      const isNamespaced = apis.find(groupOf(parcel.ref.apiVersion), parcel.ref.kind)?.namespaced !== false;
      const own = parcel.overridable
        ? selecting(bySelector, parcel.ref, isNamespaced).filter((override) => isFor(override, placement))
        : [];
      return own.length === 0 && scope === 'overridden' ? [] : [{ resource: parcel.open(), overrides: own }];
    });
  });
}

/** The overrides that select an object, in the order they are applied, whatever placement they are for. */
export function overridesOn(overrides: readonly Override[], ref: ObjectRef, isNamespaced: boolean): readonly Override[] {
  return selecting(indexSelectors(overrides), ref, isNamespaced);
}

type SelectorIndex = ReadonlyMap<string, readonly Override[]>;
/** By namespace and selector, sorted out once for a list. */
const indexSelectors = oncePer((overrides: readonly Override[]): SelectorIndex => {
  const pairs = overrides.flatMap((override) => [...new Set(override.selectors)].map((selector) => ({ override, selector })));
  const grouped = Map.groupBy(pairs, ({ override, selector }) => `${override.ref.namespace ?? ''}/${selector}`);
  return new Map([...grouped].map(([key, group]) => [key, group.map(({ override }) => override)]));
});

function selecting(
  bySelector: SelectorIndex,
  { apiVersion, kind, namespace, name }: ObjectRef,
  isNamespaced: boolean,
): readonly Override[] {
  const itself = selectorKey(apiVersion, kind, name);
  if (!isNamespaced || namespace === undefined) return bySelector.get(`/${itself}`) ?? [];
  const throughNamespace = bySelector.get(`/${selectorKey('v1', 'Namespace', namespace)}`) ?? [];
  return [...throughNamespace, ...(bySelector.get(`${namespace}/${itself}`) ?? [])];
}

interface PlacedBy {
  readonly object: KubeObject;
  readonly namespace: string | undefined;
}

/**
 * Whether an override is for the placement. A ClusterResourceOverride compares the bare name. Update runs look for the overrides of a
 * ResourcePlacement by its name without the namespace, so that those of scope Namespaced are passed over.
 */
function isFor({ namespaced, ref, placement }: Override, { object, namespace }: PlacedBy): boolean {
  if (placement === undefined) return true;
  const inNamespace = object.kind === 'ResourcePlacement';
  const byRun = inNamespace && stringAt(object, 'spec', 'strategy', 'type') === 'External';
  const wanted = inNamespace && !byRun ? `${namespace ?? ''}/${object.metadata.name}` : object.metadata.name;
  const named = namespaced && placement.namespaced ? `${ref.namespace ?? ''}/${placement.name}` : placement.name;
  return named === wanted;
}

/** An object under way; it is made ready for patches only where it is needed. */
interface Parcel {
  readonly ref: ObjectRef;
  readonly overridable: boolean;
  open(): Overridable;
}

function parcels(ref: ObjectRef, { object, unresolved = [] }: Resolvable, target: HubProfile): readonly Parcel[] {
  const isEnvelope = groupOf(ref.apiVersion) === PLACEMENT_GROUP && ref.kind.endsWith('Envelope');
  if (!isEnvelope || target === 'v0.3') {
    // Nothing is filled into an envelope.
    const presence = isEnvelope ? NOTHING_MORE : filledIn(ref);
    return [{ ref, overridable: true, open: () => ({ ref, object: asStored(object, ref), presence, unresolved }) }];
  }
  return enclosed(object).map((inner) => {
    const innerRef = refOf(inner);
    const open = unresolved.length === 0 ? [] : [''];
    return {
      ref: innerRef,
      overridable: target === 'main',
      open: () => ({ ref: innerRef, object: inner, presence: NOTHING_MORE, unresolved: open }),
    };
  });
}

const NOTHING_MORE = (): 'no' => 'no';

/** Without nulls and status, in the namespace and version the hub has it in. */
function asStored(object: KubeObject, { apiVersion, namespace }: ObjectRef): KubeObject {
  const { status: _status, ...rest } = withoutNulls(object) as KubeObject;
  return { ...rest, apiVersion, metadata: namespace === undefined ? rest.metadata : { ...rest.metadata, namespace } };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, entry]) => (entry === null ? [] : [[key, withoutNulls(entry)]])));
}

/** What an envelope holds. */
export function enclosed(envelope: KubeObject): readonly KubeObject[] {
  return Object.values(objectAt(envelope, 'data') ?? {}).filter(
    (entry): entry is KubeObject =>
      isObject(entry) &&
      stringAt(entry, 'apiVersion') !== undefined &&
      stringAt(entry, 'kind') !== undefined &&
      stringAt(entry, 'metadata', 'name') !== undefined,
  );
}
