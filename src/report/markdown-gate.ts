import { displayName } from '../fleet/object.ts';
import type { Diagnosis, GatedCluster, GatedPlacement, GatedRun, GateReport, Verdict } from '../report.ts';
import { causesOf, clustersOf, gatedByVerdict, objectsText, placesToShow, type Cause } from './causes.ts';
import { counted } from './findings.ts';
import type { Depth } from './depth.ts';
import { code, details, fence, link, prose, sentence, table } from './markdown-text.ts';
import { movedText } from './moved.ts';
import { listedClusters, placeName, standsAt } from './text-gate.ts';

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
    ...shown.flatMap((gated) => gatedMarkdown(gated, depth)),
    ...(rest > 0 && shown.length > 0 ? [counted(rest, 'more placement')] : []),
    ...(depth.folded > 0 && gate.timeline.length > 0 ? [timeline(gate, depth)] : []),
  ].filter((block) => block !== '');
}

function gatedMarkdown(gated: GatedPlacement | GatedRun, depth: Depth): readonly string[] {
  const all = causesOf(gated.diagnoses);
  const causes = all.slice(0, depth.causes);
  const hidden = all.length - causes.length;
  return [
    `#### ${VERDICT_MARKS[gated.verdict]}: ${code(displayName(gated.object))}`,
    [gated.summary, standsAt(gated)]
      .filter((text) => text !== '')
      .map((text) => sentence(text))
      .join(' · '),
    ...('stages' in gated ? stageTable(gated) : []),
    ...clusterTable(gated.clusters, depth),
    ...(depth.folded > 0 ? causes.map((cause) => causeDetails(cause, gated.verdict)) : causeList(causes)),
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

function causeDetails(cause: Cause, verdict: Verdict): string {
  const places = placesToShow(cause);
  const evidence = places.shown.map((place) => `On ${code(placeName(place))}:${evidenceText(place.evidence)}`);
  const others = places.others.map((place) => code(placeName(place)));
  const steps = cause.remedy.map((step, index) => `${index + 1}. ${sentence(step)}`);
  const body = [
    ...evidence,
    ...(others.length === 0
      ? []
      : [`Also on ${others.slice(0, 100).join(', ')}${others.length > 100 ? ` and ${others.length - 100} more` : ''}`]),
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
  // What made the gate fail, or may have, and what a person has to do is open: nobody should have to click for the cause.
  const open = verdict !== 'passed' && cause.outcome !== 'waiting' && cause.outcome !== 'info';
  return details(
    `${CAUSE_MARKS[cause.outcome]} <b>${sentence(cause.title, 300)}</b> ${wheres(cause)} <sub>${code(cause.id)}</sub>`,
    body.join('\n\n'),
    open,
  );
}

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
