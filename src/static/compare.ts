import type { Finding, NotEvaluated } from '../finding.ts';
import { objectKey } from '../fleet/object.ts';
import type { LintReport } from '../report.ts';
import { ANY_HUB, hubBefore, type HubsOf, type Place } from './hubs-of.ts';

/**
 * The report of the head with each finding's state against the base: `new`, `unchanged`, and the base's findings that are gone as `fixed`.
 * Findings are the same when rule, object, pointer and message are, and what they are for; lines may move. One that reaches an overlay or a folder
 * for a hub which it was not in before is new. Counts are those of the head.
 */
export function compareWithBase(head: LintReport, base: LintReport, hubsOf: HubsOf = ONE_HUB): LintReport {
  const open = new Known(base.findings.filter(isActive), identity, hubsOf);
  const judged = head.findings.map((finding) => ({
    ...finding,
    state: open.take(finding) ? ('unchanged' as const) : ('new' as const),
  }));
  const fixed = open.left().map((finding) => ({ ...finding, state: 'fixed' as const }));
  return { ...head, findings: [...judged, ...fixed], notEvaluated: comparedUnevaluated(head.notEvaluated, base.notEvaluated, hubsOf) };
}

/** Findings of the head that somebody accepted, and nobody had in the base. */
export function newlySuppressed(head: LintReport, base: LintReport, hubsOf: HubsOf = ONE_HUB): readonly Finding[] {
  const known = new Known(
    base.findings.filter((finding) => !isActive(finding)),
    identity,
    hubsOf,
  );
  return head.findings.filter((finding) => !isActive(finding) && !known.take(finding));
}

/** What was not evaluated in the base either, of the same object or file for the same reason and the same hubs, is `unchanged`. */
export function comparedUnevaluated(
  head: readonly NotEvaluated[],
  base: readonly NotEvaluated[],
  hubsOf: HubsOf = ONE_HUB,
): readonly NotEvaluated[] {
  const known = new Known(base, whatIsOpen, hubsOf);
  return head.map((entry) => ({ ...entry, state: known.take(entry) ? 'unchanged' : 'new' }));
}

/** What the base says, each taken once for each of what it is for. */
class Known<Entry extends Place> {
  readonly #byName: Map<string, { readonly entry: Entry; readonly hubs: string[] }[]>;
  readonly #taken = new Set<Entry>();
  readonly #nameOf: (entry: Entry) => string;
  readonly #hubsOf: HubsOf;

  constructor(entries: readonly Entry[], nameOf: (entry: Entry) => string, hubsOf: HubsOf) {
    this.#nameOf = nameOf;
    this.#hubsOf = hubsOf;
    this.#byName = Map.groupBy(
      entries.map((entry) => ({ entry, hubs: [...hubsOf(entry)] })),
      ({ entry }) => nameOf(entry),
    );
  }

  /** Whether the base says it for all that it is for now, or said it where that may have come from. */
  take(entry: Entry): boolean {
    const known = this.#byName.get(this.#nameOf(entry)) ?? [];
    const takes = (hub: string): boolean => {
      const from = known.find(({ hubs }) => hubs.includes(hub));
      if (from === undefined) return false;
      from.hubs.splice(from.hubs.indexOf(hub), 1);
      this.#taken.add(from.entry);
      return true;
    };
    const missing = this.#hubsOf(entry).filter((hub) => !takes(hub));
    return [...new Set(missing.map(hubBefore))].every(takes);
  }

  /** What was taken for nothing. */
  left(): readonly Entry[] {
    return [...this.#byName.values()].flat().flatMap(({ entry }) => (this.#taken.has(entry) ? [] : [entry]));
  }
}

const ONE_HUB: HubsOf = () => [ANY_HUB];

function whatIsOpen({ file, object, reason }: NotEvaluated): string {
  return JSON.stringify([object === undefined ? file : objectKey(object), reason]);
}

function isActive({ suppressed }: Finding): boolean {
  return suppressed === undefined;
}

function identity({ rule, object, pointer, message, file }: Finding): string {
  return JSON.stringify([rule, object === undefined ? file : objectKey(object), pointer, message]);
}
