import { displayName } from '../../fleet/kubernetes/object.ts';
import type { PlannedPlacement, PlanReport } from '../../report.ts';
import { pickedCount, picksText, unpickedByReason, exceptedClusters } from '../facts/plan/picks.ts';
import { placementName } from '../facts/plan/placement-name.ts';
import { planGap } from '../facts/plan/plan-fault.ts';
import { placementDiff } from '../facts/plan/plan-diff.ts';
import { changeLines, factLines, listed, movedLines, type PlanLine, refusedLines } from '../facts/plan/plan-lines.ts';
import { rankPlacements } from '../facts/plan/plan-rank.ts';
import { unevaluatedBlock } from './lint-text.ts';
import { diffBlocks, diffLines } from './plan-diff-text.ts';
import { type Styler, terminalLine, unpainted, wrap, wrapPainted } from './terminal.ts';

/**
 * A block for each placement: its clusters, why not the others, its resources, and the change since the base; one line for those that do
 * not change.
 */
export function planText(plan: PlanReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  const { ranked, quiet } = rankPlacements(plan.placements);
  return [
    ...ranked.map((placement) => placementBlock(placement, plan.clusters, style, width)),
    unchangedBlock(quiet, style, width),
    ...(plan.assumptions === undefined ? [] : [plan.assumptions.map((text) => wrap(terminalLine(text), width, 2))]),
    unevaluatedBlock(plan.notEvaluated ?? [], style, width),
    ...diffBlocks(plan, style, width),
  ];
}

function placementBlock(placement: PlannedPlacement, clusters: number, style: Styler, width: number | undefined): readonly string[] {
  const isUnknown = planGap(placement) !== undefined;
  const paint = placement.scheduled === 'True' ? style.green : isUnknown ? style.yellow : style.red;
  const line = (label: string, text: string): string => planLine({ label, text }, style, width);
  const facts = [...factLines(placement), ...movedLines(placement), ...changeLines(placement.change)];
  const diff = placementDiff(placement);
  return [
    wrapPainted(
      [
        { text: terminalLine(placementName(placement)), paint: style.bold },
        unpainted(`  ${placement.policy}  `),
        { text: isUnknown ? 'not planned' : `scheduled: ${placement.scheduled}`, paint },
        ...(isUnknown ? [] : [unpainted(`  ${pickedCount(placement)}`)]),
      ],
      width,
      2,
    ),
    ...(placement.reason === '' ? [] : [line('because', placement.reason)]),
    ...refusedLines(placement).map((fact) => planLine(fact, style, width)),
    ...(isUnknown ? [] : plannedLines(placement, clusters).map((fact) => planLine(fact, style, width))),
    ...facts.map((fact) => planLine(fact, style, width)),
    ...(diff === undefined ? [] : diffLines(diff, style, width)),
  ];
}

function plannedLines(placement: PlannedPlacement, clusters: number): readonly PlanLine[] {
  const { picked, resources } = placement;
  const isShown = picked.length > 0 && exceptedClusters(placement) !== undefined;
  return [
    { label: 'picks', text: picked.length === 0 ? 'no cluster' : `${picksText(placement, clusters)}: ${listed(picked)}` },
    ...(isShown ? [] : unpickedByReason(placement).map(({ why, clusters: left }) => ({ label: 'not', text: `${listed(left)} (${why})` }))),
    { label: 'selects', text: resources.length === 0 ? 'nothing' : listed(resources.map(displayName)) },
  ];
}

function unchangedBlock(placements: readonly PlannedPlacement[], style: Styler, width: number | undefined): readonly string[] {
  if (placements.length === 0) return [];
  const rows = placements.map(
    (placement) => `  ${wrap(`${terminalLine(placementName(placement))}  ${placement.policy}  ${pickedCount(placement)}`, width, 4)}`,
  );
  return [style.bold('unchanged'), ...rows];
}

function planLine({ label, text, tone }: PlanLine, style: Styler, width: number | undefined): string {
  const wrapped = wrap(`${label} ${terminalLine(text)}`, width, 4);
  return `  ${tone === 'bad' ? style.red(label) : label}${wrapped.slice(label.length)}`;
}
