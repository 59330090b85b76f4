import { displayName } from '../../fleet/kubernetes/object.ts';
import type { GatedPlacement, GateReport } from '../../report.ts';
import { type ClusterCourse, courseSteps, coursesOf } from '../facts/gate/cluster-course.ts';
import { FEW_CLUSTERS } from '../facts/gate/cluster-rows.ts';
import { elapsedText } from '../facts/words/elapsed.ts';
import { gatedByVerdict } from '../facts/gate/gated.ts';
import { counted } from '../facts/words/words.ts';
import type { Depth } from './depth.ts';
import { code, details, prose } from './markup.ts';
import { chartLabel } from './picture-label.ts';

/** The most bars of a picture. More bars cannot be read. */
const MOST_BARS = 20;

/** Folded: a line for each cluster with its states and their times from the start, and the same as a picture. */
export function gateTimeline(gate: GateReport, depth: Depth): readonly string[] {
  const [first] = gate.timeline;
  if (first === undefined || !depth.timeline || depth.folded === 0) return [];
  const all = gatedByVerdict(gate).map((gated) => ({ gated, courses: coursesOf(gated, gated.clusters, gate) }));
  const lines = all.flatMap(({ gated, courses }) => courseLines(gated, courses));
  if (lines.length === 0) return [];
  const shown = lines.slice(0, depth.folded);
  const rest = lines.length - shown.length;
  const list = [...shown, ...(rest > 0 ? [`- and ${counted(rest, 'more line')}`] : [])].join('\n');
  return [details('Timeline', [`From ${prose(first.at)} on:`, list, ...(depth.pictures ? gantt(all) : [])].join('\n\n'))];
}

/** A line for each cluster. If there are many, those of a group that passed share a line. */
function courseLines(gated: GatedPlacement, courses: readonly ClusterCourse[]): readonly string[] {
  if (courses.length <= FEW_CLUSTERS) return courses.flatMap((course) => courseLine(gated, course));
  const seen = courses.filter(({ states }) => states.length > 0);
  const passed = seen.filter(({ cluster }) => cluster.verdict === 'passed');
  const others = seen.filter(({ cluster }) => cluster.verdict !== 'passed');
  const groups = [...Map.groupBy(passed, ({ cluster }) => cluster.group)];
  return [...others.flatMap((course) => courseLine(gated, course)), ...groups.map(([name, group]) => groupLine(gated, name, group))];
}

/** `- web norway: 12 clusters passed between 24s and 1m10s` */
function groupLine({ object }: GatedPlacement, name: string | undefined, group: readonly ClusterCourse[]): string {
  const times = group.map(({ states }) => states.at(-1)?.from ?? 0);
  const [first, last] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))].map(elapsedText);
  const when = first === last ? `after ${first}` : `between ${first} and ${last}`;
  const who = name === undefined ? '' : ` ${code(name)}`;
  return `- ${code(displayName(object))}${who}: ${counted(group.length, 'cluster')} passed ${when}`;
}

function courseLine({ object }: GatedPlacement, { cluster, states }: ClusterCourse): readonly string[] {
  if (states.length === 0) return [];
  return [
    `- ${code(displayName(object))} ${code(cluster.name)}: ${courseSteps(states)
      .map((step) => prose(step))
      .join(' → ')}`,
  ];
}

/** A mermaid block; GitHub's app shows its source, so the list above says the same. */
function gantt(all: readonly { readonly gated: GatedPlacement; readonly courses: readonly ClusterCourse[] }[]): readonly string[] {
  const bars = all.flatMap(({ courses }) => courses).filter(({ states }) => states.length > 0);
  if (bars.length < 2 || bars.length > MOST_BARS) return [];
  const sections = all.flatMap(({ gated, courses }) => [
    `  section ${chartLabel(displayName(gated.object))}`,
    ...courses.flatMap(({ cluster, states, end }) => {
      const [start, last] = [states[0]?.from, states.at(-1)];
      if (start === undefined || last === undefined) return [];
      const to = last.verdict === 'waiting' ? end : last.from;
      const tag = cluster.verdict === 'passed' ? 'done' : cluster.verdict === 'waiting' ? 'active' : 'crit';
      return [`  ${chartLabel(cluster.name)} :${tag}, ${start}, ${Math.max(to, start + 1)}`];
    }),
  ]);
  return [['```mermaid', 'gantt', '  dateFormat x', '  axisFormat %M:%S', ...sections, '```'].join('\n')];
}
