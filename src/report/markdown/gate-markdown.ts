import { displayName } from '../../fleet/kubernetes/object.ts';
import type { GatedPlacement, GatedRun, GateReport } from '../../report.ts';
import { causesOf } from '../facts/gate/causes.ts';
import { unplacedBeside } from '../facts/gate/gate-cause.ts';
import { clusterLines, namedClusters } from '../facts/gate/cluster-lines.ts';
import { clusterRows } from '../facts/gate/cluster-rows.ts';
import { gatedByVerdict, gravest, judgedStateText, summaryOf } from '../facts/gate/gated.ts';
import { isOpenCause } from '../facts/gate/open-cause.ts';
import { gatedWord, hasRefusedEviction } from '../facts/gate/refused-eviction.ts';
import { counted } from '../facts/words/words.ts';
import { causeDetails, causeList } from './cause-details.ts';
import type { Depth } from './depth.ts';
import { gateMatrix } from './gate-matrix.ts';
import { gateTimeline } from './gate-timeline.ts';
import { code, DETAILS_END, detailsBegin, fence, prose, sentence, table } from './markup.ts';
import { VERDICT_ICONS, verdictMark } from './verdict-marks.ts';

/**
 * The matrix if it is small, then each placement or run that did not pass, worst first: its clusters as bars, and each cause folded with
 * evidence, reason and steps. Those that passed are folded if there are others. A generator of blocks: the caller stops if the text is
 * full.
 */
export function* gateMarkdown(gate: GateReport, depth: Depth): Generator<string> {
  const all = gatedByVerdict(gate);
  const open = all.filter((gated) => gravest(gated) !== 'passed' || all.length === 1);
  const passed = all.filter((gated) => !open.includes(gated));
  const shown = open.slice(0, depth.placements);
  const verdicts = [...Map.groupBy(all, gravest)].map(([verdict, list]) => `${list.length} ${verdictMark(verdict)}`);
  const rest = open.length - shown.length;
  const unplaced = unplacedBeside(gate);
  if (unplaced !== undefined) yield sentence(unplaced, depth.line);
  if (all.length > 1 || depth.placements === 0) yield verdicts.join(' · ');
  yield* gateMatrix(depth.passed ? all : open, depth);
  for (const gated of shown) yield* gatedMarkdown(gated, gate, depth);
  if (rest > 0 && shown.length > 0) yield counted(rest, 'more placement');
  yield* passedDetails(passed, gate, depth);
  yield* gateTimeline(gate, depth);
}

function* passedDetails(passed: readonly GatedPlacement[], gate: GateReport, depth: Depth): Generator<string> {
  const shown = passed.slice(0, depth.folded === 0 || !depth.passed ? 0 : depth.placements);
  if (shown.length === 0) return;
  const rest = passed.length - shown.length;
  yield detailsBegin(`✅ ${counted(passed.length, 'placement')} passed`);
  for (const gated of shown) yield* gatedMarkdown(gated, gate, depth);
  if (rest > 0) yield `and ${counted(rest, 'more')}`;
  yield DETAILS_END;
}

function* gatedMarkdown(gated: GatedPlacement | GatedRun, gate: GateReport, depth: Depth): Generator<string> {
  yield `#### ${VERDICT_ICONS[gravest(gated)]} ${gatedWord(gated)}: ${code(displayName(gated.object))}`;
  const stand = [summaryOf(gated), judgedStateText(gated, gate)]
    .filter((text) => text !== '')
    .map((text) => sentence(text))
    .join(' · ');
  if (stand !== '') yield stand;
  if ('stages' in gated) yield* stageTable(gated);
  const clusters = clusterList(gated, gate, depth);
  // Healthy clusters do not explain a refused eviction.
  const isRefused = hasRefusedEviction(gated);
  if (!isRefused) yield* clusters;
  yield* causesMarkdown(gated, gate, depth);
  if (isRefused) yield* clusters;
}

function* causesMarkdown(gated: GatedPlacement, gate: GateReport, depth: Depth): Generator<string> {
  const all = causesOf(gated.diagnoses);
  const causes = all.slice(0, depth.causes);
  const hidden = all.length - causes.length;
  if (depth.folded === 0) yield* causeList(causes, gate.judgedAt);
  else for (const cause of causes) yield causeDetails(cause, isOpenCause(cause, gated.verdict, gate.outcome), gate.judgedAt);
  if (hidden > 0) yield counted(hidden, 'more cause');
}

function clusterList(gated: GatedPlacement, gate: GateReport, depth: Depth): readonly string[] {
  if (depth.clusters === 0) return [];
  const rows = clusterRows(gated, gated.clusters, depth.clusters);
  const lines = clusterLines(gated, rows, gate).slice(0, LONGEST_LIST);
  return [
    ...(lines.length === 0 ? [] : [fence(lines.map(({ text }) => text).join('\n'), lines.length * LONGEST_BAR)]),
    ...namedClusters(rows).flatMap(({ name, note }) => (note === undefined ? [] : [`${code(name)}: ${sentence(note)}`])),
  ];
}

/** The most characters of a bar with its words. */
const LONGEST_BAR = 120;
/** The most lines of groups, statuses and clusters. There are fewer unless each cluster has a different status. */
const LONGEST_LIST = 60;

function stageTable(run: GatedRun): readonly string[] {
  if (run.stages.length === 0) return [];
  const shown = run.stages.slice(0, 50);
  const hasTasks = shown.some(({ tasks }) => tasks.length > 0);
  const rows = shown.map((stage) => {
    const passed = stage.clusters.filter((cluster) => cluster.verdict === 'passed').length;
    return [
      code(stage.name),
      verdictMark(stage.verdict),
      `${passed} of ${stage.clusters.length}`,
      ...(hasTasks ? [stage.tasks.map((task) => prose(task, 200)).join('<br>')] : []),
    ];
  });
  return [table([['Stage', 'Verdict', 'Clusters done', ...(hasTasks ? ['Tasks'] : [])], ...rows])];
}
