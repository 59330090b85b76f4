import type { Recording } from '../../support/recordings/recording.ts';

/** Longer recordings are played only with `HUB_ALL`, unless no shorter one shows their outcome. */
const LONG_MS = 30_000;

/**
 * The recordings that a CI run plays: the shortest for each outcome, kind of target and first cause, alternating between versions.
 * `HUB_ALL` selects all, `HUB_ONLY` those whose name contains that text.
 */
export function chosenRecordings(all: readonly Recording[]): readonly Recording[] {
  const only = process.env['HUB_ONLY'];
  if (only !== undefined) return all.filter(({ name }) => name.includes(only));
  if (process.env['HUB_ALL'] !== undefined) return byTurns(all);
  const groups = Map.groupBy(all.toSorted(byLength), ({ expected }) =>
    [expected.outcome, (expected.target[0] ?? '').split('/')[0], expected.causes[0]?.id].join(' '),
  );
  const outcomes = new Set<string>();
  const chosen = [...groups.values()].flatMap((group, index) => {
    const versions = [...new Set(group.map(versionOf))];
    const version = versions[index % versions.length];
    const first = group.find((recording) => versionOf(recording) === version);
    if (first === undefined || (lengthOf(first) > LONG_MS && outcomes.has(first.expected.outcome))) return [];
    outcomes.add(first.expected.outcome);
    // A passed rollout offers the most ways to pass too early, so more of them are played.
    return first.expected.outcome === 'passed' ? group.filter((recording) => lengthOf(recording) <= LONG_MS).slice(0, 12) : [first];
  });
  return byTurns(chosen);
}

/**
 * Alternates between versions, so that the hubs of both are busy from the start. The longest come first, so that none is left alone at the
 * end.
 */
function byTurns(recordings: readonly Recording[]): readonly Recording[] {
  const groups = [...Map.groupBy(recordings.toSorted(byLength).toReversed(), versionOf).values()];
  const longest = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: longest }, (_, index) => groups.flatMap((group) => group.slice(index, index + 1))).flat();
}

function byLength(a: Recording, b: Recording): number {
  return lengthOf(a) - lengthOf(b) || a.name.localeCompare(b.name);
}

function lengthOf({ startedAt, endedAt }: Recording): number {
  return endedAt - startedAt;
}

function versionOf({ name }: Recording): string {
  return name.split('/')[0] ?? '';
}
