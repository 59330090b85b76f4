import { listed } from '../../../fleet/text/listed.ts';
import { displayName, type ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { PlannedPlacement, PlanReport } from '../../../report.ts';
import { placementName } from './placement-name.ts';
import { planDoubts, planFault, planGap } from './plan-fault.ts';
import { unevaluatedTail } from '../lint/unevaluated.ts';
import { counted } from '../words/words.ts';
import { withoutFullStop } from '../../../fleet/text/without-full-stop.ts';

/** The cause of a plan as the headline has it: the first fault, or what was scheduled and what remains open. */
export function planCause(plan: PlanReport): string {
  const open = planFaults(plan);
  const unread = unevaluatedTail(plan.notEvaluated ?? []);
  const total = `${counted(plan.placements.length, 'placement')} over ${counted(plan.clusters, 'cluster')}`;
  const [first] = open;
  if (plan.placements.length === 0) return `there is no placement in these manifests${unread}`;
  const gaps = plan.placements.filter((placement) => planGap(placement) !== undefined);
  const unplanned = gaps.length === 0 ? ', all scheduled' : `, ${gaps.length} not planned`;
  if (first === undefined) return `${gapText(gaps)}${emptyText(plan)}${total}${unplanned}${doubtText(plan)}${warningText(plan)}${unread}`;
  const more = open.length > 1 ? ` (and ${open.length - 1} more)` : '';
  return `${placementName(first.placement)} ${withoutFullStop(first.fault)}${more}; ${total}${unread}`;
}

/** The first placement that could not be planned, and why. */
function gapText([first]: readonly PlannedPlacement[]): string {
  const gap = first && planGap(first);
  return first === undefined || gap === undefined ? '' : `${placementName(first)} ${gap}; `;
}

/** The first placement that places nothing on the clusters it picks. */
function emptyText({ placements }: PlanReport): string {
  const empty = placements.filter((placement) => planGap(placement) === undefined && placement.resources.length === 0);
  const [first] = empty;
  if (first === undefined) return '';
  const more = empty.length > 1 ? ` (and ${empty.length - 1} more)` : '';
  return `${placementName(first)} selects nothing${(first.open ?? []).length === 0 ? '' : ' in these manifests'}${more}; `;
}

/** Placements with something uncertain, for a sentence that calls them scheduled. */
function doubtText({ placements }: PlanReport): string {
  const doubtful = placements.filter((placement) => planGap(placement) === undefined && planDoubts(placement).length > 0);
  return doubtful.length === 0 ? '' : `; not verified in part: ${listed(doubtful.map(placementName), 3)}`;
}

/** The placements with a fault that fails the plan. */
export function planFaults({ placements }: PlanReport): readonly { readonly placement: PlannedPlacement; readonly fault: string }[] {
  return placements.flatMap((placement) => {
    const fault = planFault(placement);
    return fault === undefined ? [] : [{ placement, fault }];
  });
}

/** A warning that a plan without errors must not hide. */
function warningText(plan: PlanReport): string {
  const [first, ...others] = planWarnings(plan);
  if (first === undefined) return '';
  return `; ${displayName(first.object)}: ${withoutFullStop(first.text)}${others.length === 0 ? '' : ` (and ${counted(others.length, 'more warning')})`}`;
}

/** Warnings of changes, by placement. */
export function planWarnings({ placements }: PlanReport): readonly { readonly object: ObjectRef; readonly text: string }[] {
  return placements.flatMap(({ object, change }) => (change?.warnings ?? []).map((text) => ({ object, text })));
}
