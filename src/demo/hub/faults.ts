import type { Access } from './access.ts';
import type { ServedType } from './served-types.ts';

/** An answer given instead of the right one. */
interface PlannedAnswer {
  readonly code: number;
  readonly body: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What can be made to go wrong on an embedded hub. Change the fields at any time; the next request sees it. */
export interface HubFaults {
  /** RBAC: what the user may not do. Applies to list, get, watch and to SelfSubjectAccessReview. */
  denies: (access: Access) => boolean;
  /** Types that answer 429 `storage is (re)initializing`, retryAfterSeconds 1, as one whose CRD has just been established. */
  initializes: (type: ServedType) => boolean;
  /** Gives another answer than the right one, e.g. a proxy's HTML with 502. `path` has the query with it. */
  answers: (path: string) => PlannedAnswer | undefined;
  /** Added to the hub's time in the `Date` header and nowhere else. */
  clockSkewMs: number;
  /** Bodies go out in pieces of this many bytes, characters of several bytes cut apart; 0: whole. */
  pieceBytes: number;
  /** Pause between the pieces. */
  pieceDelayMs: number;
  /** A watch from a compacted revision: HTTP 410, or 200 and an ERROR event (what kube-apiserver does). */
  expiredWatch: 'http' | 'event';
  /** Open watches stay connected and say nothing more, as behind a dead NAT entry. */
  silentWatches: boolean;
}

export function noFaults(): HubFaults {
  return {
    denies: () => false,
    initializes: () => false,
    answers: () => undefined,
    clockSkewMs: 0,
    pieceBytes: 0,
    pieceDelayMs: 0,
    expiredWatch: 'event',
    silentWatches: false,
  };
}
