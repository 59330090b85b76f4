import { displayName } from '../fleet/object.ts';
import type { Diagnosis, GatedCluster, GatedPlacement, GatedRun, GateOutcome, GateReport, Verdict } from '../report.ts';
import { causesOf, clustersOf, gatedByVerdict, objectsText, otherNames, placeName, placesToShow, type Cause } from './causes.ts';
import { counted } from './findings.ts';
import type { Depth } from './depth.ts';
import { code, details, fence, link, prose, sentence, table } from './markdown-text.ts';
import { movedText } from './moved.ts';
import { oneLine } from './visible.ts';
import { listedClusters, NAMES, standsAt, summaryOf } from './text-gate.ts';

const VERDICT_MARKS: Readonly<Record<Verdict, string>> = {
  passed: '✅ passed',
  failed: '❌ failed',
  waiting: '⏳ waiting',
  stuck: '❌ stuck',
  superseded: '⏭️ superseded',
  notVerified: '❔ not verified',
  unknown: '❔ unknown',
};
const CAUSE_MARKS: Readonly<Record<Diagnosis['outcome'], string>> = {
  terminal: '❌',
  suspect: '⚠️',
  waiting: '⏳',
  human: '🙋',
  info: 'ℹ️',
};

/** Per placement or run, worst first: its clusters and verdicts, then each cause folded with evidence, reason and steps. */
export function gateMarkdown(gate: GateReport, depth: Depth): readonly string[] {
  const all = gatedByVerdict(gate);
  const shown = all.slice(0, depth.placements);
  const verdicts = [...Map.groupBy(all, ({ verdict }) => verdict)].map(([verdict, list]) => `${list.length} ${VERDICT_MARKS[verdict]}`);
  const rest = all.length - shown.length;
  return [
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

function causeDetails(cause: Cause, open: boolean): string {
  const places = placesToShow(cause);
  const evidence = places.shown.map((place) => `On ${code(placeName(place))}:${evidenceText(place.evidence)}`);
  const { on, names } = otherNames(cause);
  const more = names.length > NAMES ? ` and ${names.length - NAMES} more` : '';
  const others = names.slice(0, NAMES).map((name) => code(name));
  const steps = cause.remedy.map((step, index) => `${index + 1}. ${stepText(step)}`);
  const body = [
    ...evidence,
    ...(others.length === 0 ? [] : [`Also on ${on === undefined ? '' : `${code(on)}: `}${others.join(', ')}${more}`]),
    ...(cause.explain === '' ? [] : [sentence(cause.explain)]),
    ...(steps.length === 0
      ? []
      : [cause.places.length > 1 ? '**What to do**, in the words of the first place' : '**What to do**', steps.join('\n')]),
    [
      link('Documentation', cause.docs),
      ...(cause.learn === undefined ? [] : [link('Microsoft Learn', cause.learn)]),
      ...(cause.seeAlso === undefined ? [] : [`<code>fleet-gate lint</code> finds this before the deploy: ${code(cause.seeAlso)}`]),
    ].join(' · '),
  ];
  return details(
    `${CAUSE_MARKS[cause.outcome]} <b>${sentence(cause.title, 300)}</b> ${wheres(cause)} <sub>${code(cause.id)}</sub>`,
    body.join('\n\n'),
    open,
  );
}

/** Outcomes whose cause is what was waited for. */
const WAITED: ReadonlySet<GateOutcome> = new Set(['timedOut', 'stuck', 'waiting']);

/** What made the gate fail, or may have, and what a person has to do: nobody should have to click for the cause. */
function isOpen(cause: Cause, verdict: Verdict, outcome: GateOutcome): boolean {
  return verdict !== 'passed' && cause.outcome !== 'info' && (cause.outcome !== 'waiting' || WAITED.has(outcome));
}

/** Commands stand in blocks, which GitHub gives a button to copy; four spaces keep them in an item of up to two digits. */
function stepText(step: string): string {
  return oneLine(step)
    .split(COMMAND)
    .map((part, index) => (index % 2 === 1 ? fence(part) : sentence(part.replace(/^[,.;:] ?/, ''))))
    .filter((part) => part !== '')
    .join('\n')
    .replaceAll('\n', '\n    ');
}

const COMMAND = /`((?:kubectl|az|git) [^`]+)`/;

/** Quoted lines wrap, quoted blocks keep their lines. */
function evidenceText(evidence: readonly string[]): string {
  if (evidence.length === 0) return '';
  const block = evidence.some((quote) => quote.trim().includes('\n'));
  return `\n\n${block ? fence(evidence.join('\n')) : evidence.map((quote) => `- ${code(quote, 1000)}`).join('\n')}`;
}

function causeList(causes: readonly Cause[]): readonly string[] {
  const lines = causes.map((cause) => `- ${CAUSE_MARKS[cause.outcome]} ${sentence(cause.title, 300)} ${wheres(cause)} (${code(cause.id)})`);
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function wheres(cause: Cause): string {
  const clusters = clustersOf(cause);
  const objects = objectsText(cause);
  const more = clusters.length > 3 ? ` and ${clusters.length - 3} more` : '';
  const names = clusters.slice(0, 3).map((name) => code(name));
  return `${names.length === 0 ? '' : `on ${names.join(', ')}${more}`}${objects === '' ? '' : ` (${objects})`}`;
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
