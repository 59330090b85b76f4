import { listAt, objectAt } from '../../../fleet/json/json.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import { labelsOf, labelSelector, matchesLabels } from '../../../fleet/kubernetes/label-selector.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { RunView } from '../../view/run.ts';
import { typeOf } from '../../view/seen.ts';
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

/**
 * A cluster of a started run whose labels no longer match the selector of its stage, as one sentence. KubeFleet compares all stages with
 * the labels at least each minute, and ends the run if they differ (KubeFleet pkg/controllers/updaterun/validation.go).
 */
export function relabelledCluster({ object, state, stages }: RunView, hub: HubState): string | undefined {
  if (state !== 'Run') return undefined;
  const planned = listAt(object, 'status', 'stagedUpdateStrategySnapshot', 'stages');
  for (const [at, { name: stage, removes, clusters }] of stages.entries()) {
    const selector = removes ? undefined : labelSelector(objectAt(planned[at], 'labelSelector'));
    if (selector === undefined || selector.invalid !== undefined) continue;
    const left = clusters.find(({ name }) => {
      const member = hub.get(typeOf('MemberCluster'), undefined, name);
      return member !== undefined && !matchesLabels(selector, labelsOf(member));
    });
    if (left !== undefined)
      return `${left.name} no longer matches the labelSelector of stage ${stage}; KubeFleet ends the run at its next check`;
  }
  return undefined;
}
