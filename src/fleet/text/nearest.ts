/**
 * The candidate that was probably meant, for a hint; `undefined` if none is similar. A candidate is similar if it differs only in case,
 * dashes and spaces, or in a few keystrokes. So is the only candidate that begins like the word, or one with mostly the same words.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  const same = all.find((candidate) => plain(candidate) === plain(word));
  return same ?? nearestTypo(word, all) ?? onlyBegunBy(word, all) ?? sharingWords(word, all);
}

/**
 * The candidate that is a few keystrokes away, ignoring case: one for each three letters of the word, at least one and at most three. It is
 * close enough to say that the word is a misspelling; `nearest` only guesses.
 */
export function nearestTypo(word: string, candidates: Iterable<string>): string | undefined {
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
 * The only candidate that a word can mean: it differs only in case, or is the only one that is a single keystroke away. `undefined` if
 * there are several, or if the word itself is a candidate.
 */
export function onlyMeant(word: string, candidates: Iterable<string>): string | undefined {
  const all = [...new Set(candidates)];
  if (all.includes(word)) return undefined;
  const wanted = word.toLowerCase();
  const same = all.filter((candidate) => candidate.toLowerCase() === wanted);
  // A short word is one keystroke away from too many other words.
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

/** The candidate that shares at least two words and two thirds of the words: `stagedUpdateStrategyName`, `stagedRolloutStrategyName`. */
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

/**
 * The number of insertions, deletions, replacements and swaps of neighbours (optimal string alignment); `limit` if there are that many or
 * more.
 */
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
    // A later row cannot get below the smaller of two consecutive rows.
    if (least >= limit && leastBefore >= limit) return limit;
    leastBefore = least;
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}

/** What is left of two words without their common beginning and end, which do not change the distance. */
export function withoutCommonEnds(a: string, b: string): readonly [string, string] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}
