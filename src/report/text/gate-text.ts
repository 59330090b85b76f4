import { displayName } from '../../fleet/kubernetes/object.ts';
import type { ChainLink, GatedCluster, GatedPlacement, GatedRun, GateReport, Verdict } from '../../report.ts';
import { type Cause, causesOf, otherPlaces, outcomeText, type CausePlace, placeName, placesToShow } from '../facts/gate/causes.ts';
import { chainNames, stopText } from '../facts/gate/chain-text.ts';
import { clusterLines, namedClusters } from '../facts/gate/cluster-lines.ts';
import { clusterRows } from '../facts/gate/cluster-rows.ts';
import { gatedByVerdict, gravest, judgedStateText, summaryOf } from '../facts/gate/gated.ts';
import { gatedWord, hasRefusedEviction } from '../facts/gate/refused-eviction.ts';
import { logTitle } from '../facts/gate/log-title.ts';
import { stepsNote } from '../facts/gate/steps-note.ts';
import { verdictWord } from '../facts/gate/verdict-word.ts';
import { stepText } from './step-text.ts';
import { barredLines, type Styler, terminalLine, terminalLines, unpainted, wrap, wrapPainted } from './terminal.ts';

/** For each placement or run, worst first: verdict, clusters, then each cause with evidence, reason and steps. */
export function gateText(gate: GateReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  return gatedByVerdict(gate).flatMap((gated) => gatedBlocks(gated, gate, style, width));
}

/** Passed is green, failed and stuck are red, all others are yellow. */
export function verdictPaint(verdict: Verdict, style: Styler): (text: string) => string {
  if (verdict === 'passed') return style.green;
  return verdict === 'failed' || verdict === 'stuck' ? style.red : style.yellow;
}

function gatedBlocks(gated: GatedPlacement, gate: GateReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  const title = verdictLine(gated, gate, style, width);
  const body = bodyLines(gated, gate, style, width);
  const causes = causesOf(gated.diagnoses).map((cause, index) => causeLines(cause, index + 1, gate, style, width));
  // Healthy clusters do not explain a refused eviction.
  return hasRefusedEviction(gated) ? [[title], ...causes, body] : [[title, ...body], ...causes];
}

function verdictLine(gated: GatedPlacement, gate: GateReport, style: Styler, width: number | undefined): string {
  const paint = verdictPaint(gravest(gated), style);
  const said = summaryOf(gated);
  const summary = said === '' ? '' : `\n  ${wrap(terminalLine(said), width, 2)}`;
  const title = [
    { text: gatedWord(gated), paint },
    unpainted('  '),
    { text: terminalLine(displayName(gated.object)), paint: style.bold },
    unpainted('  '),
    { text: `(${terminalLine(judgedStateText(gated, gate))})`, paint: style.dim },
  ];
  return `${wrapPainted(title, width, 2)}${summary}`;
}

/** The clusters of a run are shown in its stages. */
function bodyLines(gated: GatedPlacement | GatedRun, gate: GateReport, style: Styler, width: number | undefined): readonly string[] {
  const linesOf = (clusters: readonly GatedCluster[]): readonly string[] => clusterBlock(gated, clusters, gate, style, width);
  if (!('stages' in gated) || gated.stages.length === 0) return linesOf(gated.clusters);
  return gated.stages.flatMap((stage) => [
    `  stage ${terminalLine(stage.name)}: ${verdictPaint(stage.verdict, style)(verdictWord(stage.verdict))}`,
    ...stage.tasks.map((task) => `    task ${wrap(terminalLine(task), width, 9)}`),
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
  return [
    ...clusterLines(gated, rows, gate).map(({ verdict, text }) => `  ${verdictPaint(verdict, style)(barLine(text, width))}`),
    ...notes,
  ];
}

/** A cluster is indented one column below its group, and words below their bar two columns. */
function barLine(text: string, width: number | undefined): string {
  const start = text.length - text.trimStart().length;
  return ' '.repeat(start) + wrap(terminalLine(text.slice(start)), width, start + 2);
}

function causeLines(cause: Cause, number: number, gate: GateReport, style: Styler, width: number | undefined): readonly string[] {
  const { shown, others } = placesToShow(cause);
  const paint = cause.outcome === 'terminal' ? style.red : cause.outcome === 'info' ? style.dim : style.yellow;
  return [
    `  ${number}. ${wrapPainted(
      [
        { text: terminalLine(cause.title), paint: (text) => paint(style.bold(text)) },
        unpainted(' '),
        { text: `[${terminalLine(`${cause.id}, ${outcomeText(cause, gate.judgedAt)}`)}]`, paint: style.dim },
      ],
      width,
      5,
    )}`,
    ...shown.flatMap((place) => placeLines(place, gate, width)),
    ...(others.length > 0 ? [`     also on ${wrap(terminalLine(othersText(cause)), width, 9)}`] : []),
    ...(cause.explain === '' ? [] : [`     why: ${wrap(terminalLine(cause.explain), width, 10)}`]),
    ...(cause.remedy.length === 0
      ? []
      : [`     ${wrap(`Steps${stepsNote(cause) === '' ? '' : ` (${terminalLine(stepsNote(cause))})`}:`, width, 8)}`]),
    ...cause.remedy.map((step, index) => `       ${index + 1}. ${stepText(step, width, 10)}`),
    ...(cause.docs === '' ? [] : [`     docs: ${terminalLine(cause.docs)}`]),
    ...(cause.learn === undefined ? [] : [`           ${terminalLine(cause.learn)}`]),
    ...(cause.seeAlso === undefined
      ? []
      : [`     ${wrap(`before the deploy: fleet-gate lint finds this (${terminalLine(cause.seeAlso)})`, width, 7)}`]),
  ];
}

function othersText(cause: Cause): string {
  const { on, names, more } = otherPlaces(cause);
  return `${on === undefined ? '' : `${on}: `}${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The text before each line of evidence. */
const EVIDENCE_BAR = '       | ';

function placeLines(place: CausePlace, gate: GateReport, width: number | undefined): readonly string[] {
  const evidence = place.evidence.flatMap(terminalLines).filter((line) => line !== '');
  return [
    `     ${wrap(`on ${terminalLine(placeName(place))}`, width, 8)}`,
    ...evidence.flatMap((line) => barredLines(line, EVIDENCE_BAR, width)),
    ...logLines(place, width),
    ...chainLines(place.chain ?? [], gate, width),
  ];
}

function logLines({ log }: CausePlace, width: number | undefined): readonly string[] {
  if (log === undefined) return [];
  const lines = log.text.split('\n').map(terminalLine);
  return [
    `       ${wrap(`${terminalLine(logTitle(log))}:`, width, 9)}`,
    ...lines.flatMap((line) => barredLines(line, EVIDENCE_BAR, width)),
  ];
}

/** The objects from the placement to the failed one, and the place where the rollout stopped. */
function chainLines(chain: readonly ChainLink[], { judgedAt }: GateReport, width: number | undefined): readonly string[] {
  const way = chainNames(chain).map(terminalLine).join(' → ');
  return [way, terminalLine(stopText(chain, judgedAt))].filter((line) => line !== '').map((line) => `       ${wrap(line, width, 9)}`);
}
