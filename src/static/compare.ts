import type { Finding, NotEvaluated } from '../finding.ts';
import { objectKey } from '../fleet/object.ts';
import type { LintReport } from '../report.ts';
import type { HubOf, Place } from './hub-of.ts';

/**
 * The report of the head with each finding's state against the base: `new`, `unchanged`, and the base's findings that are gone as `fixed`.
 * Findings are the same when rule, object, pointer and message are, and the hub they are for; lines may move. Counts are those of the head.
 */
export function compareWithBase(head: LintReport, base: LintReport, hubOf: HubOf = ONE_HUB): LintReport {
  const open = new Known(base.findings.filter(isActive), identity, hubOf);
  const judged = head.findings.map((finding) => ({
    ...finding,
    state: open.take(finding) === undefined ? ('new' as const) : ('unchanged' as const),
  }));
  const fixed = open.left().map((finding) => ({ ...finding, state: 'fixed' as const }));
  return { ...head, findings: [...judged, ...fixed], notEvaluated: comparedUnevaluated(head.notEvaluated, base.notEvaluated, hubOf) };
}

/** Findings of the head that somebody accepted, and nobody had in the base. */
export function newlySuppressed(head: LintReport, base: LintReport, hubOf: HubOf = ONE_HUB): readonly Finding[] {
  const known = new Known(
    base.findings.filter((finding) => !isActive(finding)),
    identity,
    hubOf,
  );
  return head.findings.filter((finding) => !isActive(finding) && known.take(finding) === undefined);
}

/** What was not evaluated in the base either, of the same object or file for the same reason and the same hub, is `unchanged`. */
export function comparedUnevaluated(
  head: readonly NotEvaluated[],
  base: readonly NotEvaluated[],
  hubOf: HubOf = ONE_HUB,
): readonly NotEvaluated[] {
  const keyIn = (hub: string, entry: NotEvaluated): string => keyOf(hub, unevaluatedIdentity(entry));
  const keysOf = (entries: readonly NotEvaluated[]): ReadonlySet<string> => new Set(entries.map((entry) => keyIn(hubOf(entry), entry)));
  const [now, before] = [keysOf(head), keysOf(base)];
  /** It may have come from where no hub was told, if it is there no more. */
  const mayHaveMoved = (entry: NotEvaluated): boolean => before.has(keyIn('', entry)) && !now.has(keyIn('', entry));
  return head.map((entry) => ({
    ...entry,
    state: before.has(keyIn(hubOf(entry), entry)) || mayHaveMoved(entry) ? 'unchanged' : 'new',
  }));
}

/** What the base says, each taken once: by what is for the same hub, else by what is for one that may have come from where no hub was told. */
class Known<Entry extends Place> {
  readonly #open: Map<string, Entry[]>;
  readonly #keyIn: (hub: string, entry: Entry) => string;
  readonly #hubOf: HubOf;

  constructor(entries: readonly Entry[], nameOf: (entry: Entry) => string, hubOf: HubOf) {
    this.#hubOf = hubOf;
    this.#keyIn = (hub, entry) => keyOf(hub, nameOf(entry));
    this.#open = Map.groupBy(entries, (entry) => this.#keyIn(hubOf(entry), entry));
  }

  take(entry: Entry): Entry | undefined {
    return this.#open.get(this.#keyIn(this.#hubOf(entry), entry))?.shift() ?? this.#open.get(this.#keyIn('', entry))?.shift();
  }

  left(): readonly Entry[] {
    return [...this.#open.values()].flat();
  }
}

const ONE_HUB: HubOf = () => '';

function keyOf(hub: string, name: string): string {
  return JSON.stringify([hub, name]);
}

function unevaluatedIdentity({ file, object, reason }: NotEvaluated): string {
  return JSON.stringify([object === undefined ? file : objectKey(object), reason]);
}

function isActive({ suppressed }: Finding): boolean {
  return suppressed === undefined;
}

function identity({ rule, object, pointer, message, file }: Finding): string {
  return JSON.stringify([rule, object === undefined ? file : objectKey(object), pointer, message]);
}
