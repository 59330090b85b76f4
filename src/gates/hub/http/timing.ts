/** Every delay of the hub reader, in milliseconds unless the name has another unit; tests and the demo shorten them. */
export interface HubTiming {
  /** Until TCP, proxy tunnel and TLS are ready. */
  readonly connectMs: number;
  /** From there until the status line. */
  readonly headersMs: number;
  /** For the next 32 KB of a body that is not a watch, or for its end. */
  readonly bodyIdleMs: number;
  /** For the whole body, at any speed. */
  readonly bodyMs: number;
  /** How long the hub may be unreachable before the reader gives up. */
  readonly budgetMs: number;
  /** The same before any answer: a wrong port should be reported in less than five minutes. */
  readonly startBudgetMs: number;
  readonly backoffBaseMs: number;
  readonly backoffMaxMs: number;
  /** The longest `Retry-After` that is obeyed. */
  readonly retryAfterMaxMs: number;
  /** Between two requests for the same kind or document, on average. */
  readonly requestMs: number;
  /** This many requests may follow each other without a pause. */
  readonly requestBurst: number;
  /** `timeoutSeconds` of a watch request: from, to. */
  readonly watchSeconds: readonly [number, number];
  /** The shortest time between two starts of the same watch. */
  readonly reconnectMs: number;
  /** If no byte arrives for `timeoutSeconds` and this much longer, the connection is dead. */
  readonly watchSilenceMs: number;
  /** The same if the server sends bookmarks, which it does every minute. */
  readonly bookmarkSilenceMs: number;
  /** Between two reads that check what the watches delivered; each read checks one type. */
  readonly safetyMs: number;
  /** How long the watch may lag behind such a read. */
  readonly confirmMs: number;
  /** Between two lists if only list is allowed. */
  readonly pollMs: number;
  /** Between two attempts to read a type that is denied or not served. */
  readonly retryUnseenMs: number;
  /** How long a type or credentials that worked may be refused or unknown before the refusal is final. */
  readonly revokedGraceMs: number;
  /** How long the access reviews beside the first lists may take. */
  readonly preflightMs: number;
  /** How long closing may wait for running requests. */
  readonly closeMs: number;
  /** How long a credential plugin may take. */
  readonly pluginMs: number;
  /** Credentials are renewed this long before they expire. */
  readonly expirySkewMs: number;
}

/** The difference for a command that reads the hub once: a person or a job waits for it, and it can be run again. */
export const SINGLE_READ_TIMING: Partial<HubTiming> = { budgetMs: 60_000 };

export const DEFAULT_TIMING: HubTiming = {
  connectMs: 10_000,
  headersMs: 15_000,
  bodyIdleMs: 30_000,
  bodyMs: 300_000,
  budgetMs: 300_000,
  startBudgetMs: 30_000,
  backoffBaseMs: 500,
  backoffMaxMs: 15_000,
  retryAfterMaxMs: 60_000,
  requestMs: 500,
  requestBurst: 10,
  watchSeconds: [840, 900],
  reconnectMs: 1_000,
  watchSilenceMs: 30_000,
  bookmarkSilenceMs: 90_000,
  safetyMs: 30_000,
  confirmMs: 2_000,
  pollMs: 5_000,
  retryUnseenMs: 30_000,
  revokedGraceMs: 15_000,
  preflightMs: 3_000,
  closeMs: 2_000,
  pluginMs: 60_000,
  expirySkewMs: 90_000,
};
