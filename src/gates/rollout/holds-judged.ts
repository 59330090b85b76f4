import type { RolloutContext } from './context.ts';

/** Whether the snapshot of this index is the judged one, or has the same content. */
export function holdsJudged(
  { freshness, successors }: Pick<RolloutContext, 'freshness' | 'successors'>,
  index: number | undefined,
): boolean {
  return freshness.kind === 'fresh' && [freshness, ...successors].some((held) => held.index === index);
}
