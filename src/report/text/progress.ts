import { isPlacementKind } from '../../fleet/kubefleet/kinds.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { awaitedFrom } from '../facts/gate/awaited.ts';
import type { Diagnosis, GatedCluster, GatedPlacement, TimelineEntry } from '../../report.ts';
import { type Cause, causesOf, clustersOf, objectsText, outcomeText } from '../facts/gate/causes.ts';
import { elapsedText } from '../facts/words/elapsed.ts';
import { byVerdict, movedText, worstOfClusters } from '../facts/gate/gated.ts';
import { clusterStatusText } from '../facts/gate/cluster-status-text.ts';
import { verdictWord } from '../facts/gate/verdict-word.ts';
import { counted, timeOfDay } from '../facts/words/words.ts';
import { verdictPaint } from './gate-text.ts';
import { PLAIN, type Styler, terminalCell, terminalLine, widthOf } from './terminal.ts';

/** The facts that the wait loop has after it read the hub once. */
export interface ProgressView {
  /** The hub's time when it was read. */
  readonly at: Date;
  /** The hub's time now, estimated from the last read. */
  readonly now: Date;
  /** The changes since the hub was read before; empty if there are none. */
  readonly changes: Iterable<TimelineEntry>;
  /** What is awaited, in one line. */
  readonly awaiting: string;
  readonly gated: readonly Pick<GatedPlacement, 'object' | 'verdict' | 'summary' | 'clusters' | 'diagnoses'>[];
  /** Milliseconds since the gate began, and the most that it may take. */
  readonly elapsed: number;
  readonly timeout: number;
}

/** The most clusters that one line names. For the others, only their number is shown. */
const NAMED = 4;
/** The most open clusters below a placement in the frame, and the most suspects below them. */
const OPEN_ROWS = 5;
const SUSPECT_ROWS = 3;
const BAR = 10;

type Fit = (text: string, indent?: string) => string;

/** For logs: a line for each change; clusters with the same change share one. No line if nothing changed. */
export function progressLines(view: ProgressView): readonly string[] {
  const moves = new Map<string, Move>();
  for (const change of view.changes) {
    const key = JSON.stringify([displayName(change.object), change.stage, change.to]);
    const move = moves.get(key) ?? { first: change, clusters: [] };
    if (change.cluster !== undefined) move.clusters.push(change.cluster);
    moves.set(key, move);
  }
  return [...moves.values()].map((move) => terminalLine(moveLine(move)));
}

/** A suspect in a log: it is printed once, and again if it appears at another place or becomes a failure at another time. */
export interface SuspicionLine {
  /** A key for each of its places. */
  readonly places: readonly string[];
  readonly countsAt: string;
  readonly line: string;
}

/** For logs: a line for each probable cause, with the time at which it becomes a failure. */
export function suspicionLines(view: ProgressView): readonly SuspicionLine[] {
  return view.gated.flatMap(({ object, diagnoses }) =>
    suspectsIn(diagnoses).map((cause) => {
      const countsAt = cause.countsAt ?? '';
      const counts = countsAt === '' ? '' : `; becomes a failure at ${timeOfDay(countsAt)}`;
      const line = terminalLine(
        [`${time(view.at)} `, displayName(object), `probable cause: ${suspectText(cause, object)}${counts}`].join(' '),
      );
      const places = cause.places.map((place) => JSON.stringify([displayName(object), cause.id, cause.title, ...placeKey(place)]));
      return { places, countsAt, line };
    }),
  );
}

/** For logs, if nothing changed for a while: the elapsed time, what is awaited, and who must act. */
export function progressReminder(view: ProgressView): string {
  const from = awaitedFrom(view.gated);
  return terminalLine(`${time(view.now)}  ${spent(view)}: ${view.awaiting}${from === '' ? '' : `; awaited from ${from}`}`);
}

/** For a terminal: the lines that replace the last frame, fewer than `rows`, none wider than `width`. */
export function progressFrame(view: ProgressView, width: number, style: Styler = PLAIN, rows = 20): readonly string[] {
  const fit: Fit = (text, indent = '') => `${indent}${terminalCell(text, Math.max(10, width) - indent.length)}`;
  const body = byVerdict(view.gated).flatMap((gated) => gatedLines(gated, view.now, fit, style));
  const from = awaitedFrom(view.gated);
  // The cursor is below the frame. If the frame had more lines than the terminal, it could not be replaced.
  const room = Math.max(0, rows - OTHER_ROWS);
  const shown = body.length > room + 1 ? [...body.slice(0, room), fit(`and ${counted(body.length - room, 'more line')}`)] : body;
  const lines = [
    style.dim(fit(spent(view))),
    ...totals(view.gated, width).map((line) => fit(line)),
    ...shown,
    ...(from === '' ? [] : [style.dim(fit(`awaited from ${from}`))]),
  ];
  return lines.slice(0, Math.max(1, rows - 1));
}

/** Rows that are not for placements: the time, two rows of totals, what is left out, who must act, and the cursor. */
const OTHER_ROWS = 6;

