import type { ClusterSelectorTerm } from '../../fleet/kubefleet/placement-policy.ts';
import { groupByAll } from '../../fleet/memo/group-by-all.ts';

/**
 * Finds the items some terms may share a cluster with. Two that ask for different values of one label share none. What it leaves out is
 * certain; what it finds may still exclude the terms. The label that leaves the fewest is looked at.
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
  /** Those that could be on a cluster with any value of the label, or none. */
  readonly indifferent: readonly T[];
}

/** The labels of which every term wants one of some values, with all those values. */
function askedLabels(terms: readonly ClusterSelectorTerm[]): ReadonlyMap<string, ReadonlySet<string>> {
  const [first = new Map<string, ReadonlySet<string>>(), ...others] = terms.map(({ labels }) => {
    const wanted = labels?.invalid === undefined ? (labels?.requirements ?? []) : [];
    return new Map(wanted.filter(({ operator }) => operator === 'In').map(({ key, values }) => [key, new Set(values)]));
  });
  const everywhere = [...first].filter(([key]) => others.every((term) => term.has(key)));
  return new Map(everywhere.map(([key, values]) => [key, others.reduce((sum, term) => sum.union(term.get(key) ?? new Set()), values)]));
}
