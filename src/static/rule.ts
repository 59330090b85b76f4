import type { Effect } from '../finding.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** A place in the object under judgement, and what the message template needs. */
export interface Hit<Data> {
  /** JSON pointer into the object. */
  readonly at: string;
  /** Point at the key instead of the value. */
  readonly part?: 'key' | 'value';
  readonly data: Data;
  /** Further places, also in other manifests. */
  readonly related?: readonly { readonly manifest: Manifest; readonly at: string; readonly message: string }[];
}

/**
 * One rule of the static half. It may look anywhere in the World and reports only on the object it was given.
 * `check` does no I/O, reads no clock and puts no sentences together; the engine adds severity, text, line and column, suppression and order.
 */
export interface Rule<Data = never> {
  /** File name = fixture folder = docs page = SARIF ruleId = suppression token. */
  readonly id: string;
  readonly summary: string;
  readonly effect: Effect;
  /** The kinds it judges; `'*'` for every object. */
  readonly kinds: readonly string[] | '*';
  /** Why it matters, in a few sentences, with the fact it rests on. */
  readonly why: string;
  readonly remedy: string | ((data: Data) => string);
  /** Public documentation of the fact. */
  readonly docs: string;
  readonly message: (data: Data) => string;
  check(manifest: Manifest, world: World): Iterable<Hit<Data>>;
}

/** A rule as the engine holds it: its data type is its own business. */
export type AnyRule = Rule;

/** Identity with inference: lets `check` and `message` share the type of `data`. */
export function defineRule<Data>(rule: Rule<Data>): Rule<Data> {
  return rule;
}
