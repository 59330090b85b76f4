import { displayName } from '../../fleet/object.ts';
import type { Diagnosis, GatedCluster, GatedPlacement, TimelineEntry } from '../../report.ts';
import { type Cause, causesOf, clustersOf, objectsText } from '../facts/causes.ts';
import { elapsedText } from '../facts/elapsed.ts';
import { byVerdict, movedText } from '../facts/gated.ts';
import { standText } from '../facts/stand.ts';
import { verdictWord } from '../facts/verdict-word.ts';
import { counted, timeOfDay } from '../facts/words.ts';
import { verdictPaint } from './gate-text.ts';
import { PLAIN, type Styler, terminalCell, terminalLine } from './terminal.ts';

/** What the wait loop knows after one look. */
export interface ProgressView {
  /** The hub's time of the look. */
  readonly at: Date;
  /** What moved since the look before; empty when nothing did. */
  readonly changes: readonly TimelineEntry[];
  /** One line: what is awaited. */
  readonly awaiting: string;
  readonly gated: readonly Pick<GatedPlacement, 'object' | 'verdict' | 'summary' | 'clusters' | 'diagnoses'>[];
  /** Milliseconds since the gate began, and those it may take. */
  readonly elapsed: number;
  readonly timeout: number;
}

/** Clusters named in one line of a change; the others are counted. */
const NAMED = 4;
/** Open clusters shown below a placement in the frame, and suspects below them. */
const OPEN_ROWS = 5;
const SUSPECT_ROWS = 3;
const BAR = 10;

type Fit = (text: string, indent?: string) => string;

/** For logs: a line a change, clusters that moved alike together; no line when nothing moved. */
export function progressLines(view: ProgressView): readonly string[] {
  const groups = Map.groupBy(view.changes, (change) => JSON.stringify([displayName(change.object), change.stage, change.to]));
  return [...groups.values()].map((changes) => terminalLine(changeLine(changes)));
}

/** A suspicion as a log tells it: once, and again where it shows in another place or counts from another moment on. */
export interface SuspicionLine {
  /** A key for each place it shows in. */
  readonly places: readonly string[];
  readonly countsAt: string;
  readonly line: string;
}

/** For logs: a line for each thing suspected now, with the time it will count. */
export function suspicionLines(view: ProgressView): readonly SuspicionLine[] {
  return view.gated.flatMap(({ object, diagnoses }) =>
    suspectsIn(diagnoses).map((cause) => {
      const countsAt = cause.countsAt ?? '';
      const line = terminalLine(`${time(view.at)}  ${displayName(object)} suspect: ${suspectText(cause)}`);
      const places = cause.places.map((place) => JSON.stringify([displayName(object), cause.id, cause.title, ...placeKey(place)]));
      return { places, countsAt, line };
    }),
  );
}

/** For logs, when nothing moved for a while: how long it has been and what is awaited. */
export function progressReminder(view: ProgressView): string {
  return terminalLine(`${time(view.at)}  ${spent(view)}: ${view.awaiting}`);
}

/** For a terminal: the lines to draw over the frame before, at most `rows`, none wider than `width`. */
export function progressFrame(view: ProgressView, width: number, style: Styler = PLAIN, rows = 20): readonly string[] {
  const fit: Fit = (text, indent = '') => `${indent}${terminalCell(text, Math.max(10, width) - indent.length)}`;
  const body = byVerdict(view.gated).flatMap((gated) => gatedLines(gated, fit, style));
  // More lines than the terminal has could not be drawn over.
  const room = Math.max(1, rows - 3);
  const shown = body.length > room ? [...body.slice(0, room), fit(`and ${counted(body.length - room, 'more line')}`)] : body;
  return [style.dim(fit(spent(view))), ...shown, style.dim(fit(view.awaiting))];
}

function gatedLines(gated: ProgressView['gated'][number], fit: Fit, style: Styler): readonly string[] {
  const passed = gated.clusters.filter(({ verdict }) => verdict === 'passed').length;
  const total = gated.clusters.length;
  const filled = total === 0 ? 0 : Math.round((passed / total) * BAR);
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${passed}/${counted(total, 'cluster')}`;
  const open = byVerdict(gated.clusters).filter(({ verdict }) => verdict !== 'passed');
  const more = open.length - OPEN_ROWS;
  return [
    verdictPaint(gated.verdict, style)(fit(`${verdictWord(gated.verdict).padEnd(12)} ${bar}  ${displayName(gated.object)}`)),
    ...open.slice(0, OPEN_ROWS).map((cluster) => verdictPaint(cluster.verdict, style)(fit(clusterText(cluster, gated.diagnoses), '  '))),
    ...(more > 0 ? [fit(`and ${counted(more, 'more cluster')}`, '  ')] : []),
    ...suspectsIn(gated.diagnoses)
      .slice(0, SUSPECT_ROWS)
      .map((cause) => style.yellow(fit(`${'suspect'.padEnd(12)} ${suspectText(cause)}`, '  '))),
  ];
}

/** `east-2: could not apply (Another manager owns fields of Deployment/web/frontend)`: suspects have lines of their own. */
function clusterText(cluster: GatedCluster, diagnoses: readonly Diagnosis[]): string {
  const cause = diagnoses.find(
    (diagnosis) => diagnosis.cluster === cluster.name && diagnosis.outcome !== 'suspect' && diagnosis.outcome !== 'info',
  );
  return `${cluster.name}: ${standText(cluster)}${cause === undefined ? '' : ` (${cause.title})`}`;
}

function suspectsIn(diagnoses: GatedPlacement['diagnoses']): readonly Cause[] {
  return causesOf(diagnoses.filter(({ outcome }) => outcome === 'suspect'));
}

/** `west: The image cannot be pulled; counts at 01:16:26` */
function suspectText(cause: Cause): string {
  const [cluster, ...others] = clustersOf(cause);
  const [place] = cause.places;
  const object = objectsText(cause) || (place?.object === undefined ? '' : displayName(place.object));
  const where = cluster === undefined ? '' : `${cluster}${others.length > 0 ? ` and ${counted(others.length, 'more cluster')}` : ''}: `;
  const when = cause.countsAt === undefined ? '' : `; counts at ${timeOfDay(cause.countsAt)}`;
  return `${where}${cause.title}${object === '' ? '' : ` (${object})`}${when}`;
}

function placeKey({ cluster, object }: Cause['places'][number]): readonly string[] {
  return [cluster ?? '', object === undefined ? '' : displayName(object)];
}

function changeLine(changes: readonly TimelineEntry[]): string {
  const [first] = changes;
  if (first === undefined) return '';
  const clusters = changes.flatMap(({ cluster }) => cluster ?? []);
  const more = clusters.length > NAMED ? ` and ${clusters.length - NAMED} more` : '';
  const where = clusters.length === 0 ? '' : ` ${clusters.slice(0, NAMED).join(', ')}${more}`;
  return `${time(first.at)}  ${displayName(first.object)}${where}: ${movedText(first)}`;
}

function spent(view: ProgressView): string {
  return `waiting for ${elapsedText(view.elapsed)} of ${elapsedText(view.timeout)}`;
}

function time(at: Date | string): string {
  return timeOfDay(typeof at === 'string' ? at : at.toISOString());
}
