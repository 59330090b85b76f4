/** The loops of an evaluation took too many steps, or too long. */
export class EndlessLoop extends Error {}

/**
 * Kubernetes stops an expression at a cost of 1,000,000, and a step costs more than 1. Source: k8s.io/apiserver `pkg/apis/cel/config.go`,
 * PerCallLimit.
 */
const MOST_STEPS = 1_000_000;
/** Kubernetes also counts the lengths of texts. */
const MOST_SECONDS = 5;

let steps = 0;
/** In seconds since the process began, as in `turns.ts`. */
let end = Infinity;

/** Call it before each evaluation. */
export function restartLoops(): void {
  steps = 0;
  end = process.uptime() + MOST_SECONDS;
}

/**
 * Makes the loops of an expression end: each asks before a step whether there is one. They are in what the parser makes of a macro such as
 * `all`. A quantifier takes an error of its body for an answer, but not one of this question.
 * @param ast of `@marcbachmann/cel-js`
 */
export function limitLoops(ast: unknown, seen: Set<unknown> = new Set()): void {
  if (typeof ast !== 'object' || ast === null || seen.has(ast)) return;
  seen.add(ast);
  const { op, args, meta } = ast as { readonly op?: unknown; readonly args?: unknown; readonly meta?: Readonly<Record<string, unknown>> };
  if (op === 'comprehension') limitLoop(args as Loop);
  for (const part of op === undefined ? Object.values(ast) : [args, meta?.['alternate'], meta?.['macro']]) limitLoops(part, seen);
}

/** What the parser makes of a macro; `condition` says whether the loop goes on. */
interface Loop {
  condition?: (soFar: unknown) => unknown;
}

function limitLoop(loop: Loop): void {
  const { condition = (): boolean => true } = loop;
  loop.condition = (soFar) => {
    steps += 1;
    if (steps > MOST_STEPS || process.uptime() > end) throw new EndlessLoop();
    return condition(soFar);
  };
}
