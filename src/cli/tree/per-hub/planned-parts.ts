import { isDeepStrictEqual } from 'node:util';
import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { isWorldKey, type TreePart } from '../../../static/compare/tree-parts.ts';
import { areOfDifferentHubs, AS_FILES, type HubWorld } from '../../../static/world/hub-world.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { StaticInput } from '../static-input.ts';
import { partsOf } from '../tree-part-inputs.ts';
import { hubViews, keyOf, type HubView, type HubViews } from './hub-views.ts';
import { contentOf, type SentContent, sentContent } from './sent-content.ts';

/**
 * The parts of a tree as they are planned. A placement outside of all parts is planned with the whole tree, which uses only one of several
 * copies of an object: if another hub loses its copy, that would not be shown. So if parts for different hubs have content of the placement,
 * and the change is not the same for all of them, the placement is planned for each of these parts instead.
 */
export function plannedParts(input: StaticInput): readonly StaticInput[] {
  const parts = partsOf(input);
  const [first, ...others] = parts;
  const whole = first.part;
  if (whole === undefined || input.base === undefined || others.length === 0) return parts;
  const worlds = new Map([...(input.base.worlds ?? []), ...(input.read.worlds ?? [])].map((world) => [world.name, world]));
  const views = hubViews(
    whole,
    others.flatMap(({ part }) => part ?? []),
    worlds,
  );
  const found = placementsPerHub(input, whole, views, worlds);
  if (found.length === 0) return parts;
  const placed = new Set(found.map(({ placement }) => keyOf(placement)));
  const isShared = (manifest: Manifest): boolean => whole.judged.has(manifest) && placed.has(keyOf(manifest));
  const ofHubs = [...Map.groupBy(found, ({ part }) => part)].map(([part, all]): StaticInput => {
    const view = views.of(part);
    const keys = new Set(all.map(({ placement }) => keyOf(placement)));
    const before = view.base.filter((manifest) => keys.has(keyOf(manifest)));
    return inputOf(input, view, new Set([...all.map(({ placement }) => placement), ...before]));
  });
  const rest = { ...whole, judged: new Set([...whole.judged].filter((manifest) => !isShared(manifest))) };
  return [{ ...first, part: rest }, ...others, ...ofHubs];
}

function inputOf(
  { plansHub: _plansHub, ...input }: StaticInput,
  { part, manifests, base }: HubView,
  judged: ReadonlySet<Manifest>,
): StaticInput {
  const read = { ...input.read, manifests };
  const before = input.base && { ...input.base, manifests: base };
  return {
    ...input,
    read,
    ...(before === undefined ? {} : { base: before }),
    part: { ...part, manifests, base, judged, moved: new Set() },
    fleet: input.fleetWith(read, before),
  };
}

/** The placements that are planned for several hubs, with the part of each of these hubs. */
function placementsPerHub(
  input: StaticInput,
  whole: TreePart,
  views: HubViews,
  worlds: ReadonlyMap<string, HubWorld>,
): readonly { readonly placement: Manifest; readonly part: TreePart }[] {
  const changed = changedCopies(views);
  if (changed.size === 0) return [];
  const sent = sentContent(input);
  const shared = whole.manifests.filter((manifest) => whole.judged.has(manifest) && isPlacement(manifest.object));
  return shared.flatMap((placement) => {
    const isFor = (part: TreePart): boolean =>
      views.isWith(part, placement) && !views.own(part).head.has(keyOf(placement)) && !isOfOtherHubs(placement, part, worlds);
    const sentBy = (part: TreePart): SentContent => sent(placement, views.of(part));
    if (![...changed].some(([part, keys]) => isFor(part) && !keys.isDisjointFrom(sentBy(part).changes))) return [];
    const holding = views.parts.filter((part) => isFor(part) && hasContent(part, sentBy(part), views));
    const apart = holding.filter((part) => holding.some((other) => other !== part && views.areApart(part, other)));
    const { changes } = sent(placement, { manifests: whole.manifests, base: whole.base ?? [] });
    const isSame = apart.every((part) => isDeepStrictEqual(sentBy(part).changes, changes));
    return isSame ? [] : apart.map((part) => ({ placement, part }));
  });
}

/** Whether a part has, or had, content that a placement sends. A part with a new name has it under that name. */
function hasContent(part: TreePart, { before, after }: SentContent, views: HubViews): boolean {
  const { head, base } = views.own(part);
  const lost = [...before].filter(([key, manifest]) => base.get(key) === manifest);
  if (head.size > 0) return lost.length > 0 || [...after].some(([key, manifest]) => head.get(key) === manifest);
  const renamed = views.parts.filter((other) => views.areRenamed(part, other)).map((other) => views.own(other).head);
  return lost.some(([key]) => !renamed.some((own) => own.has(key)));
}

/** The objects of each part that the change edits, adds or removes there, and of which other parts have copies. */
function changedCopies({ parts, own }: HubViews): ReadonlyMap<TreePart, ReadonlySet<string>> {
  const real = parts.filter(({ name }) => name !== AS_FILES);
  const keysOf = (part: TreePart): readonly string[] => [...new Set([...own(part).head.keys(), ...own(part).base.keys()])];
  const holders = Map.groupBy(real.flatMap(keysOf), (key) => key);
  const changed = real.map((part) => {
    const { head, base } = own(part);
    const isChanged = (key: string): boolean => !isDeepStrictEqual(contentOf(base.get(key)), contentOf(head.get(key)));
    return [part, new Set(keysOf(part).filter((key) => (holders.get(key)?.length ?? 0) > 1 && isChanged(key)))] as const;
  });
  return new Map(changed.filter(([, keys]) => keys.size > 0));
}

/** Whether deployers bring a placement to hubs of which none is that of a part. */
function isOfOtherHubs({ sharedBy }: Manifest, { key, name }: TreePart, worlds: ReadonlyMap<string, HubWorld>): boolean {
  if (sharedBy === undefined || name === undefined || !isWorldKey(key) || sharedBy.has(name)) return false;
  const own = worlds.get(name);
  return [...sharedBy].every((other) => {
    const world = worlds.get(other);
    return own !== undefined && world !== undefined && areOfDifferentHubs(own, world);
  });
}
