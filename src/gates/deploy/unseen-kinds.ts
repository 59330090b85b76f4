import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubState, Visibility } from '../../fleet/kubefleet/hub-state.ts';
import { typeOf } from '../view/seen.ts';
import { selectorTypes } from './selection.ts';

type Unseen = Exclude<Visibility['kind'], 'seen'>;

/**
 * Kinds whose own objects on the hub cannot be seen, each with the reason. They are the kinds of a snapshot's objects, and those that the
 * current selectors name.
 */
export function unseenKinds(hub: HubState, placement: KubeObject, held: readonly KubeObject[]): ReadonlyMap<string, Unseen> {
  const unseen = new Map<string, Unseen>();
  for (const { apiVersion, kind, metadata } of held) {
    const visibility = hub.visibility({ group: groupOf(apiVersion), kind }, metadata.namespace);
    if (visibility.kind !== 'seen') unseen.set(kind, visibility.kind);
  }
  for (const type of selectorTypes(placement)) {
    const visibility = hub.visibility(type, placement.metadata.namespace);
    // Selectors may name kinds in more ways than the hub serves them.
    if (visibility.kind === 'denied') unseen.set(type.kind, visibility.kind);
  }
  return unseen;
}

/** The facts that cannot be verified because of them, in clauses: an object or a field that the deploy removed leaves no other trace. */
export function unseenClauses(hub: HubState, placement: KubeObject, held: readonly KubeObject[]): readonly string[] {
  const unseen = Map.groupBy(unseenKinds(hub, placement, held), ([, why]) => why);
  return [...unseen].map(([why, kinds]) => `${ofKinds(kinds.map(([kind]) => kind))} ${NOT_VERIFIED[why]}`);
}

/**
 * The same for overrides that bindings name by their snapshots (`namespace/name`, `/name` for cluster scope), if files hold none of their kind. A
 * kind that a hub does not let the gate read is a fact of `unverifiedFacts`.
 */
export function unreadOverrideClauses(hub: HubState, bindings: readonly { readonly overrides: readonly string[] }[]): readonly string[] {
  const names = new Set(bindings.flatMap(({ overrides }) => overrides));
  const types = Map.groupBy(names, (name) => (name.startsWith('/') ? 'ClusterResourceOverride' : 'ResourceOverride'));
  const unread = [...types.keys()].filter((kind) => hub.visibility(typeOf(kind)).kind === 'unread');
  return unread.length === 0 ? [] : [`overrides (${unread.join(', ')}) were not read, so what changed in them is not verified`];
}

export function ofKinds(kinds: readonly string[]): string {
  return `selected objects (${kinds.join(', ')})`;
}

const NOT_VERIFIED: Readonly<Record<Unseen, string>> = {
  denied: 'cannot be read, so what was removed or added of them is not verified: grant list and watch on them',
  notServed: 'are not served by the hub, so what was removed or added of them is not verified',
  unread: 'were not read, so what was removed or added of them is not verified',
};
