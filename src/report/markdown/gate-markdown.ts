import { displayName } from '../../fleet/object.ts';
import type { GatedCluster, GatedPlacement, GatedRun, GateOutcome, GateReport, Verdict } from '../../report.ts';
import { type Cause, causesOf } from '../facts/causes.ts';
import { unplacedBeside } from '../facts/gate-cause.ts';
import { gatedByVerdict, listedClusters, movedText, standsAt, summaryOf } from '../facts/gated.ts';
import { counted } from '../facts/words.ts';
import { causeDetails, causeList } from './cause-details.ts';
import type { Depth } from './depth.ts';
import { code, details, prose, sentence, table } from './markup.ts';

const VERDICT_MARKS: Readonly<Record<Verdict, string>> = {
  passed: '✅ passed',
  failed: '❌ failed',
  waiting: '⏳ waiting',
  stuck: '❌ stuck',
  superseded: '⏭️ superseded',
  notVerified: '❔ not verified',
  unknown: '❔ unknown',
};
/** Per placement or run, worst first: its clusters and verdicts, then each cause folded with evidence, reason and steps. */
export function gateMarkdown(gate: GateReport, depth: Depth): readonly string[] {
  const all = gatedByVerdict(gate);
  const shown = all.slice(0, depth.placements);
  const verdicts = [...Map.groupBy(all, ({ verdict }) => verdict)].map(([verdict, list]) => `${list.length} ${VERDICT_MARKS[verdict]}`);
  const rest = all.length - shown.length;
  const unplaced = unplacedBeside(gate);
  return [
    ...(unplaced === undefined ? [] : [sentence(unplaced, depth.line)]),
    ...(all.length > 1 || depth.placements === 0 ? [verdicts.join(' · ')] : []),
    ...shown.flatMap((gated) => gatedMarkdown(gated, gate.outcome, depth)),
    ...(rest > 0 && shown.length > 0 ? [counted(rest, 'more placement')] : []),
    ...(depth.folded > 0 && gate.timeline.length > 0 ? [timeline(gate, depth)] : []),
  ].filter((block) => block !== '');
}

function gatedMarkdown(gated: GatedPlacement | GatedRun, outcome: GateOutcome, depth: Depth): readonly string[] {
  const all = causesOf(gated.diagnoses);
  const causes = all.slice(0, depth.causes);
  const hidden = all.length - causes.length;
  return [
    `#### ${VERDICT_MARKS[gated.verdict]}: ${code(displayName(gated.object))}`,
    [summaryOf(gated), standsAt(gated)]
      .filter((text) => text !== '')
      .map((text) => sentence(text))
      .join(' · '),
    ...('stages' in gated ? stageTable(gated) : []),
    ...clusterTable(gated.clusters, depth),
    ...(depth.folded > 0 ? causes.map((cause) => causeDetails(cause, isOpen(cause, gated.verdict, outcome))) : causeList(causes)),
    ...(hidden > 0 ? [counted(hidden, 'more cause')] : []),
  ];
}

function clusterTable(clusters: readonly GatedCluster[], depth: Depth): readonly string[] {
  const { listed, passed } = listedClusters(clusters);
  const rows = listed.slice(0, depth.clusters);
  const hidden = listed.length - rows.length;
  const since = rows.some((row) => row.since !== undefined);
  const cells = rows.map((row) => [
    code(row.name),
    VERDICT_MARKS[row.verdict],
    prose(row.stage),
    ...(since ? [prose(row.since ?? '')] : []),
  ]);
  return [
    ...(rows.length === 0 ? [] : [table([['Cluster', 'Verdict', 'Stands at', ...(since ? ['Since'] : [])], ...cells])]),
    ...rows.flatMap(({ name, note }) => (note === undefined ? [] : [`${code(name)}: ${sentence(note)}`])),
    ...(hidden > 0 ? [counted(hidden, 'more cluster')] : []),
    ...(passed > 0 ? [`✅ ${passed} clusters passed`] : []),
  ];
}

function stageTable(run: GatedRun): readonly string[] {
  if (run.stages.length === 0) return [];
  const rows = run.stages.slice(0, 50).map((stage) => {
    const passed = stage.clusters.filter((cluster) => cluster.verdict === 'passed').length;
    return [
      code(stage.name),
      VERDICT_MARKS[stage.verdict],
      `${passed} of ${stage.clusters.length}`,
      stage.tasks.map((task) => prose(task, 200)).join('<br>'),
    ];
  });
  return [table([['Stage', 'Verdict', 'Clusters done', 'Tasks'], ...rows])];
}

/** Outcomes whose cause is what was waited for. */
const WAITED: ReadonlySet<GateOutcome> = new Set(['timedOut', 'stuck', 'waiting']);

/** What made the gate fail, or may have, and what a person has to do: nobody should have to click for the cause. */
function isOpen(cause: Cause, verdict: Verdict, outcome: GateOutcome): boolean {
  return verdict !== 'passed' && cause.outcome !== 'info' && (cause.outcome !== 'waiting' || WAITED.has(outcome));
}

function timeline(gate: GateReport, depth: Depth): string {
  const entries = gate.timeline.slice(-depth.folded);
  const rows = entries.map((entry) => [
    prose(entry.at),
    code(displayName(entry.object)),
    entry.cluster === undefined ? '' : code(entry.cluster),
    prose(movedText(entry)),
  ]);
  return details(`Timeline (${counted(gate.timeline.length, 'change')})`, table([['At', 'Object', 'Cluster', 'Change'], ...rows]));
}
