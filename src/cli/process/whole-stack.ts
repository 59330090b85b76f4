/** Maximum depth; causes may refer to each other. */
const DEEPEST = 8;

/** The stack of an error, followed by the stacks of its causes. */
export function wholeStack(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  const causes = error instanceof AggregateError ? [...(error.errors as readonly unknown[]), error.cause] : [error.cause];
  if (depth === DEEPEST) return own;
  return [own, ...causes.flatMap((cause) => (cause === undefined ? [] : [`caused by: ${wholeStack(cause, depth + 1)}`]))].join('\n');
}
