/**
 * The result of a rule: `false` and an error both deny. `error` has cel-go's message; `unjudged` says why the engine cannot evaluate the
 * rule.
 */
export type Outcome = boolean | { readonly error: string } | { readonly unjudged: string };

export type CelContext = { readonly self: unknown; readonly oldSelf?: unknown };

/** The result of an expression; `error` and `unjudged` as in `Outcome`. */
export type Answer = { readonly value: unknown } | Exclude<Outcome, boolean>;

export interface CelEngine {
  /** Evaluates the text of one rule; each text is parsed once. */
  evaluate(rule: string, context: () => CelContext): Outcome;
  /** Evaluates a `messageExpression`; `undefined` if the result is not a text. */
  text(expression: string, context: () => CelContext): string | undefined;
  /** Evaluates an expression, with variables of any name. */
  answer(expression: string, variables: () => Readonly<Record<string, unknown>>): Answer;
}

/** A value that is not known here. An expression that needs it cannot be evaluated. The message names the value, without a full stop. */
export class UnknownValue extends Error {
  override readonly name = 'UnknownValue';
}

/** A value that the API server cannot pass to a rule. Reading it ends the rule. The message is the server's. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue';
}
