import { displayName, type ObjectRef } from '../fleet/kubernetes/object.ts';
import { rfc3339 } from '../fleet/kubernetes/rfc3339.ts';
import type { WatchChange } from '../watch-report.ts';
import type { WatchMemory } from './memory.ts';
import { nextMemory, type WatchLimits } from './next-memory.ts';
import type { Look } from './watched.ts';

/** The hub itself, as a watched object: only while it cannot be read. */
const HUB: ObjectRef = { apiVersion: 'v1', kind: 'Hub', name: 'hub' };

/** Its name in a memory. */
export const HUB_NAME = displayName(HUB);

/** Milliseconds that a hub may be unreadable before it is bad. A restart or a renewed token takes less. */
export const HUB_GRACE = 5 * 60_000;

/** What to remember if a look could not read the hub: all that was known, and since when it cannot be read. @param at RFC 3339 */
export function unreadableHub(
  before: WatchMemory | undefined,
  hub: string,
  { at, why }: { readonly at: string; readonly why: 'unreachable' | 'notAllowed' },
  limits: WatchLimits,
): { readonly memory: WatchMemory; readonly changes: readonly WatchChange[] } {
  const cause = `the hub cannot be read: ${why === 'unreachable' ? 'it does not answer' : 'it refuses access'}`;
  const suspicion = { key: 'hub', cause, countsAt: rfc3339(Date.parse(at) + HUB_GRACE) };
  const unread = Object.values(before?.objects ?? {}).map(({ object }) => object.kind);
  const watched = [{ object: HUB, state: 'open', cause, suspicions: [suspicion] }] as const;
  const { memory, changes } = nextMemory(before, hub, { at, watched, unread, denied: [], evictions: [] }, limits);
  // Evictions since the last complete look are still to be reported.
  const { evictions: _, ...others } = memory;
  const evictions = before?.evictions === undefined ? {} : { evictions: before.evictions };
  return { memory: { ...others, at: before?.at ?? at, ...evictions }, changes };
}

/** A complete look. If the hub could not be read before, it can be read again. */
export function readableAgain(look: Look, before: WatchMemory | undefined): Look {
  const last = before?.objects[HUB_NAME];
  if (last === undefined || last.state === 'good') return look;
  return { ...look, watched: [...look.watched, { object: HUB, state: 'good', cause: '', suspicions: [] }] };
}
