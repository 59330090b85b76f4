import type { Access } from './access.ts';
import type { ServedType } from './served-types.ts';

/** A response that replaces the correct one. */
interface PlannedAnswer {
  readonly code: number;
  readonly body: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The faults that an embedded hub can simulate. Fields can change at any time; the change applies to the next request. */
export interface HubFaults {
  /** RBAC: the accesses that the user does not have. Applies to list, get, watch and SelfSubjectAccessReview. */
  denies: (access: Access) => boolean;
  /** Types that answer 429 `storage is (re)initializing`, retryAfterSeconds 1, like a type whose CRD has just been established. */
  initializes: (type: ServedType) => boolean;
  /** Replaces the correct response, for example with a proxy's HTML and 502. `path` includes the query. */
  answers: (path: string) => PlannedAnswer | undefined;
  /** Milliseconds added to the hub's time, only in the `Date` header. */
  clockSkewMs: number;
  /** Bodies are sent in pieces of this many bytes, which may split a multi-byte character. 0: in one piece. */
  pieceBytes: number;
  /** Pause between the pieces. */
  pieceDelayMs: number;
  /** The answer to a watch from a compacted revision: HTTP 410, or 200 with an ERROR event (as kube-apiserver does). */
  expiredWatch: 'http' | 'event';
  /** Open watches stay connected but do not send anything, like behind an expired NAT entry. */
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
