import type { PlacementContext } from '../../rollout/context.ts';
import type { RunView } from '../../view/run.ts';
import { outOfFleet, silenceText } from '../cluster/member-trouble.ts';

/** The clusters that a run updates next and that cannot get content now, one clause for each: they would hold the run up. */
export function absentNext(run: RunView, { hub, members }: Pick<PlacementContext, 'hub' | 'members'>): readonly string[] {
  if (members === undefined) return [];
  const stages = run.stages.map(({ name, removes, clusters }) => ({ name, open: removes ? [] : clusters.filter(isOpen) }));
  const next = stages.find(({ open }) => open.length > 0);
  return (next?.open ?? []).flatMap(({ name }): readonly string[] => {
    const member = members.get(name);
    const out = outOfFleet(member);
    if (out !== undefined) return [`${name}, which is next in stage ${next?.name ?? ''}, ${out}`];
    return member?.silent === true
      ? [`${name}, which is next in stage ${next?.name ?? ''}, does not answer: ${silenceText(member, hub)}`]
      : [];
  });
}

function isOpen({ started, succeeded }: RunView['stages'][number]['clusters'][number]): boolean {
  return started === undefined && succeeded === undefined;
}
