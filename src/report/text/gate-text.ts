import { displayName } from '../../fleet/object.ts';
import type { ChainLink, GatedCluster, GatedPlacement, GatedRun, GateReport, Verdict } from '../../report.ts';
import { type Cause, causesOf, otherPlaces, outcomeText, type CausePlace, placeName, placesToShow } from '../facts/causes.ts';
import { chainNames, stopText } from '../facts/chain-text.ts';
import { clusterLines, namedClusters } from '../facts/cluster-lines.ts';
import { clusterRows } from '../facts/cluster-rows.ts';
import { gatedByVerdict, standsAt, summaryOf } from '../facts/gated.ts';
import { verdictWord } from '../facts/verdict-word.ts';
import { stepText } from './step-text.ts';
import { type Styler, terminalLine, terminalLines, wrap } from './terminal.ts';

/** Per placement or run, worst first: verdict, clusters, then each cause with evidence, reason and steps. */
export function gateText(gate: GateReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  return gatedByVerdict(gate).flatMap((gated) => gatedBlocks(gated, gate, style, width));
}

/** Passed green, failed and stuck red, everything else yellow. */
export function verdictPaint(verdict: Verdict, style: Styler): (text: string) => string {
  if (verdict === 'passed') return style.green;
  return verdict === 'failed' || verdict === 'stuck' ? style.red : style.yellow;
}

function gatedBlocks(gated: GatedPlacement, gate: GateReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  const head = [verdictLine(gated, style, width), ...bodyLines(gated, gate, style, width)];
  return [head, ...causesOf(gated.diagnoses).map((cause, index) => causeLines(cause, index + 1, gate, style, width))];
}

function verdictLine(gated: GatedPlacement, style: Styler, width: number | undefined): string {
  const paint = verdictPaint(gated.verdict, style);
  const said = summaryOf(gated);
  const summary = said === '' ? '' : `\n  ${wrap(terminalLine(said), width, 2)}`;
  return `${paint(verdictWord(gated.verdict))}  ${style.bold(terminalLine(displayName(gated.object)))}  ${style.dim(`(${standsAt(gated)})`)}${summary}`;
}

/** The clusters of a run are shown in its stages. */
function bodyLines(gated: GatedPlacement | GatedRun, gate: GateReport, style: Styler, width: number | undefined): readonly string[] {
  const linesOf = (clusters: readonly GatedCluster[]): readonly string[] => clusterBlock(gated, clusters, gate, style, width);
  if (!('stages' in gated) || gated.stages.length === 0) return linesOf(gated.clusters);
  return gated.stages.flatMap((stage) => [
    `  stage ${terminalLine(stage.name)}: ${verdictPaint(stage.verdict, style)(verdictWord(stage.verdict))}`,
    ...stage.tasks.map((task) => `    task ${terminalLine(task)}`),
    ...linesOf(stage.clusters).map((line) => `  ${line}`),
  ]);
}

function clusterBlock(
  gated: GatedPlacement,
  clusters: readonly GatedCluster[],
  gate: GateReport,
  style: Styler,
  width: number | undefined,
): readonly string[] {
  const rows = clusterRows(gated, clusters);
  const notes = namedClusters(rows).flatMap(({ name, note }) =>
    note === undefined ? [] : [`  ${wrap(terminalLine(`${name}: ${note}`), width, 4)}`],
  );
  return [...clusterLines(gated, rows, gate).map(({ verdict, text }) => `  ${verdictPaint(verdict, style)(lineOf(text))}`), ...notes];
}

/** A cluster of a group stands a column to the right of it. */
function lineOf(text: string): string {
  return `${text.startsWith(' ') ? ' ' : ''}${terminalLine(text)}`;
}

function causeLines(cause: Cause, number: number, gate: GateReport, style: Styler, width: number | undefined): readonly string[] {
  const { shown, others } = placesToShow(cause);
  const paint = cause.outcome === 'terminal' ? style.red : cause.outcome === 'info' ? style.dim : style.yellow;
  return [
    `  ${number}. ${paint(style.bold(wrap(terminalLine(cause.title), width, 5)))} ${style.dim(`[${terminalLine(`${cause.id}, ${outcomeText(cause, gate.judgedAt)}`)}]`)}`,
    ...shown.flatMap((place) => placeLines(place, gate, width)),
    ...(others.length > 0 ? [`     also on ${wrap(terminalLine(othersText(cause)), width, 9)}`] : []),
    ...(cause.explain === '' ? [] : [`     why: ${wrap(terminalLine(cause.explain), width, 10)}`]),
    ...(cause.remedy.length === 0 ? [] : [`     do${cause.places.length > 1 ? ' (in the words of the first place)' : ''}:`]),
    ...cause.remedy.map((step, index) => `       ${index + 1}. ${stepText(step, width, 10)}`),
    ...(cause.docs === '' ? [] : [`     docs: ${terminalLine(cause.docs)}`]),
    ...(cause.learn === undefined ? [] : [`           ${terminalLine(cause.learn)}`]),
    ...(cause.seeAlso === undefined ? [] : [`     before the deploy: fleet-gate lint finds this (${terminalLine(cause.seeAlso)})`]),
  ];
}

function othersText(cause: Cause): string {
  const { on, names, more } = otherPlaces(cause);
  return `${on === undefined ? '' : `${on}: `}${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function placeLines(place: CausePlace, gate: GateReport, width: number | undefined): readonly string[] {
  const evidence = place.evidence.flatMap(terminalLines).filter((line) => line !== '');
  return [
    `     on ${terminalLine(placeName(place))}`,
    ...evidence.map((line) => `       | ${line}`),
    ...chainLines(place.chain ?? [], gate, width),
  ];
}

/** The way to what broke, and where it stopped. */
function chainLines(chain: readonly ChainLink[], { judgedAt }: GateReport, width: number | undefined): readonly string[] {
  const way = chainNames(chain).map(terminalLine).join(' → ');
  return [way, terminalLine(stopText(chain, judgedAt))].filter((line) => line !== '').map((line) => `       ${wrap(line, width, 9)}`);
}
