import type { ClusterSelectorTerm } from '../../fleet/kubefleet/placement-policy.ts';
import { groupByAll } from '../../fleet/memo/group-by-all.ts';

/**
 * Finds the items with which some terms may share a cluster. Terms that require different values of one label share none. Items that are
 * left out certainly share none; items that are found may still exclude the terms. The index uses the label that leaves the fewest items.
 */
export function termIndex<T>(
  all: readonly T[],
  termsOf: (item: T) => readonly ClusterSelectorTerm[],
): (terms: readonly ClusterSelectorTerm[]) => readonly T[] {
  const asked = new Map(all.map((item) => [item, askedLabels(termsOf(item))]));
  const withKey = groupByAll(all, (item) => asked.get(item)?.keys() ?? []);
  const tables = new Map<string, Table<T>>();
  const tableOf = (key: string): Table<T> => {
    const known = tables.get(key) ?? {
      byValue: groupByAll(withKey.get(key) ?? [], (item) => asked.get(item)?.get(key) ?? []),
      indifferent: all.filter((item) => asked.get(item)?.has(key) !== true),
    };
    tables.set(key, known);
    return known;
  };
  return (terms) => {
    let fewest = all;
    for (const [key, values] of askedLabels(terms)) {
      if (all.length - (withKey.get(key)?.length ?? 0) >= fewest.length) continue;
      const { byValue, indifferent } = tableOf(key);
      const found = [...indifferent, ...[...values].flatMap((value) => byValue.get(value) ?? [])];
      if (found.length < fewest.length) fewest = found;
    }
    return fewest;
  };
}

interface Table<T> {
  readonly byValue: ReadonlyMap<string, readonly T[]>;
  /** Items that could be on a cluster with any value of the label, or without it. */
  readonly indifferent: readonly T[];
}

/** The labels for which every term requires one of some values, with all these values. */
function askedLabels(terms: readonly ClusterSelectorTerm[]): ReadonlyMap<string, ReadonlySet<string>> {
  const [first = new Map<string, ReadonlySet<string>>(), ...others] = terms.map(({ labels }) => {
    const wanted = labels?.invalid === undefined ? (labels?.requirements ?? []) : [];
    return new Map(wanted.filter(({ operator }) => operator === 'In').map(({ key, values }) => [key, new Set(values)]));
  });
  const everywhere = [...first].filter(([key]) => others.every((term) => term.has(key)));
  return new Map(everywhere.map(([key, values]) => [key, others.reduce((sum, term) => sum.union(term.get(key) ?? new Set()), values)]));
}
