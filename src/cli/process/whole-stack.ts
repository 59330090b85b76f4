/** Causes may name each other. */
const DEEPEST = 8;

/** The stack of an error with those of its causes, each below what it led to. */
export function wholeStack(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  const causes = error instanceof AggregateError ? [...(error.errors as readonly unknown[]), error.cause] : [error.cause];
  if (depth === DEEPEST) return own;
  return [own, ...causes.flatMap((cause) => (cause === undefined ? [] : [`caused by: ${wholeStack(cause, depth + 1)}`]))].join('\n');
}
