import { displayName } from '../../fleet/kubernetes/object.ts';
import type { PlannedPlacement, PlanReport, Removal } from '../../report.ts';
import { unpickedByReason } from '../facts/plan/picks.ts';
import { placementName } from '../facts/plan/placement-name.ts';
import { planFault, planGap } from '../facts/plan/plan-fault.ts';
import { changeLines, factLines, movedLines, refusedLines } from '../facts/plan/plan-lines.ts';
import { removalText } from '../facts/plan/removals.ts';
import type { Case } from './case.ts';

/** A case for each placement, with its plan as text. */
export function planCases({ placements }: PlanReport): readonly Case[] {
  return placements.map(plannedCase);
}

/** A case for each removal from clusters; it fails if `fail-on-removal` asks for that. */
export function removalCases(removals: readonly Removal[]): readonly Case[] {
  return removals.map(removalCase);
}

function plannedCase(placement: PlannedPlacement): Case {
  const { scheduled, picked, resources, change } = placement;
  const fault = planFault(placement);
  const gap = planGap(placement);
  const lines = [...refusedLines(placement), ...factLines(placement), ...movedLines(placement), ...changeLines(change)];
  const planned = [
    `picks ${picked.length === 0 ? 'no cluster' : picked.join(', ')}`,
    ...unpickedByReason(placement).map(({ why, clusters }) => `not ${clusters.join(', ')} (${why})`),
    `selects ${resources.length === 0 ? 'nothing' : resources.map(displayName).join(', ')}`,
  ];
  const text = [...(gap === undefined ? planned : []), ...lines.map((line) => `${line.label} ${line.text}`)];
  return {
    name: placementName(placement),
    result: fault !== undefined ? 'failure' : gap === undefined ? 'passed' : 'skipped',
    type: `scheduled-${scheduled}`,
    message: fault ?? gap ?? '',
    text: text.join('\n'),
  };
}

function removalCase(removal: Removal): Case {
  const text = removalText(removal);
  return {
    name: `${placementName(removal)} ${removal.kind} removed`,
    result: removal.fails === true ? 'failure' : 'passed',
    type: 'removal',
    message: text,
    text,
  };
}
