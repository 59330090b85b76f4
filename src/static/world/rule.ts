import type { Effect, Severity } from '../../finding.ts';
import type { Fix } from '../../fleet/json/fix.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** A place in the object under judgement, and what the message template needs. */
interface Hit<Data> extends PlaceInObject {
  readonly data: Data;
}

interface PlaceInObject {
  /** JSON pointer into the object. */
  readonly at: string;
  /** Point at the key instead of the value. */
  readonly part?: 'key' | 'value';
  /** Where this one hit is less certain or less grave than its rule. */
  readonly effect?: Effect;
  /** The hub says it only once the other faults of the object are corrected. */
  readonly later?: boolean;
  /** It rests on something that is not known and may make it right: said of a hit that misbehaves where its rule fails, unless it is false. */
  readonly open?: boolean;
  /** The edit that mends it, if there is one right answer: `--fix` makes it. */
  readonly fix?: Fix | undefined;
  /** Further places, also in other manifests. */
  readonly related?: readonly RelatedPointer[];
  /** The clusters on which it shows; `{clusters}` in the message stands for their names. It stays the same finding where they change. */
  readonly clusters?: readonly string[];
  /** The object that is judged, where the fault stands in another one: what is accepted there is accepted here. */
  readonly about?: Manifest;
  /** One of the aliases of the rule: settings, suppressions and fingerprints by that id hold for the hit. */
  readonly alias?: string;
}

/** A place that explains a hit, with what is there. */
export interface RelatedPointer {
  readonly manifest: Manifest;
  readonly at: string;
  readonly message: string;
}

/** Whether a rule judges an object at all. */
export interface RuleScope {
  /** File name = fixture folder = docs page = SARIF ruleId = suppression token. */
  readonly id: string;
  /** The kinds it judges; `'*'` for every object. */
  readonly kinds: readonly string[] | '*';
  /** What the World must hold for the rule to run at all: without member clusters such a rule is silent. */
  readonly needs?: 'members';
  /** Ids of former rules that are part of this one, each with its summary. Whatever takes the id of a rule takes these as well. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** The ids by which settings and suppressions name a rule. */
export function idsOf({ id, aliases = {} }: Pick<RuleScope, 'id' | 'aliases'>): readonly string[] {
  return [id, ...Object.keys(aliases)];
}

/** What is to be said about a rule, whatever it found: `explain`, the docs page and SARIF are made of it. */
export interface RuleFacts extends RuleScope {
  readonly summary: string;
  readonly effect: Effect;
  /** Only if it is not the one the effect stands for. */
  readonly severity?: Severity;
  /** The effects that single hits have instead, each with if that is so, as the end of a sentence that begins with "where". */
  readonly otherwise?: Readonly<Partial<Record<Effect, string>>>;
  /** It refuses what an object is made of another: only the edit, that is, and what the hub has stays. */
  readonly ofEdits?: true;
  /** It checks objects of the base as well that the change removes. */
  readonly ofRemoved?: true;
  /** Why it matters, in a few sentences, with the fact it rests on. `{--base}` stands for a setting in the words of its reader. */
  readonly why: string;
  /** What to do about it, in general. */
  readonly remedy: string;
  /** Public documentation of the fact. */
  readonly docs: string;
  /** Lists of names a configuration file may give the rule (`rules.<id>.options`), with what each means. */
  readonly options?: Readonly<Record<string, string>>;
}

export type RuleOptions = Readonly<Record<string, readonly string[]>>;

/**
 * One rule of the static half. It may look anywhere in the World and reports only on the object it was given.
 * `check` does no I/O, reads no clock and puts no sentences together; the engine adds severity, text, line and column, suppression and order.
 */
export interface Rule<Data> extends RuleFacts {
  readonly message: (data: Data) => string;
  /** What to do in this very case, if that can be said better than `remedy` does; else `undefined`. */
  readonly remedyFor?: (data: Data) => string | undefined;
  /** What the hub itself would answer, word for word; `undefined` if it lets the object pass. */
  readonly serverMessageFor?: (data: Data) => string | undefined;
  check(manifest: Manifest, world: World, options: RuleOptions): Iterable<Hit<Data>>;
}

/** A rule as the engine holds it: its data type is its own business. */
export interface AnyRule extends RuleFacts {
  judge(manifest: Manifest, world: World, options: RuleOptions): readonly JudgedHit[];
}

export interface JudgedHit extends PlaceInObject {
  readonly message: string;
  /** The same without the names of clusters. */
  readonly lastingMessage?: string;
  readonly remedy: string;
  readonly serverMessage?: string;
}

/** Ties `check`, `message` and `remedyFor` to one type of `data`, and hides it from the engine. */
export function defineRule<Data>(rule: Rule<Data>): AnyRule {
  const { message, remedyFor, serverMessageFor } = rule;
  return {
    ...rule,
    judge(manifest, world, options) {
      let hits: JudgedHit[] | undefined;
      for (const { data, ...place } of rule.check(manifest, world, options)) {
        const said = serverMessageFor?.(data);
        (hits ??= []).push({
          ...place,
          ...messagesOf(message(data), place.clusters),
          remedy: remedyFor?.(data) ?? rule.remedy,
          ...(said === undefined ? {} : { serverMessage: said }),
        });
      }
      return hits ?? NO_HITS;
    },
  };
}

function messagesOf(text: string, clusters: readonly string[] | undefined): Pick<JudgedHit, 'message' | 'lastingMessage'> {
  if (clusters === undefined) return { message: text };
  return { message: text.replaceAll('{clusters}', () => listed(clusters, MOST_NAMED)), lastingMessage: text };
}

const MOST_NAMED = 5;

/** What most rules have to say of most objects. */
const NO_HITS: readonly JudgedHit[] = [];
