/**
 * JSON that should be a `T` (a `V1Pod`, for example) but is not checked. An API server promises the type; a dump may hold anything. The
 * readers of `json.ts` accept only paths that a `T` has, and return `undefined` if the value has another type. It exists only in types.
 */
export interface Unchecked<T> {
  readonly [SHAPE]: T;
}

declare const SHAPE: unique symbol;

export type Path = readonly (string | number)[];

/** The path if a value of type `Leaf` may be at its end; otherwise `never`. For a value that is not `Unchecked` all paths are accepted. */
export type PathIn<Value, P extends Path, Leaf = unknown> = [Declared<Value>] extends [Unchecked<infer T>]
  ? [At<T, P>] extends [never]
    ? never
    : NonNullable<At<T, P>> extends Leaf
      ? P
      : never
  : P;

/** The value at the path, again as `Unchecked`; `unknown` if the type of the whole value is. */
export type UncheckedAt<Value, P extends Path> = [Declared<Value>] extends [Unchecked<infer T>]
  ? Unchecked<NonNullable<At<T, P>>>
  : unknown;

/** The same for the items of a list. */
export type UncheckedItem<Value, P extends Path> = [Declared<Value>] extends [Unchecked<infer T>]
  ? NonNullable<At<T, P>> extends readonly (infer Item)[]
    ? Unchecked<Item>
    : unknown
  : unknown;

/** `any` is assignable to every type, and so declares nothing. */
type Declared<Value> = 0 extends 1 & Value ? unknown : NonNullable<Value>;

/** A client library writes `_continue` for the JSON field `continue`, which is a keyword. */
type At<T, P extends Path> = P extends readonly [infer Key extends string | number, ...infer Rest extends Path]
  ? Key extends keyof NonNullable<T>
    ? At<NonNullable<T>[Key], Rest>
    : `_${Key}` extends keyof NonNullable<T>
      ? At<NonNullable<T>[`_${Key}`], Rest>
      : never
  : T;
