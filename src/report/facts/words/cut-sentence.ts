/** A sentence can be cut after these; the last one is the worst place. */
const CLAUSE_ENDS = ['; ', '. ', ': ', ', ', ' ('] as const;

/**
 * The beginning of a sentence, of at most `max` UTF-16 units, and the rest. It is cut where a clause ends, else after a word, else within
 * one, and never in the first half: too little would be left. `…` marks the cut.
 */
export function cutAtClause(sentence: string, max: number): { readonly text: string; readonly rest?: string } {
  if (sentence.length <= max) return { text: sentence };
  const end = endOf(sentence.slice(0, max - 1), Math.floor(max / 2));
  return { text: `${sentence.slice(0, end).trimEnd()} …`, rest: sentence.slice(end).replace(/^[;:,.]? /, '') };
}

function endOf(room: string, least: number): number {
  const clause = Math.max(...CLAUSE_ENDS.map((end) => room.lastIndexOf(end)));
  if (clause >= least) return clause;
  const word = room.lastIndexOf(' ');
  if (word >= least) return word;
  return /[\uD800-\uDBFF]$/.test(room.slice(0, -1)) ? room.length - 2 : room.length - 1;
}
