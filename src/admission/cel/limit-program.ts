import type { CelBudget } from './cel-budget.ts';

/**
 * Makes an expression ask a budget before each step of a loop, and before each operator whose time or value may be large. The engine has no
 * limits of its own, and its operators cannot be replaced, so this changes the nodes of one expression.
 * @param ast of `@marcbachmann/cel-js`, not evaluated yet
 * @param budget of the evaluation that runs
 */
export function limitProgram(ast: unknown, budget: () => CelBudget, seen: Set<unknown> = new Set()): void {
  if (typeof ast !== 'object' || ast === null || seen.has(ast)) return;
  seen.add(ast);
  const { op, args, meta } = ast as Partial<Node>;
  if (op === 'comprehension') limitLoop(args as Loop, budget);
  if (op === 'list' || op === 'map') limitLiteral(ast as Node, budget);
  if (op !== undefined && OPERATORS.has(op)) limitOperator(ast as Node, budget);
  for (const part of op === undefined ? Object.values(ast) : [args, meta?.['alternate'], meta?.['macro']]) limitProgram(part, budget, seen);
}

const OPERATORS = new Set(['+', '==', '!=', 'in', 'call', 'rcall']);

interface Node {
  readonly op: string;
  readonly args: unknown;
  readonly meta: Readonly<Record<string, unknown>>;
  /** What the operator does with its values. Set by `check`. */
  handle: Step;
  setMeta(name: 'check' | 'evaluate', step: Step): void;
}

type Step = (...given: unknown[]) => unknown;

/** What the parser makes of a macro such as `all`; `condition` says whether the loop goes on. */
interface Loop {
  condition?: Step;
}

/** A quantifier takes an error of its body for an answer, but not one of its condition. */
function limitLoop(loop: Loop, budget: () => CelBudget): void {
  const { condition = (): boolean => true } = loop;
  loop.condition = (soFar) => {
    budget().step();
    return condition(soFar);
  };
}

function limitLiteral(node: Node, budget: () => CelBudget): void {
  const evaluate = node.meta['evaluate'] as Step;
  node.setMeta('evaluate', (...given) => {
    budget().make((node.args as readonly unknown[]).length);
    return evaluate(...given);
  });
}

/** The engine gives two values, the node and the evaluator to a binary operator, and an array of all values to a function. */
function limitOperator(node: Node, budget: () => CelBudget): void {
  const check = node.meta['check'] as Step;
  node.setMeta('check', (...given) => {
    const type = check(...given);
    const { op, args, handle } = node;
    if (op === '+')
      node.handle = (left, right, ...more) => {
        budget().make(sizeOf(left) + sizeOf(right));
        return handle(left, right, ...more);
      };
    else if (op === 'call' || op === 'rcall')
      node.handle = (values, ...more) => {
        beforeCall((args as readonly unknown[])[0], values as readonly unknown[], budget());
        const made = handle(values, ...more);
        budget().make(sizeOf(made));
        return made;
      };
    else
      node.handle = (left, right, ast, evaluator) => {
        budget().step(op === 'in' ? sizeOf(right) / 10 : 0);
        countComparisons(evaluator as Evaluator, budget);
        return handle(left, right, ast, evaluator);
      };
    return type;
  });
}

function beforeCall(name: unknown, [first, second]: readonly unknown[], budget: CelBudget): void {
  // The engine may compare each character of a text with each of the other one, as the costs of Kubernetes assume too. Its pattern of a
  // duration divides a long number in all ways.
  budget.step(SEARCHES.has(name) ? (sizeOf(first) * sizeOf(second)) / 100 : name === 'duration' ? sizeOf(first) ** 3 / 100 : 0);
  if (name === 'join' && Array.isArray(first)) budget.make(first.reduce<number>((sum, each) => sum + sizeOf(each) + sizeOf(second), 0));
}

const SEARCHES: ReadonlySet<unknown> = new Set(['contains', 'goMatches', 'indexOf', 'lastIndexOf', 'split']);

function sizeOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) || value instanceof Uint8Array ? value.length : 0;
}

interface Evaluator {
  debugType(value: unknown): unknown;
}

/** Equality asks for the type of each list and mapping that it compares. There is one evaluator for all expressions. */
function countComparisons(evaluator: Evaluator, budget: () => CelBudget): void {
  if (Object.hasOwn(evaluator, 'debugType')) return;
  const typeOf = evaluator.debugType.bind(evaluator);
  evaluator.debugType = (value) => {
    budget().compare();
    return typeOf(value);
  };
}
