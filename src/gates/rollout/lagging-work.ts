import type { Condition } from '../../fleet/kubernetes/condition.ts';
import type { RolloutStep } from '../../fleet/kubefleet/rollout-step.ts';
import type { BindingView } from '../view/binding.ts';
import { worksOfBinding } from '../view/placement.ts';
import type { WorkView } from '../view/work.ts';
import type { UnlikeSnapshot } from './cluster-state.ts';
import type { RolloutContext } from './context.ts';
import { unlikeExpected } from './work-content.ts';

/** The step that a cluster has not reached although its binding is good. */
interface Lagging {
  readonly step: RolloutStep;
  readonly condition: Condition | undefined;
  readonly awaiting: string;
  readonly unlikeSnapshot?: UnlikeSnapshot;
}

/**
 * What the Works of a good binding do not show yet: a binding may be ahead of them for a moment (KubeFleet
 * pkg/controllers/rollout/controller.go). Whatever the conditions are, a cluster has the content only if its Works belong to the snapshot
 * and hold its content.
 * @param works the Works of the judged index; `undefined` if Works cannot be read
 */
export function laggingWork(context: RolloutContext, binding: BindingView, works: readonly WorkView[] | undefined): Lagging | undefined {
  const all = worksOfBinding(context.view, binding)?.filter((work) => !work.deleting);
  const answers = ANSWERS.filter(({ step }) => context.steps.includes(step));
  if (all === undefined || works === undefined || answers.length === 0) return undefined;
  const unlike = unlikeSnapshot(context, binding, all, works);
  if (unlike !== undefined) return { step: 'WorkSynchronized', condition: undefined, awaiting: unlike.text, unlikeSnapshot: unlike.kind };
  for (const { step, answer, text } of answers) {
    const late = all.find((work) => answer(work)?.status !== 'True');
    if (late !== undefined) return { step, condition: answer(late), awaiting: `Work ${late.name} is not ${text} yet` };
  }
  return undefined;
}

/** Why the content of the Works cannot be compared with the snapshot of a good binding, as one clause; `undefined` if it can. */
export function unverifiedContent(context: RolloutContext, binding: BindingView): string | undefined {
  const { freshness } = context;
  const all = worksOfBinding(context.view, binding)?.filter((work) => !work.deleting) ?? [];
  if (freshness.kind !== 'fresh' || freshness.group === undefined || all.length === 0) return undefined;
  const fault = unlikeExpected(context, binding, freshness.group, all);
  return fault?.kind === 'unknown' ? fault.text : undefined;
}

const ANSWERS = [
  { step: 'Applied', answer: (work: WorkView) => work.applied, text: 'applied' },
  { step: 'Available', answer: (work: WorkView) => work.available, text: 'available' },
  { step: 'DiffReported', answer: (work: WorkView) => work.diffReported, text: 'compared' },
] as const;

function unlikeSnapshot(
  context: RolloutContext,
  binding: BindingView,
  all: readonly WorkView[],
  works: readonly WorkView[],
): { readonly kind: UnlikeSnapshot; readonly text: string } | undefined {
  const { freshness } = context;
  const group = freshness.kind === 'fresh' ? freshness.group : undefined;
  if (all.length === 0) return group?.objects.length === 0 ? undefined : { kind: 'unwritten', text: 'its Work is not written yet' };
  const old = all.find((work) => !works.includes(work));
  if (old !== undefined) return { kind: 'older', text: `Work ${old.name} is still of an older resource index` };
  const fault = group && unlikeExpected(context, binding, group, all);
  return fault?.kind === 'differs' ? { kind: 'differs', text: fault.text } : undefined;
}
