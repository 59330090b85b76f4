import { type Assumption, type Finding, type FixableFinding, type NotEvaluated, SEVERITIES } from '../../finding.ts';
import { objectKey } from '../../fleet/kubernetes/object.ts';
import type { LintReport } from '../../report.ts';
import { ANY_HUB, type Hubs, isOfNoOverlay } from './hubs-of.ts';
import { matched } from './match-findings.ts';
import { asIfAllRead } from './search-scope.ts';

/**
 * Compares the report of the head with that of the base. Each finding gets a state: `new` or `unchanged`; findings that only the base has
 * are added as `fixed`. Findings are the same if rule, object, pointer, message and hubs are equal; lines and files may differ. A finding
 * that reaches an overlay, a folder for a hub, or a cluster, in which it was not before is new, and so is one of a file that nothing deployed
 * before, and one that was less severe. Counts are those of the head.
 */
export function compareWithBase(head: LintReport, base: LintReport, hubs: ComparedHubs = ONE_HUB, fleets?: Fleets): LintReport {
  const likeness = { nameOf: identityIn(hubs), hubs };
  const before = base.findings.filter(isActive);
  const { kept, left } = matched(head.findings, before, likeness);
  const isWider = widened(before, likeness.nameOf, fleets);
  const isWorse = worsened(before, likeness.nameOf);
  // A finding that was accepted before is new if it is not accepted any more.
  const { kept: accepted } = matched(head.findings.filter(isAccepted), base.findings.filter(isAccepted), likeness);
  const judged = head.findings.map((finding) => {
    const isKnown = (kept.has(finding) && !isWider(finding) && !isWorse(finding)) || accepted.has(finding);
    return { ...finding, state: isKnown ? ('unchanged' as const) : ('new' as const) };
  });
  // A fault of a file that is deployed now is not fixed.
  const news = new Set(judged.flatMap((finding) => (finding.state === 'new' ? [likeness.nameOf(finding)] : [])));
  const isFixed = (finding: Finding): boolean => !(isOfNoOverlay(hubs.base(finding)) && news.has(likeness.nameOf(finding)));
  const fixed = left.filter(isFixed).map((finding) => ({ ...finding, state: 'fixed' as const }));
  const assumptions = head.assumptions && comparedAssumptions(head.assumptions, base.assumptions ?? []);
  return {
    ...head,
    findings: [...judged, ...fixed],
    notEvaluated: comparedUnevaluated(head.notEvaluated, base.notEvaluated, hubs),
    ...(assumptions === undefined ? {} : { assumptions }),
  };
}

/** The names of the clusters of both trees. */
export interface Fleets {
  readonly head: ReadonlySet<string>;
  readonly base: ReadonlySet<string>;
}

interface OnClusters {
  readonly holdsOn?: readonly string[];
}

/**
 * Returns whether an entry of the head holds on clusters on which no entry of the base with its name does. A cluster that only the head has
 * may be one that only the base has, with another name.
 */
export function widened<Entry extends OnClusters>(
  base: readonly Entry[],
  nameOf: (entry: Entry) => string,
  fleets?: Fleets,
): (entry: Entry) => boolean {
  const byName = Map.groupBy(base, nameOf);
  return (entry) => {
    const same = byName.get(nameOf(entry)) ?? [];
    if (entry.holdsOn === undefined || same.some(({ holdsOn }) => holdsOn === undefined)) return false;
    const before = new Set(same.flatMap(({ holdsOn = [] }) => holdsOn));
    const added = new Set(entry.holdsOn).difference(before);
    if (fleets === undefined) return added.size > 0;
    return !added.isDisjointFrom(fleets.base) || added.size > before.difference(fleets.head).size;
  };
}

/** Returns whether a finding is more severe than each of the base with its name. */
function worsened(base: readonly Finding[], nameOf: (finding: Finding) => string): (finding: Finding) => boolean {
  const byName = Map.groupBy(base, nameOf);
  const rank = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);
  return (finding) => byName.get(nameOf(finding))?.every((same) => rank(same) > rank(finding)) === true;
}

/** Findings of the head that are accepted there and were not accepted in the base. */
export function newlySuppressed(head: LintReport, base: LintReport, hubs: ComparedHubs = ONE_HUB): readonly Finding[] {
  const now = head.findings.filter(isAccepted);
  const { kept } = matched(now, base.findings.filter(isAccepted), { nameOf: identityIn(hubs), hubs });
  return now.filter((finding) => !kept.has(finding));
}

/**
 * An entry is `unchanged` if the base did not evaluate the same object or file for the same reason, in all its overlays or folders for one
 * hub, and if it makes a run fail only where it did so in the base.
 */
export function comparedUnevaluated(
  head: readonly NotEvaluated[],
  base: readonly NotEvaluated[],
  hubs: ComparedHubs = ONE_HUB,
): readonly NotEvaluated[] {
  const likeness = { nameOf: openNameIn(hubs), hubs };
  const { kept } = matched(head, base, likeness);
  const { kept: keptFleet } = matched(head.filter(isFleet), base.filter(isFleet), likeness);
  return head.map((entry) => ({ ...entry, state: (isFleet(entry) ? keptFleet : kept).has(entry) ? 'unchanged' : 'new' }));
}

/** An assumption is `unchanged` if the base made it for the same object. */
function comparedAssumptions(head: readonly Assumption[], base: readonly Assumption[]): readonly Assumption[] {
  const nameOf = ({ kind, namespace, name, selector, key }: Assumption): string => JSON.stringify([kind, namespace, name, selector, key]);
  const known = new Set(base.map(nameOf));
  return head.map((each) => ({ ...each, state: known.has(nameOf(each)) ? 'unchanged' : 'new' }));
}

function isFleet({ fleetObject }: NotEvaluated): boolean {
  return fleetObject === true;
}

type ComparedHubs = Pick<Hubs, 'head' | 'base' | 'fileBefore'>;

const ONE_HUB: ComparedHubs = { head: () => [[ANY_HUB]], base: () => [ANY_HUB], fileBefore: (file) => file };

function openNameIn({ fileBefore }: ComparedHubs) {
  return ({ file, object, reason }: NotEvaluated): string =>
    JSON.stringify([object === undefined ? fileBefore(file) : objectKey(object), stableText(reason)]);
}

/** The part of a sentence that stays the same if lines move, or if another file of the tree cannot be read any more. */
function stableText(sentence: string): string {
  return asIfAllRead(sentence).replaceAll(/\bline \d+/g, 'line');
}

function isAccepted(finding: Finding): boolean {
  return !isActive(finding);
}

function isActive({ suppressed }: Finding): boolean {
  return suppressed === undefined;
}

function identityIn({ fileBefore }: ComparedHubs) {
  return ({ rule, object, pointer, message, lastingMessage = message, file }: FixableFinding): string =>
    JSON.stringify([rule, object === undefined ? fileBefore(file) : objectKey(object), pointer, stableText(lastingMessage)]);
}
