/** A test that takes longer than this hangs, even on a slow machine. Milliseconds. */
export const HANG_LIMIT = 1_800_000;
