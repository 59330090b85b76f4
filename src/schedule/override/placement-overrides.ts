import { isObject, objectAt, stringAt } from '../../fleet/json.ts';
import { PLACEMENT_GROUP, type HubProfile } from '../../fleet/kinds.ts';
import { groupOf, type KubeObject, type ObjectRef } from '../../fleet/object.ts';
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
 * What a placement sends to its clusters, with the overrides that select each object.
 * Source: `pkg/utils/overrider/overrider.go`. What an envelope holds is overridden by main and left alone by v0.3, which patches the envelope
 * itself; of Azure's hub it is not known, so envelopes are left out there.
 */
export function overriddenTargets<T extends Resolvable>(
  placement: { readonly object: KubeObject; readonly namespace: string | undefined },
  selected: readonly SelectedResource<T>[],
  overrides: readonly Override[],
  { apis }: HubContent<T>,
  target: HubProfile,
): readonly OverriddenTarget[] {
  const own = overrides.filter((override) => isFor(override, placement));
  const bySelector = new Map<string, Override[]>();
  for (const override of own) {
    for (const selector of new Set(override.selectors)) {
      const key = `${override.ref.namespace ?? ''}/${selector}`;
      bySelector.set(key, [...(bySelector.get(key) ?? []), override]);
    }
  }
  if (bySelector.size === 0) return [];
  return selected.flatMap((entry) => {
    return overridables(entry, target).map((resource) => {
      const { apiVersion, kind, namespace, name } = resource.ref;
      const isClusterScoped = apis.find(groupOf(apiVersion), kind)?.namespaced === false || namespace === undefined;
      const selfKey = selectorKey(apiVersion, kind, name);
      const clusterWide = bySelector.get(`/${isClusterScoped ? selfKey : selectorKey('v1', 'Namespace', namespace)}`) ?? [];
      const inNamespace = isClusterScoped ? [] : (bySelector.get(`${namespace}/${selfKey}`) ?? []);
      return { resource, overrides: [...clusterWide, ...inNamespace] };
    });
  });
}

/**
 * Whether an override is for the placement. A ClusterResourceOverride compares the bare name. Update runs look for the overrides of a
 * ResourcePlacement by its name without the namespace, so that those of scope Namespaced are passed over.
 */
function isFor(
  { namespaced, ref, placement }: Override,
  { object, namespace }: { readonly object: KubeObject; readonly namespace: string | undefined },
): boolean {
  if (placement === undefined) return true;
  const inNamespace = object.kind === 'ResourcePlacement';
  const byRun = inNamespace && stringAt(object, 'spec', 'strategy', 'type') === 'External';
  const wanted = inNamespace && !byRun ? `${namespace ?? ''}/${object.metadata.name}` : object.metadata.name;
  const named = namespaced && placement.namespaced ? `${ref.namespace ?? ''}/${placement.name}` : placement.name;
  return named === wanted;
}

function overridables<T extends Resolvable>({ ref, item }: SelectedResource<T>, target: HubProfile): readonly Overridable[] {
  if (item === undefined) return [];
  const { unresolved = [] } = item;
  const isEnvelope = groupOf(ref.apiVersion) === PLACEMENT_GROUP && ref.kind.endsWith('Envelope');
  if (!isEnvelope) return [{ ref, object: asStored(item.object, ref), presence: filledIn(ref), unresolved }];
  if (target === 'aks') return [];
  if (target === 'v0.3') return [{ ref, object: asStored(item.object, ref), presence: () => 'no', unresolved }];
  return enclosed(item.object).map((object) => ({
    ref: refWithin(object),
    object,
    presence: () => 'no',
    unresolved: unresolved.length === 0 ? [] : [''],
  }));
}

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

function enclosed(envelope: KubeObject): readonly KubeObject[] {
  return Object.values(objectAt(envelope, 'data') ?? {}).filter(
    (entry): entry is KubeObject =>
      isObject(entry) &&
      stringAt(entry, 'apiVersion') !== undefined &&
      stringAt(entry, 'kind') !== undefined &&
      stringAt(entry, 'metadata', 'name') !== undefined,
  );
}

function refWithin({ apiVersion, kind, metadata: { name, namespace } }: KubeObject): ObjectRef {
  return namespace === undefined ? { apiVersion, kind, name } : { apiVersion, kind, namespace, name };
}
