/** What a rule said: `false` and an error both deny. `error` is in the words of cel-go; `unjudged` says why the engine cannot tell. */
export type Outcome = boolean | { readonly error: string } | { readonly unjudged: string };

export type CelContext = { readonly self: unknown; readonly oldSelf?: unknown };

/** What an expression comes to; `error` and `unjudged` as in `Outcome`. */
export type Answer = { readonly value: unknown } | Exclude<Outcome, boolean>;

export interface CelEngine {
  /** Evaluates the text of one rule; each text is parsed once. */
  evaluate(rule: string, context: () => CelContext): Outcome;
  /** Evaluates a `messageExpression`; `undefined` when no text comes of it. */
  text(expression: string, context: () => CelContext): string | undefined;
  /** Evaluates an expression to whatever it comes to, with variables of any name. */
  answer(expression: string, variables: () => Readonly<Record<string, unknown>>): Answer;
}

/** A value that nobody here knows; an expression that needs it cannot be judged. The message says which, without a full stop. */
export class UnknownValue extends Error {
  override readonly name = 'UnknownValue';
}

/** A value that the API server cannot hand to a rule; touching it ends the rule. The message is the server's. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue';
}
