import { isDeepStrictEqual } from 'node:util';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import { objectKey } from '../../../fleet/kubernetes/object.ts';
import { overriddenTargets, overridesByItem, overridesOf } from '../../../schedule/override/placement-overrides.ts';
import { keyOf as keyOfPlacement } from '../../../schedule/plan-context.ts';
import { hubContent } from '../../../selection/hub-content.ts';
import { selectResources } from '../../../selection/select-resources.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { StaticInput } from '../static-input.ts';
import { keyOf, type HubView } from './hub-views.ts';

/** What a placement sends before and after a change: with itself and the overrides of its objects, by their keys. */
export interface SentContent {
  readonly before: ReadonlyMap<string, Manifest>;
  readonly after: ReadonlyMap<string, Manifest>;
  /** What differs: the object before and after. */
  readonly changes: ReadonlyMap<string, readonly [unknown, unknown]>;
}

/** Returns what placements send if a hub has certain manifests. */
export function sentContent({
  fleet,
  target,
}: Pick<StaticInput, 'fleet' | 'target'>): (placement: Manifest, view: Omit<HubView, 'part'>) => SentContent {
  const read = oncePer((manifests: readonly Manifest[]) => ({
    content: hubContent(manifests, fleet.hub?.apis, undefined, fleet.contracts?.definition),
    overrides: overridesOf(manifests),
    items: new Map([...overridesByItem(manifests)].map(([item, { ref }]) => [objectKey(ref), item])),
    placements: new Map(manifests.map((manifest) => [keyOfPlacement(manifest), manifest])),
  }));
  const sent = (key: string, manifests: readonly Manifest[]): ReadonlyMap<string, Manifest> => {
    const { content, overrides, items, placements } = read(manifests);
    const placement = placements.get(key);
    if (placement === undefined) return new Map();
    const { object, namespace } = placement;
    const selection = selectResources({ placement: object, namespace, content, target });
    const selected = selection.kind === 'selected' ? selection.resources : [];
    const targets = overriddenTargets(placement, selected, overrides, content, target);
    const changing = targets.flatMap((each) => each.overrides.flatMap(({ ref }) => items.get(objectKey(ref)) ?? []));
    const all = [placement, ...selected.flatMap(({ item }) => item ?? []), ...changing];
    return new Map(all.map((manifest) => [keyOf(manifest), manifest]));
  };
  return (placement, { manifests, base }) => {
    const key = keyOfPlacement(placement);
    const [before, after] = [sent(key, base), sent(key, manifests)];
    const keys = [...new Set([...before.keys(), ...after.keys()])].toSorted();
    const pairs = keys.map((each) => [each, [contentOf(before.get(each)), contentOf(after.get(each))]] as const);
    return { before, after, changes: new Map(pairs.filter(([, [was, is]]) => !isDeepStrictEqual(was, is))) };
  };
}

/** The object, and how deployers change it. */
export function contentOf(manifest: Manifest | undefined): unknown {
  return manifest && [manifest.object, (manifest.changedBy ?? []).map(({ changes }) => changes).toSorted()];
}
