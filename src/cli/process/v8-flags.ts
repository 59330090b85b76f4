import { setFlagsFromString } from 'node:v8';

/** Flags of V8 that a run sets, each with what V8 itself has. */
const FIRST = {
  '--semi-space-growth-factor=1': '--semi-space-growth-factor=2',
  '--heap-growing-percent=20': '--heap-growing-percent=0',
  '--optimize-for-size': '--no-optimize-for-size',
  '--no-turbofan': '--turbofan',
  '--no-maglev-inlining': '--maglev-inlining',
  '--invocation-count-for-maglev=1000': '--invocation-count-for-maglev=400',
} as const;

export type Flag = keyof typeof FIRST;

/** Those that are set by now. They are for all threads of the process. */
const ours = new Set<Flag>();

export function setFlags(flags: readonly Flag[]): void {
  expectFlags(flags);
  apply(flags);
}

/** Another thread may set these flags from now on. */
export function expectFlags(flags: readonly Flag[]): void {
  for (const flag of flags) ours.add(flag);
}

/** Has V8 go by its own flags again, in place of these, whichever thread set them. */
export function unsetFlags(flags: Iterable<Flag> = ours): void {
  const set = [...flags].filter((flag) => ours.delete(flag));
  apply(set.map((flag) => FIRST[flag]));
}

/** Runs it with the flags that V8 began with: it takes no compiled code that was made with others. */
export function withFirstFlags<T>(run: () => T): T {
  if (ours.size === 0) return run();
  apply([...ours].map((flag) => FIRST[flag]));
  try {
    return run();
  } finally {
    apply([...ours]);
  }
}

/** The first V8 that has Maglev, its compiler in the middle, by default, and where. */
const SINCE = 13;
const MACHINES: ReadonlySet<string> = new Set(['x64', 'arm64']);

/** Whether V8 has Maglev, and nobody said how it shall compile. */
export function hasMaglev(): boolean {
  const settings = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''];
  if (settings.some((text) => /maglev|turbofan|opt\b|jitless/.test(text))) return false;
  return Number.parseInt(process.versions.v8, 10) >= SINCE && MACHINES.has(process.arch);
}

function apply(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}
