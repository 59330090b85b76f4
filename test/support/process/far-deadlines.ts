/**
 * Loaded before a program under test: long timers take a hundred times longer, so a slow machine does not reach a deadline. Short timers
 * stay as they are.
 */
const { setTimeout } = globalThis;

Object.assign(globalThis, {
  setTimeout: (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => setTimeout(run, ms < 1000 ? ms : ms * 100, ...values),
});
