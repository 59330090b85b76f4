import type { ClusterSelectorTerm } from '../../fleet/kubefleet/placement-policy.ts';
import type { Override, OverrideRule } from '../../selection/override.ts';
import type { Receiver } from '../override/override-resource.ts';
import { excludeEachOther, implies } from '../reach/label-logic.ts';

/** Rules that match the same clusters on every fleet, because their terms are equal. */
export interface Atom {
  readonly rules: ReadonlySet<OverrideRule>;
  readonly terms: readonly ClusterSelectorTerm[];
}

export interface Choices {
  /** Each is a set of atoms such that one cluster can match these and no others. */
  readonly all: readonly (readonly Atom[])[];
  /** False if there are more than `MOST_CHOICES`. Those with the fewest atoms are kept: few rules match one cluster. */
  readonly isWhole: boolean;
}

const MOST_CHOICES = 64;

/**
 * Returns which rules of these overrides a cluster can match at the same time, if its labels are not known.
 * @param alternatives terms of which the cluster matches at least one; none means any cluster
 */
export function ruleChoices(overrides: readonly Override[], alternatives: readonly ClusterSelectorTerm[] = []): Choices {
  return choicesOf(atomsOf(overrides), (choice) => alternatives.length === 0 || alternatives.some((term) => allows(term, choice)));
}

/** As `ruleChoices`, for a cluster that matches at least one rule of each override. */
export function choicesOfEach(overrides: readonly Override[]): Choices {
  const atoms = atomsOf(overrides);
  const ofEach = overrides.map(({ rules }) => atoms.filter((atom) => rules.some((rule) => atom.rules.has(rule))));
  return choicesOf(atoms, ({ left: others }) => ofEach.every((own) => own.some((atom) => !others.includes(atom))));
}

/** @param isPossible false if no choice that begins like this is possible */
function choicesOf(atoms: readonly Atom[], isPossible: (begun: Partial) => boolean): Choices {
  let partial: readonly Partial[] = [{ chosen: [], left: [] }];
  let isWhole = true;
  for (const atom of atoms) {
    const next = partial
      .flatMap((choice) => [
        ...(canAdd(choice, atom) ? [added(choice, atom)] : []),
        ...(canLeave(choice, atom) ? [left(choice, atom)] : []),
      ])
      .filter(isPossible);
    isWhole &&= next.length <= MOST_CHOICES;
    partial = next.length <= MOST_CHOICES ? next : next.toSorted((a, b) => a.chosen.length - b.chosen.length).slice(0, MOST_CHOICES);
  }
  return { all: partial.map(({ chosen }) => chosen), isWhole };
}

/** A cluster that matches just these rules; if it is not given, nothing else is known of it. */
export function receiverFor(choice: readonly Atom[], cluster?: Receiver['cluster']): Receiver {
  const chosen = new Set(choice.flatMap((atom) => [...atom.rules]));
  return { cluster, matches: (rule) => chosen.has(rule) };
}

/** Whether every cluster that matches one atom matches the other, as far as the terms show. */
export function isWithin(one: Atom, other: Atom): boolean {
  return one.terms.every((own) => other.terms.some((its) => implies(own, its)));
}

interface Partial {
  readonly chosen: readonly Atom[];
  readonly left: readonly Atom[];
}

function atomsOf(overrides: readonly Override[]): readonly Atom[] {
  const rules = overrides.flatMap((override) => override.rules).filter(({ terms }) => terms !== undefined);
  const same = [...Map.groupBy(rules, ({ terms }) => JSON.stringify(terms)).values()];
  return same.flatMap((group) => {
    const terms = group[0] === undefined ? [] : termsOf(group[0]);
    return terms.length === 0 ? [] : [{ rules: new Set(group), terms }];
  });
}

/** An empty list matches every cluster. A missing list, or a term without a selector, matches no cluster. */
export function termsOf({ terms }: OverrideRule): readonly ClusterSelectorTerm[] {
  if (terms?.length === 0) return [EVERY_CLUSTER];
  return (terms ?? []).flatMap((labels) => (labels === undefined || labels.invalid !== undefined ? [] : [{ labels, properties: [] }]));
}

const EVERY_CLUSTER: ClusterSelectorTerm = { labels: { requirements: [] }, properties: [] };
const ALL: Atom = { rules: new Set(), terms: [EVERY_CLUSTER] };

function canAdd({ chosen, left: others }: Partial, atom: Atom): boolean {
  return chosen.every((other) => canMeet(atom, other)) && !others.some((other) => isWithin(atom, other));
}

function canLeave({ chosen }: Partial, atom: Atom): boolean {
  return ![ALL, ...chosen].some((other) => isWithin(other, atom));
}

function canMeet(one: Atom, other: Atom): boolean {
  return one.terms.some((own) => other.terms.some((its) => !excludeEachOther(own, its)));
}

function allows(term: ClusterSelectorTerm, { chosen, left: others }: Partial): boolean {
  const own: Atom = { rules: new Set(), terms: [term] };
  return chosen.every((atom) => canMeet(own, atom)) && !others.some((atom) => isWithin(own, atom));
}

function added({ chosen, left: others }: Partial, atom: Atom): Partial {
  return { chosen: [...chosen, atom], left: others };
}

function left({ chosen, left: others }: Partial, atom: Atom): Partial {
  return { chosen, left: [...others, atom] };
}
