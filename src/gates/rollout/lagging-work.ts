import type { Condition } from '../../fleet/kubernetes/condition.ts';
import type { RolloutStep } from '../../fleet/kubefleet/rollout-step.ts';
import type { BindingView } from '../view/binding.ts';
import { worksOfBinding } from '../view/placement.ts';
import type { WorkView } from '../view/work.ts';
import type { ClusterState } from './cluster-state.ts';
import type { RolloutContext } from './context.ts';
import { unlikeExpected } from './work-content.ts';

/** The step that a cluster has not reached although its binding is good. */
interface Lagging extends Unlike {
  readonly step: RolloutStep;
  readonly condition: Condition | undefined;
}

type Unlike = Pick<ClusterState, 'awaiting' | 'unlikeSnapshot' | 'leavingWork'>;

/**
 * What the Works of a good binding do not show yet: a binding may be ahead of them for a moment (KubeFleet
 * pkg/controllers/rollout/controller.go). Whatever the conditions are, a cluster has the content only if its Works belong to the snapshot
 * and hold its content.
 * @param works the Works of the judged index; `undefined` if Works cannot be read
 */
export function laggingWork(context: RolloutContext, binding: BindingView, works: readonly WorkView[] | undefined): Lagging | undefined {
  const every = worksOfBinding(context.view, binding);
  const all = every?.filter((work) => !work.deleting);
  const answers = ANSWERS.filter(({ step }) => context.steps.includes(step));
  if (every === undefined || all === undefined || works === undefined || answers.length === 0) return undefined;
  const leaving = all.length === 0 ? every : works.filter((work) => work.deleting);
  const unlike = unlikeSnapshot(context, binding, { all, works, leaving });
  if (unlike !== undefined) return { step: 'WorkSynchronized', condition: undefined, ...unlike };
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
  { all, works, leaving }: Readonly<Record<'all' | 'works' | 'leaving', readonly WorkView[]>>,
): Unlike | undefined {
  const { freshness } = context;
  const group = freshness.kind === 'fresh' ? freshness.group : undefined;
  if (all.length === 0 && group?.objects.length === 0) return undefined;
  const [first] = leaving;
  const deleted: Unlike | undefined = first && {
    unlikeSnapshot: 'leaving',
    leavingWork: first,
    awaiting: `Work ${first.name} is being deleted since ${first.object.metadata.deletionTimestamp ?? ''}`,
  };
  if (all.length === 0) return deleted ?? { unlikeSnapshot: 'unwritten', awaiting: 'its Work is not written yet' };
  const old = all.find((work) => !works.includes(work));
  if (old !== undefined) return { unlikeSnapshot: 'older', awaiting: `Work ${old.name} is still of an older resource index` };
  const fault = group && unlikeExpected(context, binding, group, all);
  if (group === undefined || fault?.kind !== 'differs') return undefined;
  const isOnlyDeleted = deleted !== undefined && unlikeExpected(context, binding, group, [...leaving, ...all])?.kind !== 'differs';
  return isOnlyDeleted ? deleted : { unlikeSnapshot: 'differs', awaiting: fault.text };
}
