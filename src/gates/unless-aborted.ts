/** What the work comes to, or `undefined` as soon as the signal aborts. What it comes to afterwards, an error too, is nobody's business. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  // A signal that has aborted calls no listener any more.
  const aborted = Promise.withResolvers<undefined>();
  const onAbort = (): void => aborted.resolve(undefined);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([aborted.promise, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => undefined);
  }
}
