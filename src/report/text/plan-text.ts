import { displayName } from '../../fleet/object.ts';
import type { DeletedPlacement, PlannedPlacement, PlanReport } from '../../report.ts';
import { counted } from '../facts/findings.ts';
import {
  changeLines,
  listed,
  notVerifiedLines,
  overrideLines,
  refusedLines,
  runLines,
  snapshotLines,
  type PlanLine,
} from '../facts/plan-lines.ts';
import { rankPlacements } from '../facts/plan-rank.ts';
import { terminalLine, wrap, type Styler } from './terminal.ts';
import { unevaluatedBlock } from './lint-text.ts';

/** A block a placement: which clusters, why not the others, which resources, and what changes against the base; a line for those it leaves as they are. */
export function planText(plan: PlanReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  const { ranked, quiet } = rankPlacements(plan.placements);
  return [
    ...ranked.map((placement) => placementBlock(placement, style, width)),
    unchangedBlock(quiet, style),
    ...(plan.deleted ?? []).map((placement) => deletedBlock(placement, style, width)),
    ...(plan.assumptions === undefined ? [] : [plan.assumptions.map((text) => `assumed: ${wrap(terminalLine(text), width, 2)}`)]),
    unevaluatedBlock(plan.notEvaluated ?? [], style, width),
  ];
}

/** Clusters with the same answer share a line: `TaintToleration: taint not tolerated` → its clusters. Scores are said where they are all alike. */
export function unpickedByReason(placement: PlannedPlacement): readonly { readonly why: string; readonly clusters: readonly string[] }[] {
  const answers = placement.unpicked.map(({ cluster, plugin, reason }) => {
    const why = reason.replace(`Cluster "${cluster}" `, '').replace(` "${cluster}"`, '');
    return { cluster, why: plugin === '' ? why : `${plugin}: ${why}` };
  });
  const groups = Map.groupBy(answers, ({ why }) => why.replace(SCORES, ''));
  return [...groups].map(([common, entries]) => {
    const [first, ...others] = new Set(entries.map(({ why }) => why));
    return { why: first !== undefined && others.length === 0 ? first : common, clusters: entries.map(({ cluster }) => cluster) };
  });
}

/** What an answer says of the cluster alone. */
const SCORES = / \(affinity score: [^)]*\)$/;

/** `4 of 5 clusters`, `3 clusters` */
export function pickedCount(placement: PlannedPlacement): string {
  const { picked, wanted } = placement;
  return wanted === undefined ? counted(picked.length, 'cluster') : `${picked.length} of ${counted(wanted, 'cluster')}`;
}

function placementBlock(placement: PlannedPlacement, style: Styler, width: number | undefined): readonly string[] {
  const paint = placement.scheduled === 'True' ? style.green : style.red;
  const line = (label: string, text: string): string => planLine({ label, text }, style, width);
  const facts = [
    ...notVerifiedLines(placement),
    ...snapshotLines(placement),
    ...overrideLines(placement),
    ...runLines(placement),
    ...movedLines(placement.change),
    ...changeLines(placement.change),
  ];
  return [
    `${style.bold(terminalLine(displayName(placement.object)))}  ${placement.policy}  ${paint(`scheduled: ${placement.scheduled}`)}  ${pickedCount(placement)}`,
    ...(placement.reason === '' ? [] : [line('because', placement.reason)]),
    ...refusedLines(placement).map((fact) => planLine(fact, style, width)),
    line('picks', placement.picked.length === 0 ? 'no cluster' : placement.picked.join(', ')),
    ...unpickedByReason(placement).map(({ why, clusters }) => line('not', `${listed(clusters)} (${why})`)),
    line('selects', placement.resources.length === 0 ? 'nothing' : listed(placement.resources.map(displayName))),
    ...facts.map((fact) => planLine(fact, style, width)),
  ];
}

function unchangedBlock(placements: readonly PlannedPlacement[], style: Styler): readonly string[] {
  if (placements.length === 0) return [];
  const rows = placements.map(
    (placement) => `  ${terminalLine(displayName(placement.object))}  ${placement.policy}  ${pickedCount(placement)}`,
  );
  return [style.bold('unchanged'), ...rows];
}

function planLine({ label, text, tone }: PlanLine, style: Styler, width: number | undefined): string {
  const wrapped = wrap(`${label} ${terminalLine(text)}`, width, 4);
  return `  ${tone === 'bad' ? style.red(label) : label}${wrapped.slice(label.length)}`;
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
  const what = resources.length === 0 ? 'nothing' : listed(resources.map(displayName));
  return `${what} off ${clusters.length === 0 ? 'no cluster' : clusters.join(', ')}`;
}

/** `change + a, b  − c  (4 kept)`, `keeps 4 clusters` */
export function movedLines(change: PlannedPlacement['change']): readonly PlanLine[] {
  if (change === undefined) return [];
  const { added, removed, kept } = change;
  if (added.length === 0 && removed.length === 0) return kept === 0 ? [] : [{ label: 'keeps', text: counted(kept, 'cluster') }];
  const parts = [...(added.length > 0 ? [`+ ${added.join(', ')}`] : []), ...(removed.length > 0 ? [`− ${removed.join(', ')}`] : [])];
  return [{ label: 'change', text: `${parts.join('  ')}  (${kept} kept)` }];
}
