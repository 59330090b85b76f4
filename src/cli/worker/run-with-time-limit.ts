import { Script } from 'node:vm';

/**
 * What the work comes to without waiting for anything outside of this thread, within so many milliseconds. V8 itself ends it after that, an
 * expression that backtracks or a loop without an end included. `undefined` where it was ended, or waits for something: then nothing it made may
 * be used. Signals are heard afterwards.
 */
export async function settledAtOnce<T>(work: () => Promise<T>, ms: number): Promise<PromiseSettledResult<T> | undefined> {
  const drain = drainOfMicrotasks();
  if (drain === undefined) return undefined;
  const { promise, resolve } = Promise.withResolvers<PromiseSettledResult<T> | undefined>();
  // Microtasks cannot be drained from within one of them.
  setImmediate(() => {
    let settled: PromiseSettledResult<T> | undefined;
    const start = (): void => {
      work().then(
        (value) => (settled = { status: 'fulfilled', value }),
        (reason: unknown) => (settled = { status: 'rejected', reason }),
      );
      drain();
    };
    const isWhole = isDone(start, ms);
    if (!isWhole) ignoreRejections();
    resolve(isWhole ? settled : undefined);
  });
  return promise;
}

/** What the work had just rejected when it was ended, nobody waits for any more. Node calls that a fault of the program, at the end of this turn. */
function ignoreRejections(): void {
  const ignore = (): void => undefined;
  process.on('unhandledRejection', ignore);
  setImmediate(() => process.off('unhandledRejection', ignore));
}

/** Runs it under V8's watchdog, which has a thread of its own. */
function isDone(start: () => void, ms: number): boolean {
  const shared = globalThis as unknown as Record<string, unknown>;
  shared[WORK] = start;
  try {
    new Script(`globalThis.${WORK}()`).runInThisContext({ timeout: ms });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  } finally {
    delete shared[WORK];
  }
}

/** A script sees nothing but what is global. */
const WORK = 'fleetGateWork';

/** Runs all steps of promises that can run. Node has it under a name it does not promise to keep; without it all work goes to a worker. */
function drainOfMicrotasks(): (() => void) | undefined {
  const { _tickCallback: drain } = process as { readonly _tickCallback?: () => void };
  return typeof drain === 'function' ? drain : undefined;
}
