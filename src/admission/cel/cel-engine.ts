import type { CelBudget } from './cel-budget.ts';
import type { FreeNames } from './free-names.ts';

/** The result of a rule: `false` and an error both deny. `error` has cel-go's message. */
export type Outcome = boolean | { readonly error: string } | NotJudged;

/**
 * Why the engine cannot evaluate an expression; `isLimit` if it would take too much time or memory, `isFault` if an API server probably does
 * not accept it.
 */
export interface NotJudged {
  readonly unjudged: string;
  readonly isLimit?: true;
  readonly isFault?: true;
}

export type CelContext = { readonly self: unknown; readonly oldSelf?: unknown };

/** The result of an expression; `error` and `unjudged` as in `Outcome`. */
export type Answer = { readonly value: unknown } | Exclude<Outcome, boolean>;

/** The longest message that an expression may make, in bytes (apiserver, `pkg/apis/cel/config.go`). */
export const MOST_MESSAGE = 5 * 1024;

export interface CelEngine {
  /** Evaluates the text of one rule; each text is parsed once. */
  evaluate(rule: string, context: () => CelContext): Outcome;
  /** Evaluates a `messageExpression`; `undefined` if the result is not a text, or too long. */
  text(expression: string, context: () => CelContext): string | undefined;
  /** Why an expression is no CEL, in the engine's words; `undefined` if it may be. A function of Kubernetes is not known here. */
  syntaxFault(expression: string): string | undefined;
  /** What an expression uses; `undefined` if it is not parsed. @param declared its variables */
  names(expression: string, declared: ReadonlySet<string>): FreeNames | undefined;
  /**
   * Evaluates an expression, with variables of any name.
   * @param budget for all expressions of a policy; the value of one may be evaluated within another one
   */
  answer(expression: string, variables: () => Readonly<Record<string, unknown>>, budget?: CelBudget): Answer;
}

/** A value that is not known here. An expression that needs it cannot be evaluated. The message names the value, without a full stop. */
export class UnknownValue extends Error {
  override readonly name = 'UnknownValue';
}

/** A value that the API server cannot pass to a rule. Reading it ends the rule. The message is the server's. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue';
}
