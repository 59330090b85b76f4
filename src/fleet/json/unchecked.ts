/**
 * JSON that should be a `T` (a `V1Pod`, say), and that nobody has looked at: an API server promises it, a dump may hold anything. The readers
 * of `json.ts` take only paths that a `T` has, and still answer `undefined` where something else is there. It exists in types alone.
 */
export interface Unchecked<T> {
  readonly [SHAPE]: T;
}

declare const SHAPE: unique symbol;

export type Path = readonly (string | number)[];

/** The path, where a value of type `Leaf` may be at its end; `never` elsewhere. Into what is not `Unchecked` all paths lead. */
export type PathIn<Value, P extends Path, Leaf = unknown> = [Declared<Value>] extends [Unchecked<infer T>]
  ? [At<T, P>] extends [never]
    ? never
    : NonNullable<At<T, P>> extends Leaf
      ? P
      : never
  : P;

/** What is at the path, again `Unchecked`; `unknown` where the type of the whole is. */
export type UncheckedAt<Value, P extends Path> = [Declared<Value>] extends [Unchecked<infer T>]
  ? Unchecked<NonNullable<At<T, P>>>
  : unknown;

/** The same for the items of a list. */
export type UncheckedItem<Value, P extends Path> = [Declared<Value>] extends [Unchecked<infer T>]
  ? NonNullable<At<T, P>> extends readonly (infer Item)[]
    ? Unchecked<Item>
    : unknown
  : unknown;

/** `any` is of every type, and declares nothing. */
type Declared<Value> = 0 extends 1 & Value ? unknown : NonNullable<Value>;

/** A client library writes `_continue` where the JSON has `continue`, a word of the language. */
type At<T, P extends Path> = P extends readonly [infer Key extends string | number, ...infer Rest extends Path]
  ? Key extends keyof NonNullable<T>
    ? At<NonNullable<T>[Key], Rest>
    : `_${Key}` extends keyof NonNullable<T>
      ? At<NonNullable<T>[`_${Key}`], Rest>
      : never
  : T;
