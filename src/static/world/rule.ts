import type { Effect, Severity, SourceRange } from '../../finding.ts';
import type { Fix } from '../../fleet/json/fix.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** A place in the checked object, and the data for the message. */
interface Hit<Data> extends PlaceInObject {
  readonly data: Data;
}

interface PlaceInObject {
  /** JSON pointer into the object. */
  readonly at: string;
  /** Point at the key instead of the value. */
  readonly part?: 'key' | 'value';
  /** Where to report it, if that is not the place of the pointer. */
  readonly place?: SourceRange;
  /** The effect of this hit, if it is less certain or less severe than its rule. */
  readonly effect?: Effect;
  /** The hub reports it only after the other faults of the object are corrected. */
  readonly later?: boolean;
  /**
   * It depends on unknown facts that may make it correct. This is the default for a hit that misbehaves if its rule fails; `false` turns it
   * off.
   */
  readonly open?: boolean;
  /** The edit that corrects it, if there is exactly one: `--fix` applies it. */
  readonly fix?: Fix | undefined;
  /** Further places, also in other manifests. */
  readonly related?: readonly RelatedPointer[];
  /** The affected clusters; `{clusters}` in the message is replaced by their names. The finding stays the same if they become fewer. */
  readonly clusters?: readonly string[];
  /** The clusters on which it holds, if the message does not depend on them; `undefined` if they are not known. */
  readonly holdsOn?: readonly string[] | undefined;
  /** The checked object, if the fault is in another one: suppressions there apply. */
  readonly about?: Manifest;
  /** The object that is missing, if the configuration can declare that it comes from elsewhere (`provided`). */
  readonly needed?: Needed;
  /** Why the place cannot be judged: it is listed as not evaluated, with this reason, and is no finding. */
  readonly notEvaluated?: string;
  /**
   * Rules that report the same fault better, each with a place of the object. The hit is no finding if such a rule reports a fault at or below
   * that place that is at least as severe and not accepted.
   */
  readonly givesWayTo?: Readonly<Record<string, string>>;
  /** One of the aliases of the rule: settings, suppressions and fingerprints of that id apply to the hit. */
  readonly alias?: string;
}

/** An object, as entries of `provided` name it. */
export interface Needed {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** A place that explains a hit, with its text. */
export interface RelatedPointer {
  readonly manifest: Manifest;
  readonly at: string;
  readonly message: string;
}

/** Whether a rule checks an object at all. */
export interface RuleScope {
  /** File name = fixture folder = docs page = SARIF ruleId = suppression token. */
  readonly id: string;
  /** The kinds it judges; `'*'` for every object. */
  readonly kinds: readonly string[] | '*';
  /** What the World must contain for the rule to run: without member clusters, such a rule reports nothing. */
  readonly needs?: 'members';
  /** Ids of former rules that are part of this one, each with its summary. They are accepted everywhere instead of the id. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** The ids by which settings and suppressions name a rule. */
export function idsOf({ id, aliases = {} }: Pick<RuleScope, 'id' | 'aliases'>): readonly string[] {
  return [id, ...Object.keys(aliases)];
}

/** The facts of a rule, independent of its findings: for `explain`, the docs page and SARIF. */
export interface RuleFacts extends RuleScope {
  readonly summary: string;
  readonly effect: Effect;
  /** Only if it differs from the default of the effect. */
  readonly severity?: Severity;
  /** Other effects of single hits, each with its condition, as the end of a sentence that begins with "where". */
  readonly otherwise?: Readonly<Partial<Record<Effect, string>>>;
  /** It refuses the edit of an object, not the object itself, and the hub keeps its version. */
  readonly ofEdits?: true;
  /** It also checks objects of the base that the change removes. */
  readonly ofRemoved?: true;
  /** Why it matters, in a few sentences, with the fact it is based on. `{--base}` is replaced by the name of the setting for the reader. */
  readonly why: string;
  /** The general remedy. */
  readonly remedy: string;
  /** Public documentation of the fact. */
  readonly docs: string;
  /** Lists of names that a configuration file may give the rule (`rules.<id>.options`), with their meaning. */
  readonly options?: Readonly<Record<string, string>>;
}

export type RuleOptions = Readonly<Record<string, readonly string[]>>;

/**
 * A rule of the static checks. It may read the whole World and reports only on the given object. `check` does no I/O, does not read the
 * clock and does not build sentences; the engine adds severity, text, line and column, suppression and order.
 */
export interface Rule<Data> extends RuleFacts {
  readonly message: (data: Data) => string;
  /** The message without what the next change of another file may alter, such as a line there, if it names that. */
  readonly lastingMessage?: (data: Data) => string;
  /** The remedy for this case, if it is better than `remedy`; else `undefined`. */
  readonly remedyFor?: (data: Data) => string | undefined;
  /** The hub's own message, verbatim; `undefined` if it accepts the object. */
  readonly serverMessageFor?: (data: Data) => string | undefined;
  check(manifest: Manifest, world: World, options: RuleOptions): Iterable<Hit<Data>>;
  /** False if the rule certainly has no hit for a manifest of its kinds. It is asked before `check`, for every such manifest. */
  readonly concerns?: (manifest: Manifest, world: World) => boolean;
}

/** A rule as the engine uses it, without its data type. */
export interface AnyRule extends RuleFacts {
  judge(manifest: Manifest, world: World, options: RuleOptions): readonly JudgedHit[];
}

export interface JudgedHit extends PlaceInObject {
  readonly message: string;
  /** The same without the names of clusters and the places of other objects. */
  readonly lastingMessage?: string;
  readonly remedy: string;
  readonly serverMessage?: string;
}

/** Ties `check`, `message` and `remedyFor` to one type of `data`, and hides it from the engine. */
export function defineRule<Data>(rule: Rule<Data>): AnyRule {
  const { message, lastingMessage, remedyFor, serverMessageFor, concerns } = rule;
  return {
    ...rule,
    judge(manifest, world, options) {
      if (concerns?.(manifest, world) === false) return NO_HITS;
      let hits: JudgedHit[] | undefined;
      for (const { data, ...place } of rule.check(manifest, world, options)) {
        const said = serverMessageFor?.(data);
        (hits ??= []).push({
          ...place,
          ...messagesOf(message(data), place.clusters),
          ...(lastingMessage === undefined ? {} : { lastingMessage: lastingMessage(data) }),
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

/** The result of most rules for most objects. */
const NO_HITS: readonly JudgedHit[] = [];
