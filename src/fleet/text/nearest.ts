/**
 * The candidate that was probably meant, to be offered as a hint. `undefined` when none is near. A candidate is near when it is the same
 * but for case, dashes and spaces, or a few keystrokes away. So is the only one that begins like the word, or one made of mostly the same
 * words.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  const same = all.find((candidate) => plain(candidate) === plain(word));
  return same ?? nearestSlip(word, all) ?? onlyBegunBy(word, all) ?? sharingWords(word, all);
}

/**
 * The candidate a few keystrokes away, case ignored: one for each three letters of the word, three at most and at least one. Near enough to
 * say that the word is a slip; `nearest` only guesses.
 */
export function nearestSlip(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.min(3, Math.floor(wanted.length / 3))) + 1;
  for (const candidate of candidates) {
    const slips = editDistance(wanted, candidate.toLowerCase(), least);
    if (slips < least) [best, least] = [candidate, slips];
  }
  return best;
}

/**
 * The one candidate that a word can only stand for: the same but for case, or else the only one a single keystroke away. `undefined` where there
 * are several, and where the word itself is a candidate.
 */
export function onlyMeant(word: string, candidates: Iterable<string>): string | undefined {
  const all = [...new Set(candidates)];
  if (all.includes(word)) return undefined;
  const wanted = word.toLowerCase();
  const same = all.filter((candidate) => candidate.toLowerCase() === wanted);
  // A short word is a keystroke away from too many others.
  const near =
    same.length > 0 || word.length < 3 ? same : all.filter((candidate) => editDistance(wanted, candidate.toLowerCase(), 2) === 1);
  return near.length === 1 ? near[0] : undefined;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '');
}

function onlyBegunBy(word: string, candidates: readonly string[]): string | undefined {
  const begun = word.length < 4 ? [] : candidates.filter((candidate) => plain(candidate).startsWith(plain(word)));
  return begun.length === 1 ? begun[0] : undefined;
}

/** The candidate of which at least two words and two thirds are the same: `stagedUpdateStrategyName`, `stagedRolloutStrategyName`. */
function sharingWords(word: string, candidates: readonly string[]): string | undefined {
  const own = wordsOf(word);
  return candidates.find((candidate) => {
    const words = wordsOf(candidate);
    const shared = words.filter((part) => own.includes(part)).length;
    return shared >= 2 && shared * 3 >= Math.max(words.length, own.length) * 2;
  });
}

function wordsOf(camelCase: string): readonly string[] {
  return camelCase.split(/(?=[A-Z])/).map((part) => part.toLowerCase());
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment); `limit` when there are that many or more. */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  const [a, b] = withoutCommonEnds(one, other);
  // One keystroke changes one character, or swaps two.
  if (limit <= 2 && Math.max(a.length, b.length) > 2) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  let leastBefore = 0;
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const substitution = a[row - 1] === b[column - 1] ? 0 : 1;
      let cost = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + substitution);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    // No later row gets below the lesser of two that follow one another.
    if (least >= limit && leastBefore >= limit) return limit;
    leastBefore = least;
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}

/** What the two begin and end with costs nothing. */
function withoutCommonEnds(a: string, b: string): readonly [string, string] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}
