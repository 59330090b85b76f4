/** Loaded before a program under test: its deadlines come a hundred times later, so that a slow machine does not meet them. Short timers stay. */
const { setTimeout } = globalThis;

Object.assign(globalThis, {
  setTimeout: (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => setTimeout(run, ms < 1000 ? ms : ms * 100, ...values),
});
