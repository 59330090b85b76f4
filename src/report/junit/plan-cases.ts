import { displayName } from '../../fleet/object.ts';
import type { DeletedPlacement, PlannedPlacement, PlanReport } from '../../report.ts';
import { unpickedByReason } from '../facts/picks.ts';
import { planFault } from '../facts/plan-fault.ts';
import { changeLines, factLines, deletedText, movedLines, refusedLines } from '../facts/plan-lines.ts';
import type { Case } from './case.ts';

/** A case a placement, with all that the plan says of it as text; what a deletion takes off clusters is told, and fails nothing. */
export function planCases({ placements, deleted = [] }: PlanReport): readonly Case[] {
  return [...placements.map(plannedCase), ...deleted.map(deletedCase)];
}

function plannedCase(placement: PlannedPlacement): Case {
  const { object, scheduled, picked, resources, change } = placement;
  const fault = planFault(placement);
  const lines = [...refusedLines(placement), ...factLines(placement), ...movedLines(change), ...changeLines(change)];
  const text = [
    `picks ${picked.length === 0 ? 'no cluster' : picked.join(', ')}`,
    ...unpickedByReason(placement).map(({ why, clusters }) => `not ${clusters.join(', ')} (${why})`),
    `selects ${resources.length === 0 ? 'nothing' : resources.map(displayName).join(', ')}`,
    ...lines.map((line) => `${line.label} ${line.text}`),
  ];
  return {
    name: displayName(object),
    result: fault === undefined ? 'passed' : 'failure',
    type: `scheduled-${scheduled}`,
    message: fault ?? '',
    text: text.join('\n'),
  };
}

function deletedCase(placement: DeletedPlacement): Case {
  return { name: `${displayName(placement.object)} deleted`, result: 'passed', text: `takes ${deletedText(placement)}` };
}
