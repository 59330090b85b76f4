import { field, listAt, objectAt, stringAt } from '../fleet/json/json.ts';
import { PLACEMENT_GROUP } from '../fleet/kubefleet/kinds.ts';
import { labelSelector, matchesLabels, type Labels, type LabelSelector } from '../fleet/kubernetes/label-selector.ts';
import { groupOf, type KubeObject, type ObjectRef } from '../fleet/kubernetes/object.ts';
import { overrideKey } from './override-key.ts';
import { selectedVersion } from './resource-selector.ts';

/** A ClusterResourceOverride or ResourceOverride. */
export interface Override {
  readonly ref: ObjectRef;
  readonly namespaced: boolean;
  /** The placement that the override is for; `undefined` means every placement. */
  readonly placement: { readonly name: string; readonly namespaced: boolean } | undefined;
  /** The objects that it selects, as keys of `overrideKeys`, without duplicates. */
  readonly keys: readonly string[];
  readonly rules: readonly OverrideRule[];
}

export interface OverrideRule {
  /** Alternatives, of which one must match. `undefined` selects no cluster, an empty list every cluster. */
  readonly terms: readonly (LabelSelector | undefined)[] | undefined;
  readonly deletes: boolean;
  readonly operations: readonly PatchOperation[];
}

/** One operation of an override rule. `remove` ignores `value`. */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value: unknown;
}

export const OVERRIDE_KINDS: readonly string[] = ['ResourceOverride', 'ClusterResourceOverride'];

export function isOverride({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  return groupOf(apiVersion) === PLACEMENT_GROUP && OVERRIDE_KINDS.includes(kind);
}

/** Reads an override as KubeFleet does; `undefined` for all other objects. Fields of a wrong type are treated as absent. */
export function overrideOf(object: KubeObject, namespace: string | undefined): Override | undefined {
  if (!isOverride(object)) return undefined;
  const { apiVersion, kind, metadata } = object;
  const namespaced = kind === 'ResourceOverride';
  const ref = { apiVersion, kind, name: metadata.name };
  return {
    ref: namespaced && namespace !== undefined ? { ...ref, namespace } : ref,
    namespaced,
    placement: placementOf(object),
    // If the namespace of a ResourceOverride is not known, the objects that it selects are not known either.
    keys:
      namespaced && namespace === undefined
        ? []
        : [...new Set(selectedRefs(object, namespace).map((selected) => overrideKey(selected, selected.namespace)))],
    rules: listAt(object, 'spec', 'policy', 'overrideRules').map(toRule),
  };
}

/**
 * The objects that an override selects, with its namespace if it is a ResourceOverride. Only the exact group, version, kind and name are
 * used; labels and scope of a selector have no effect.
 */
export function selectedRefs(object: KubeObject, namespace: string | undefined): readonly ObjectRef[] {
  const isNamespaced = object.kind === 'ResourceOverride';
  return listAt(object, 'spec', isNamespaced ? 'resourceSelectors' : 'clusterResourceSelectors').map((entry) => {
    const [group = '', version = '', kind = '', name = ''] = ['group', 'version', 'kind', 'name'].map((part) => stringAt(entry, part));
    const ref = { apiVersion: selectedVersion({ group, version }), kind, name };
    return isNamespaced && namespace !== undefined ? { ...ref, namespace } : ref;
  });
}

/** The order in which overrides are applied: cluster-scoped ones first, then by namespace and by the name of the first snapshot. */
export function compareOverrides(a: Override, b: Override): number {
  const [keyA, keyB] = [sortKey(a), sortKey(b)];
  return Number(a.namespaced) - Number(b.namespaced) || (keyA < keyB ? -1 : Number(keyA > keyB));
}

/** A term without a label selector matches nothing. Source: `pkg/utils/overrider/overrider.go`, IsClusterMatched. */
export function ruleMatches({ terms }: OverrideRule, { labels }: { readonly labels: Labels }): boolean {
  if (terms === undefined) return false;
  return terms.length === 0 || terms.some((term) => term !== undefined && term.invalid === undefined && matchesLabels(term, labels));
}

/**
 * Whether an override is for a placement. A ClusterResourceOverride compares only the name, and ignores the scope that it sets.
 * @param key KubeFleet's key of the placement: `namespace/name` for a ResourcePlacement, `name` for a ClusterResourcePlacement
 */
export function isForPlacement(override: Override, key: string): boolean {
  const own = placementOfOverride(override);
  return own === undefined || own === key;
}

/** KubeFleet's key of the placement that an override is for; `undefined` for every placement. */
export function placementOfOverride({ namespaced, ref, placement }: Override): string | undefined {
  if (placement === undefined) return undefined;
  return namespaced && placement.namespaced ? `${ref.namespace ?? ''}/${placement.name}` : placement.name;
}

/** The key of a placement with which the rollout finds its overrides. */
export function placementKey({ kind, metadata: { name } }: Pick<KubeObject, 'kind' | 'metadata'>, namespace: string | undefined): string {
  return kind === 'ResourcePlacement' ? `${namespace ?? ''}/${name}` : name;
}

function placementOf(object: KubeObject): Override['placement'] {
  const placement = objectAt(object, 'spec', 'placement');
  if (placement === undefined) return undefined;
  return { name: stringAt(placement, 'name') ?? '', namespaced: stringAt(placement, 'scope') === 'Namespaced' };
}

function sortKey({ ref: { namespace = '', name } }: Override): string {
  return `${namespace}\0${name}-0`;
}

function toRule(rule: unknown): OverrideRule {
  const selector = objectAt(rule, 'clusterSelector');
  return {
    terms:
      selector === undefined
        ? undefined
        : listAt(selector, 'clusterSelectorTerms').map((term) => labelSelector(objectAt(term, 'labelSelector'))),
    deletes: stringAt(rule, 'overrideType') === 'Delete',
    operations: listAt(rule, 'jsonPatchOverrides').flatMap((entry) => toOperation(entry) ?? []),
  };
}

function toOperation(entry: unknown): PatchOperation | undefined {
  const [op, path] = [stringAt(entry, 'op'), stringAt(entry, 'path')];
  if (path === undefined || (op !== 'add' && op !== 'remove' && op !== 'replace')) return undefined;
  return { op, path, value: field(entry, 'value') ?? null };
}
