import { displayName } from '../fleet/object.ts';
import type { DeletedPlacement, PlannedPlacement, PlanReport } from '../report.ts';
import { counted } from './findings.ts';
import { changeLines, notVerifiedLines, overrideLines, runLines, snapshotLines, type PlanLine } from './plan-lines.ts';
import { rankPlacements } from './plan-rank.ts';
import { terminalLine, wrap, type Styler } from './terminal.ts';
import { unevaluatedBlock } from './text-lint.ts';

/** A block a placement: which clusters, why not the others, which resources, and what changes against the base; a line for those it leaves as they are. */
export function planText(plan: PlanReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  const { ranked, quiet } = rankPlacements(plan.placements);
  return [
    ...ranked.map((placement) => placementBlock(placement, style, width)),
    unchangedBlock(quiet, style),
    ...(plan.deleted ?? []).map((placement) => deletedBlock(placement, style, width)),
    ...(plan.assumptions === undefined ? [] : [plan.assumptions.map((text) => `assumed: ${wrap(terminalLine(text), width, 2)}`)]),
    unevaluatedBlock(plan.notEvaluated ?? [], style),
  ];
}

/** Clusters with the same answer share a line: `TaintToleration: taint not tolerated` → its clusters. */
export function unpickedByReason(placement: PlannedPlacement): readonly { readonly why: string; readonly clusters: readonly string[] }[] {
  const groups = Map.groupBy(placement.unpicked, ({ cluster, plugin, reason }) => {
    const why = reason.replace(`Cluster "${cluster}" `, '');
    return plugin === '' ? why : `${plugin}: ${why}`;
  });
  return [...groups].map(([why, entries]) => ({ why, clusters: entries.map(({ cluster }) => cluster) }));
}

/** `4 of 5 clusters`, `3 clusters` */
export function pickedCount(placement: PlannedPlacement): string {
  const { picked, wanted } = placement;
  return wanted === undefined ? counted(picked.length, 'cluster') : `${picked.length} of ${counted(wanted, 'cluster')}`;
}

function placementBlock(placement: PlannedPlacement, style: Styler, width: number | undefined): readonly string[] {
  const paint = placement.scheduled === 'True' ? style.green : style.red;
  const line = (label: string, text: string): string => `  ${label} ${wrap(terminalLine(text), width, 4)}`;
  const { change } = placement;
  return [
    `${style.bold(terminalLine(displayName(placement.object)))}  ${placement.policy}  ${paint(`scheduled: ${placement.scheduled}`)}  ${pickedCount(placement)}`,
    ...(placement.reason === '' ? [] : [line('because', placement.reason)]),
    line('picks', placement.picked.length === 0 ? 'no cluster' : placement.picked.join(', ')),
    ...unpickedByReason(placement).map(({ why, clusters }) => line('not', `${clusters.join(', ')} (${why})`)),
    line('selects', placement.resources.length === 0 ? 'nothing' : placement.resources.map(displayName).join(', ')),
    ...planLines([...notVerifiedLines(placement), ...snapshotLines(placement), ...overrideLines(placement)], style, line),
    ...planLines(runLines(placement), style, line),
    ...(change === undefined ? [] : [line('change', changeText(change))]),
    ...planLines(changeLines(change), style, line),
  ];
}

function unchangedBlock(placements: readonly PlannedPlacement[], style: Styler): readonly string[] {
  if (placements.length === 0) return [];
  const rows = placements.map(
    (placement) => `  ${terminalLine(displayName(placement.object))}  ${placement.policy}  ${pickedCount(placement)}`,
  );
  return [style.bold('unchanged'), ...rows];
}

function planLines(lines: readonly PlanLine[], style: Styler, line: (label: string, text: string) => string): readonly string[] {
  return lines.map(({ label, text, tone }) => line(tone === 'bad' ? style.red(label) : label, text));
}

function deletedBlock(placement: DeletedPlacement, style: Styler, width: number | undefined): readonly string[] {
  const { object, clusters } = placement;
  return [
    `${style.bold(terminalLine(displayName(object)))}  ${style.red('deleted')}  ${counted(clusters.length, 'cluster')}`,
    `  takes ${wrap(terminalLine(deletedText(placement)), width, 4)}`,
  ];
}

/** `Namespace/shop, ConfigMap/shop/a off east, west` */
export function deletedText({ clusters, resources }: DeletedPlacement): string {
  const what = resources.length === 0 ? 'nothing' : resources.map(displayName).join(', ');
  return `${what} off ${clusters.length === 0 ? 'no cluster' : clusters.join(', ')}`;
}

/** `+a, b  −c  (4 kept)` */
export function changeText(change: NonNullable<PlannedPlacement['change']>): string {
  const { added, removed, kept } = change;
  if (added.length === 0 && removed.length === 0) return `none (${kept} kept)`;
  const parts = [...(added.length > 0 ? [`+ ${added.join(', ')}`] : []), ...(removed.length > 0 ? [`− ${removed.join(', ')}`] : [])];
  return `${parts.join('  ')}  (${kept} kept)`;
}
