import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { PlannedChange, PlannedPlacement } from '../../report.ts';
import { hubContent, hubItem } from '../../selection/hub-content.ts';
import type { Selection } from '../../selection/selection.ts';
import { existingOf } from '../existing.ts';
import { openItems } from '../open-resources.ts';
import type { Scheduling } from '../outcome.ts';
import { keyOf, refOfPlacement, selectIn, type PlanContext, type Planned } from '../plan-context.ts';
import { refusedEdits } from '../refused.ts';
import { heldBefore, sideBefore } from './held-before.ts';
import { planChange, type Side } from './plan-change.ts';

/** What a placement is before the change. */
interface Start {
  /** The placement of the base. */
  readonly before: Planned | undefined;
  /** The clusters that it holds, by the base or by the hub. */
  readonly held: ReturnType<typeof heldBefore>;
  readonly isOnHub: boolean;
}

export function startOf(placement: Planned, context: PlanContext): Start {
  const before = context.base?.placements.get(keyOf(placement));
  const hub = existingOf(placement.object, placement.namespace, context.input.existing ?? []);
  return { before, held: heldBefore(before, hub, context), isOnHub: hub !== undefined };
}

/**
 * What the change does on the clusters of a placement. Empty if there is neither a base nor an object of the hub to compare with.
 * @param found.cautions what the order of the edits makes uncertain
 * @param found.evicted the clusters that evictions of the change remove
 */
export function changeSince(
  { before, held, isOnHub }: Start,
  placement: Planned,
  selection: Selection<Planned>,
  { picked, unpicked }: Pick<Scheduling, 'picked' | 'unpicked'>,
  { cautions, evicted }: { readonly cautions: readonly string[] } & Pick<PlannedChange, 'evicted'>,
  context: PlanContext,
): Pick<PlannedPlacement, 'change'> {
  const { input, content, overrides, byName: clusters } = context;
  if (input.base === undefined && !isOnHub) return {};
  const { target } = input;
  const selected = selection.kind === 'selected' ? selection.resources : undefined;
  const after: Side<Planned> = {
    object: placement.object,
    picked,
    unpicked,
    selected,
    holds: (ref) => content.holds(ref),
    sends: selected && { placement, selected, overrides, content, target: target ?? 'v0.3', clusters },
    open: selection.kind === 'selected' ? openItems(selection.unknown, content) : new Map(),
  };
  const refused = refusedEdits(
    (selected ?? []).flatMap(({ item }) => item ?? []),
    input,
  );
  const emptied = selected?.length === 0 && picked.length > 0 ? contentNotCompared(placement, context) : [];
  const change = {
    ...planChange(sideBefore(before, held, context), after, {
      cautions: [...cautions, ...emptied],
      target,
      isMember: (cluster) => clusters.has(cluster),
    }),
    ...(evicted === undefined ? {} : { evicted }),
    ...(refused.length === 0 ? {} : { refused }),
  };
  return { change: before === undefined && !isOnHub ? { isNew: true, ...change } : change };
}

/** A placement that selects nothing here, and something on the hub as the hub has it, is not unchanged. With a base, that is compared. */
function contentNotCompared({ object, namespace, unresolved = [] }: Planned, { input }: PlanContext): readonly string[] {
  const { hub, base } = input;
  const key = objectKey(refOfPlacement({ object, namespace }));
  const live = hub?.objects.find((each) => objectKey(refOf(each)) === key);
  if (hub === undefined || base !== undefined || live === undefined || unresolved.length > 0) return [];
  const selection = selectIn({ object: live, namespace }, hubContent(hub.objects.map(hubItem), hub.apis), input);
  if (selection.kind !== 'selected' || selection.resources.length === 0) return [];
  const may = isExternal(object)
    ? 'the next update run may remove what it holds now'
    : 'what it holds now may be removed from its clusters';
  return [`It selects nothing here, so ${may}; without a base that was not compared.`];
}
