import { FAILURES } from './index.gen.ts';

/** The ids of `docs/failures`. They are public, so they are no secret, also if they are the value of a Secret. */
export const FAILURE_IDS: ReadonlySet<string> = new Set(FAILURES.map(({ id }) => id));
