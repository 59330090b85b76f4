import type { GatedCluster, GatedPlacement, GateReport } from '../../report.ts';
import { courseWords } from '../facts/gate/cluster-bar.ts';
import { type ClusterCourse, courseSteps, coursesOf } from '../facts/gate/cluster-course.ts';
import { byVerdict } from '../facts/gate/gated.ts';
import { clusterStatusText } from '../facts/gate/cluster-status-text.ts';
import { verdictWord } from '../facts/gate/verdict-word.ts';
import { counted } from '../facts/words/words.ts';
import { element, type Html, sentence, SPACE, text, together, trusted } from './markup.ts';
import { partAttributes } from './row.ts';
import { timelineScale, timelineSvg } from './timeline-svg.ts';

/** The most clusters that a page draws: a browser is slow with a hundred thousand rows. */
const DRAWN = 5000;
/** The fewest clusters that each placement draws. */
const LEAST = 12;

/** The number of clusters drawn for each placement, if so many placements share the page. */
export function drawnClusters(placements: number): number {
  return Math.max(LEAST, Math.floor(DRAWN / Math.max(1, placements)));
}

/** A row for each cluster, worst first, with a bar over time; clusters beyond `most` are listed by state. */
export function clustersHtml(gated: GatedPlacement, gate: GateReport, most: number): readonly Html[] {
  const sorted = byVerdict(gated.clusters);
  const courses = coursesOf(gated, sorted.slice(0, most), gate);
  const groups = [...Map.groupBy(sorted.slice(most), (cluster) => clusterStatusText(cluster))];
  const scale = timelineScale(courses, gate.timeline[0]?.at);
  return [
    ...scale,
    ...(courses.length === 0
      ? []
      : [element('ul', { class: scale.length === 0 ? 'clusters plain' : 'clusters', role: 'list' }, ...courses.map(clusterHtml))]),
    ...(groups.length === 0
      ? []
      : [element('ul', { class: 'more', role: 'list' }, ...groups.map(([stand, clusters]) => groupHtml(stand, clusters)))]),
  ];
}

function clusterHtml(course: ClusterCourse): Html {
  const { cluster, states } = course;
  const steps = courseSteps(states);
  return element(
    'li',
    { class: cluster.verdict, ...partAttributes({ cluster: [cluster.name], verdict: [verdictWord(cluster.verdict)] }) },
    element('b', {}, text(cluster.name)),
    SPACE,
    element('span', { class: 'bar' }, ...timelineSvg(course)),
    SPACE,
    element('span', { class: 'stand' }, text(wordsOf(course))),
    ...(cluster.note === undefined ? [] : [SPACE, element('span', { class: 'note' }, sentence(cluster.note))]),
    ...(steps.length < 2 ? [] : [SPACE, element('span', { class: 'note' }, text(steps.join(' → ')))]),
  );
}

/** Screen readers need a word beside the mark. */
function wordsOf(course: ClusterCourse): string {
  const { cluster, states } = course;
  const words = courseWords(course);
  return cluster.verdict === 'passed' && states.length > 0 ? words.replace(' ', () => ` ${clusterStatusText(cluster)} `) : words;
}

/** `988 clusters available`, and their names. */
function groupHtml(stand: string, clusters: readonly GatedCluster[]): Html {
  const names = clusters.map(({ name }) => name);
  const verdicts = clusters.map(({ verdict }) => verdictWord(verdict));
  return element(
    'li',
    partAttributes({ cluster: names, verdict: verdicts }),
    element(
      'details',
      {},
      element('summary', {}, text(`${counted(names.length, 'more cluster')}: ${stand}`)),
      element('p', {}, together(...names.flatMap((name, index) => [...(index === 0 ? [] : [trusted(', ')]), text(name)]))),
    ),
  );
}
