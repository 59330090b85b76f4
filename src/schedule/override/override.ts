import { field, listAt, objectAt, stringAt } from '../../fleet/json.ts';
import { PLACEMENT_GROUP } from '../../fleet/kinds.ts';
import { labelSelector, matchesLabels, type LabelSelector } from '../../fleet/label-selector.ts';
import type { MemberCluster } from '../../fleet/member-cluster.ts';
import { groupOf, type KubeObject, type ObjectRef } from '../../fleet/object.ts';
import type { PatchOperation } from './json-patch.ts';

/** A ClusterResourceOverride or ResourceOverride. */
export interface Override {
  readonly ref: ObjectRef;
  readonly namespaced: boolean;
  /** The placement it is for; `undefined`: every one. */
  readonly placement: { readonly name: string; readonly namespaced: boolean } | undefined;
  /** Keys of `selectorKey`: exact group, version, kind and name. */
  readonly selectors: readonly string[];
  readonly rules: readonly OverrideRule[];
}

export interface OverrideRule {
  /** Alternatives; `undefined` selects no cluster, an empty list every one. */
  readonly terms: readonly (LabelSelector | undefined)[] | undefined;
  readonly deletes: boolean;
  readonly operations: readonly PatchOperation[];
}

/** An override of the tree; `undefined` for all other objects. Fields of a wrong type read as absent. */
export function overrideOf(object: KubeObject, namespace: string | undefined): Override | undefined {
  const { apiVersion, kind, metadata } = object;
  const namespaced = kind === 'ResourceOverride';
  if (groupOf(apiVersion) !== PLACEMENT_GROUP || (!namespaced && kind !== 'ClusterResourceOverride')) return undefined;
  const name = stringAt(object, 'spec', 'placement', 'name');
  const selectors = listAt(object, 'spec', namespaced ? 'resourceSelectors' : 'clusterResourceSelectors');
  const ref = { apiVersion, kind, name: metadata.name };
  return {
    ref: namespaced && namespace !== undefined ? { ...ref, namespace } : ref,
    namespaced,
    placement: name === undefined ? undefined : { name, namespaced: stringAt(object, 'spec', 'placement', 'scope') === 'Namespaced' },
    selectors: selectors.map((entry) => selectorKey(apiVersionOf(entry), stringAt(entry, 'kind') ?? '', stringAt(entry, 'name') ?? '')),
    rules: listAt(object, 'spec', 'policy', 'overrideRules').map(toRule),
  };
}

export function selectorKey(apiVersion: string, kind: string, name: string): string {
  return `${apiVersion}/${kind}/${name}`;
}

/** Source: `pkg/utils/overrider/overrider.go`, IsClusterMatched; a term without a label selector matches nothing. */
export function ruleMatches({ terms }: OverrideRule, { labels }: Pick<MemberCluster, 'labels'>): boolean {
  if (terms === undefined) return false;
  return terms.length === 0 || terms.some((term) => term !== undefined && term.invalid === undefined && matchesLabels(term, labels));
}

function apiVersionOf(entry: unknown): string {
  const [group, version] = [stringAt(entry, 'group') ?? '', stringAt(entry, 'version') ?? ''];
  return group === '' ? version : `${group}/${version}`;
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
