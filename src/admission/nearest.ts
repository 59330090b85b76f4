/**
 * The candidate that was probably meant: the same but for case, dashes and spaces, the only one that begins like it, a few keystrokes
 * away (one per three letters, three at most), or made of mostly the same words. `undefined` when none is near.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const [begun, ...more] = word.length < 4 ? [] : candidates.filter((candidate) => plain(candidate).startsWith(plain(word)));
  if (begun !== undefined && more.length === 0) return begun;
  let best: string | undefined;
  let least = Math.min(3, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (plain(candidate) === plain(word)) return candidate;
    const slips = editDistance(word, candidate, least);
    if (slips >= least) continue;
    least = slips;
    best = candidate;
  }
  return best ?? sharingWords(word, candidates);
}

/** The candidate of which at least two words and two thirds are the same: `stagedUpdateStrategyName`, `stagedRolloutStrategyName`. */
function sharingWords(word: string, candidates: readonly string[]): string | undefined {
  const own = camelWords(word);
  return candidates.find((candidate) => {
    const words = camelWords(candidate);
    const shared = words.filter((part) => own.includes(part)).length;
    return shared >= 2 && shared * 3 >= Math.max(words.length, own.length) * 2;
  });
}

function camelWords(word: string): readonly string[] {
  return word.split(/(?=[A-Z])/).map((part) => part.toLowerCase());
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** Insertions, deletions, replacements and swaps of neighbours; `limit` when there are that many or more. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      row.push(swapped ? Math.min(slips, (before[j - 2] ?? 0) + 1) : slips);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? limit;
}