/** `3 placements: 1 failed, 2 passed · 12 clusters: 1 could not apply, 11 available`, in two lines if one is too narrow. */
function totals(gated: ProgressView['gated'], width: number): readonly string[] {
  const { placements = [], runs = [] } = Object.groupBy(gated, ({ object }) => (isPlacementKind(object.kind) ? 'placements' : 'runs'));
  const tally = (words: readonly string[]): string =>
    [...Map.groupBy(words, (word) => word)].map(([word, { length }]) => `${length} ${word}`).join(', ');
  const targets = (list: ProgressView['gated'], noun: string): readonly string[] =>
    list.length === 0 ? [] : [`${counted(list.length, noun)}: ${tally(byVerdict(list).map(({ verdict }) => verdictWord(verdict)))}`];
  const clusters = worstOfClusters(gated);
  const lines = [
    [...targets(placements, 'placement'), ...targets(runs, 'update run')].join(' · '),
    clusters.length === 0 ? 'no cluster yet' : `${counted(clusters.length, 'cluster')}: ${tally(clusters.map(clusterStatusText))}`,
  ];
  const line = lines.join(' · ');
  return widthOf(line) <= width ? [line] : lines;
}

function gatedLines(gated: ProgressView['gated'][number], now: Date, fit: Fit, style: Styler): readonly string[] {
  const passed = gated.clusters.filter(({ verdict }) => verdict === 'passed').length;
  const total = gated.clusters.length;
  const filled = total === 0 ? 0 : Math.round((passed / total) * BAR);
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${passed}/${counted(total, 'cluster')}`;
  return [
    verdictPaint(gated.verdict, style)(fit(`${verdictWord(gated.verdict).padEnd(12)} ${bar}  ${displayName(gated.object)}`)),
    ...openLines(gated, fit, style),
    ...suspectsIn(gated.diagnoses)
      .slice(0, SUSPECT_ROWS)
      .map((cause) => style.yellow(fit(`${outcomeText(cause, now.toISOString())}: ${suspectText(cause, gated.object)}`, '  '))),
  ];
}

/** Why it has not passed: facts about the placement or run, then about its clusters; its summary if there are no such facts. */
function openLines(gated: ProgressView['gated'][number], fit: Fit, style: Styler): readonly string[] {
  if (gated.verdict === 'passed') return [];
  const failures = gated.diagnoses.filter(({ outcome }) => outcome !== 'suspect' && outcome !== 'info');
  const whole = causesOf(failures.filter(({ cluster }) => cluster === undefined)).map(({ title }) => fit(title, '  '));
  const open = byVerdict(gated.clusters).filter(({ verdict }) => verdict !== 'passed');
  const same = [...Map.groupBy(open, (cluster) => clusterText(cluster, failures))];
  const more = same.slice(OPEN_ROWS).flatMap(([, clusters]) => clusters).length;
  const paint = verdictPaint(gated.verdict, style);
  return [
    ...whole.map(paint),
    ...(failures.length > 0 || suspectsIn(gated.diagnoses).length > 0 || gated.summary === '' ? [] : [fit(gated.summary, '  ')]),
    ...same.slice(0, OPEN_ROWS).map(([text, clusters]) => {
      const names = listed(
        clusters.map(({ name }) => name),
        NAMED,
      );
      return verdictPaint(clusters[0]?.verdict ?? gated.verdict, style)(fit(`${names}: ${text}`, '  '));
    }),
    ...(more > 0 ? [fit(`and ${counted(more, 'more cluster')}`, '  ')] : []),
  ];
}

/** `could not apply (Another manager owns fields of Deployment/web/frontend)`: suspects have lines of their own. */
function clusterText(cluster: GatedCluster, diagnoses: readonly Diagnosis[]): string {
  const cause = diagnoses.find((diagnosis) => diagnosis.cluster === cluster.name);
  return `${clusterStatusText(cluster)}${cause === undefined ? '' : ` (${cause.title})`}`;
}

function suspectsIn(diagnoses: GatedPlacement['diagnoses']): readonly Cause[] {
  return causesOf(diagnoses.filter(({ outcome }) => outcome === 'suspect'));
}

/** `west: The image cannot be pulled (Deployment/prod/web)`; the placement itself is named before. */
function suspectText(cause: Cause, placement: GatedPlacement['object']): string {
  const [cluster, ...others] = clustersOf(cause);
  const own = displayName(placement);
  const object =
    objectsText(cause) || (cause.places.map((place) => place.object && displayName(place.object)).find((name) => name !== own) ?? '');
  const where = cluster === undefined ? '' : `${cluster}${others.length > 0 ? ` and ${counted(others.length, 'more cluster')}` : ''}: `;
  return `${where}${cause.title}${object === '' ? '' : ` (${object})`}`;
}

function placeKey({ cluster, object }: Cause['places'][number]): readonly string[] {
  return [cluster ?? '', object === undefined ? '' : displayName(object)];
}

/** A change and the clusters that have it. */
interface Move {
  readonly first: TimelineEntry;
  readonly clusters: string[];
}

function moveLine({ first, clusters }: Move): string {
  const where = clusters.length === 0 ? '' : ` ${listed(clusters, NAMED)}`;
  return `${time(first.at)}  ${displayName(first.object)}${where}: ${movedText(first)}`;
}

function spent(view: ProgressView): string {
  return `waiting for ${elapsedText(view.elapsed)} of ${elapsedText(view.timeout)}`;
}

function time(at: Date | string): string {
  return timeOfDay(typeof at === 'string' ? at : at.toISOString());
}
