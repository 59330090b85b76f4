import { displayName } from '../../fleet/object.ts';
import type { GatedCluster, GatedPlacement, GatedRun, GateReport, Verdict } from '../../report.ts';
import { type Cause, causesOf, otherPlaces, outcomeText, type CausePlace, placeName, placesToShow } from '../facts/causes.ts';
import { gatedByVerdict, listedClusters, standsAt, summaryOf } from '../facts/gated.ts';
import { columns, type Styler, terminalLine, terminalLines, wrap } from './terminal.ts';

/** Per placement or run, worst first: verdict, clusters, then each cause with evidence, reason and steps. */
export function gateText(gate: GateReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  return gatedByVerdict(gate).flatMap((gated) => gatedBlocks(gated, style, width));
}

/** Passed green, failed and stuck red, everything else yellow. */
export function verdictPaint(verdict: Verdict, style: Styler): (text: string) => string {
  if (verdict === 'passed') return style.green;
  return verdict === 'failed' || verdict === 'stuck' ? style.red : style.yellow;
}

function gatedBlocks(gated: GatedPlacement, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  const head = [verdictLine(gated, style, width), ...bodyLines(gated, style, width)];
  return [head, ...causesOf(gated.diagnoses).map((cause, index) => causeLines(cause, index + 1, style, width))];
}

function verdictLine(gated: GatedPlacement, style: Styler, width: number | undefined): string {
  const paint = verdictPaint(gated.verdict, style);
  const said = summaryOf(gated);
  const summary = said === '' ? '' : `\n  ${wrap(terminalLine(said), width, 2)}`;
  return `${paint(gated.verdict)}  ${style.bold(terminalLine(displayName(gated.object)))}  ${style.dim(`(${standsAt(gated)})`)}${summary}`;
}

/** The clusters of a run are shown in its stages. */
function bodyLines(gated: GatedPlacement | GatedRun, style: Styler, width: number | undefined): readonly string[] {
  if (!('stages' in gated) || gated.stages.length === 0) return clusterLines(gated.clusters, style, width);
  return gated.stages.flatMap((stage) => [
    `  stage ${terminalLine(stage.name)}: ${verdictPaint(stage.verdict, style)(stage.verdict)}`,
    ...stage.tasks.map((task) => `    task ${terminalLine(task)}`),
    ...clusterLines(stage.clusters, style, width).map((line) => `  ${line}`),
  ]);
}

function clusterLines(clusters: readonly GatedCluster[], style: Styler, width: number | undefined): readonly string[] {
  if (clusters.length === 0) return [];
  const { listed, passed } = listedClusters(clusters);
  const rest = passed > 0 ? [`  ${style.green(`${passed} clusters passed`)}`] : [];
  if (listed.length === 0) return rest;
  const rows = listed.map(({ name, verdict, stage, since, forgiven }) => [
    terminalLine(name),
    forgiven === true ? `${verdict} (forgiven)` : verdict,
    terminalLine(stage),
    terminalLine(since ?? ''),
  ]);
  const head = ['CLUSTER', 'VERDICT', 'STAGE', rows.some((row) => row[3] !== '') ? 'SINCE' : ''];
  const paint = (cell: string, row: number, column: number): string => {
    const verdict = listed[row - 1]?.verdict;
    if (verdict === undefined) return style.dim(cell);
    return column === 1 ? verdictPaint(verdict, style)(cell) : cell;
  };
  const room = width === undefined ? undefined : width - 2;
  const notes = listed.flatMap(({ name, note }) => (note === undefined ? [] : [`  ${wrap(terminalLine(`${name}: ${note}`), width, 4)}`]));
  return [...columns([head, ...rows], room, paint).map((line) => `  ${line}`), ...notes, ...rest];
}

function causeLines(cause: Cause, number: number, style: Styler, width: number | undefined): readonly string[] {
  const { shown, others } = placesToShow(cause);
  const paint = cause.outcome === 'terminal' ? style.red : cause.outcome === 'info' ? style.dim : style.yellow;
  return [
    `  ${number}. ${paint(style.bold(wrap(terminalLine(cause.title), width, 5)))} ${style.dim(`[${terminalLine(`${cause.id}, ${outcomeText(cause)}`)}]`)}`,
    ...shown.flatMap(placeLines),
    ...(others.length > 0 ? [`     also on ${wrap(terminalLine(othersText(cause)), width, 9)}`] : []),
    ...(cause.explain === '' ? [] : [`     why: ${wrap(terminalLine(cause.explain), width, 10)}`]),
    ...(cause.remedy.length === 0 ? [] : [`     do${cause.places.length > 1 ? ' (in the words of the first place)' : ''}:`]),
    ...cause.remedy.map((step, index) => `       ${index + 1}. ${stepText(step, width)}`),
    ...(cause.docs === '' ? [] : [`     docs: ${terminalLine(cause.docs)}`]),
    ...(cause.learn === undefined ? [] : [`           ${terminalLine(cause.learn)}`]),
    ...(cause.seeAlso === undefined ? [] : [`     before the deploy: fleet-gate lint finds this (${terminalLine(cause.seeAlso)})`]),
  ];
}

function othersText(cause: Cause): string {
  const { on, names, more } = otherPlaces(cause);
  return `${on === undefined ? '' : `${on}: `}${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function placeLines(place: CausePlace): readonly string[] {
  const evidence = place.evidence.flatMap(terminalLines).filter((line) => line !== '');
  return [`     on ${terminalLine(placeName(place))}`, ...evidence.map((line) => `       | ${line}`)];
}

/** Commands stay on one line, so that they can be copied. */
function stepText(step: string, width: number | undefined): string {
  return wrap(terminalLine(step), /`|kubectl /.test(step) ? undefined : width, 10);
}
