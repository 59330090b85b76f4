import { type ClusterCourse, hasBegun } from '../facts/gate/cluster-course.ts';
import { elapsedText } from '../facts/words/elapsed.ts';
import { timeOfDay } from '../facts/words/words.ts';
import { element, type Html, text } from './markup.ts';

/** Units from the start of a gate to its end; a picture is stretched to the available width. */
const WIDTH = 1000;
const HEIGHT = 10;
/** Units of the mark at the moment when a cluster was decided. */
const MARK = 12;

/**
 * The states of a cluster as a bar on the time scale of the gate: pale before its rollout began, then full, with a mark in the colour of
 * the verdict when it was decided. The words beside it say the same, so screen readers skip it. Empty if the gate read the hub only once.
 */
export function timelineSvg({ states, end }: ClusterCourse): readonly Html[] {
  if (states.length === 0 || end === 0) return [];
  const at = (time: number): number => Math.round((WIDTH * time) / end);
  const pieces = states.flatMap((state, index) => {
    const from = at(state.from);
    const next = states[index + 1];
    const isDecided = state.verdict !== 'waiting';
    const to = next !== undefined ? at(next.from) : isDecided ? from : WIDTH;
    const piece = to > from ? [rect(from, to - from, isDecided ? state.verdict : hasBegun(state) ? 'going' : 'before')] : [];
    return next === undefined && isDecided ? [...piece, rect(Math.min(from, WIDTH - MARK), MARK, state.verdict)] : piece;
  });
  return [
    element(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' },
      ...pieces,
    ),
  ];
}

/** The scale above the bars: its start by the hub's clock, and its middle and end as time since the start. */
export function timelineScale(courses: readonly ClusterCourse[], start: string | undefined): readonly Html[] {
  const drawn = courses.find(({ states, end }) => states.length > 0 && end > 0);
  if (drawn === undefined || start === undefined) return [];
  const marks = [`0s at ${timeOfDay(start)}`, elapsedText(drawn.end / 2), elapsedText(drawn.end)];
  return [
    element(
      'div',
      { class: 'scale', 'aria-hidden': 'true' },
      element('div', { class: 'marks' }, ...marks.map((mark) => element('span', {}, text(mark)))),
    ),
  ];
}

function rect(x: number, width: number, tone: string): Html {
  return element('rect', { x, y: 0, width, height: HEIGHT, class: tone });
}
