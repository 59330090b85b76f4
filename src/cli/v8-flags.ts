import { setFlagsFromString } from 'node:v8';

/** The flags that a run sets, as V8 itself sets them. */
const FIRST = [
  '--semi-space-growth-factor=2',
  '--heap-growing-percent=0',
  '--no-optimize-for-size',
  '--turbofan',
  '--maglev-inlining',
  '--invocation-count-for-maglev=400',
];

/** Those that are set by now. They are for all threads of the process. */
let ours: readonly string[] = [];

/** Sets flags of V8 for this process. */
export function setFlags(flags: readonly string[]): void {
  expectFlags(flags);
  apply(flags);
}

/** Another thread may set these flags from now on. */
export function expectFlags(flags: readonly string[]): void {
  ours = [...new Set([...ours, ...flags])];
}

/** Has V8 go by its own flags again, whichever thread set others. */
export function endFlags(): void {
  if (ours.length > 0) apply(FIRST);
  ours = [];
}

/** Runs it with the flags that V8 began with: it takes no compiled code that was made with others. */
export function withFirstFlags<T>(run: () => T): T {
  if (ours.length === 0) return run();
  apply(FIRST);
  try {
    return run();
  } finally {
    apply(ours);
  }
}

function apply(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}
