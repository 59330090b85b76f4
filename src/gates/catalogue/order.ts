import type { Failure } from './failure.ts';

/** All ids that are not listed: no two of them match the same observation, so their order does not matter. */
const OTHERS = 'others';

interface Chain {
  readonly why: string;
  readonly ids: readonly string[];
}

/** The order in which failures are matched, if it matters: if several match one observation, the first one names it. */
const CHAINS: readonly Chain[] = [
  {
    why: 'An override that fails has one reason for all causes; lost snapshots and a wrong path say so in the message.',
    ids: ['resource-snapshot-missing', 'override-snapshot-missing', 'override-failed', OTHERS, 'override-error'],
  },
  {
    why: 'An object that cannot be decoded has one reason; only the message tells that its kind is missing.',
    ids: ['apply-kind-missing', OTHERS, 'apply-undecodable'],
  },
  {
    why: "Applying has one reason for all that a member's API server answers. A text may fit several patterns: the surer one comes first.",
    ids: [
      'apply-duplicate-manifest',
      'apply-quota-exceeded',
      'apply-denied-by-policy',
      'apply-immutable-field',
      'apply-field-conflict',
      'apply-owned-by-other-placement',
      'apply-namespace-terminating',
      'apply-agent-forbidden',
      'apply-namespace-missing',
      'apply-transient-error',
      'apply-ownership-conflict',
      'apply-rejected-invalid',
      'apply-owned-by-other-controller',
      'takeover-differs',
      OTHERS,
      'drift-check-failed',
      'apply-error',
    ],
  },
  {
    why: 'Works that cannot be written have one reason; only the message tells causes apart.',
    ids: [OTHERS, 'work-sync-error'],
  },
  {
    why: 'Selectors that are refused have one reason; only the message tells causes apart.',
    ids: [OTHERS, 'selectors-invalid'],
  },
  {
    why: 'A run that could not begin has one reason; only the message tells causes apart.',
    ids: [OTHERS, 'run-initialization-failed'],
  },
  {
    why: 'A run that ended early has one reason, and a deleted placement ends it with the words of a changed one.',
    ids: ['run-placement-deleted', 'run-clusters-changed', 'run-placement-changed', OTHERS, 'run-failed'],
  },
  {
    why: 'Catches every condition that no other knows.',
    ids: [OTHERS, 'undocumented'],
  },
];

const ASKED: readonly string[] = [
  ...CHAINS.flatMap(({ ids }) => ids.slice(0, ids.indexOf(OTHERS))),
  OTHERS,
  ...CHAINS.flatMap(({ ids }) => ids.slice(ids.indexOf(OTHERS) + 1)),
];

/** The listed ids. */
export const ORDERED_IDS: readonly string[] = ASKED.filter((id) => id !== OTHERS);

/** The position of an id; the same for all that are not listed. */
export function placeOf(id: string): number {
  const place = ASKED.indexOf(id);
  return place === -1 ? ASKED.indexOf(OTHERS) : place;
}

export function inOrder(failures: readonly Failure[]): readonly Failure[] {
  return failures.toSorted((a, b) => placeOf(a.id) - placeOf(b.id));
}
