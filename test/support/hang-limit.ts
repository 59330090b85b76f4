/** Nothing that works takes this long, however slow the machine: a test that waits until then hangs. Milliseconds. */
export const HANG_LIMIT = 1_800_000;
