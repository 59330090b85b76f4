import { matchesLabels, type LabelSelector } from '../../fleet/kubernetes/label-selector.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { ClusterPreference, ClusterSelectorTerm, PropertyExpression } from '../../fleet/kubefleet/placement-policy.ts';
import { approximate, compareQuantities, parseQuantity, type Quantity } from '../../fleet/kubernetes/quantity.ts';
import { PASSED, pluginError, type Cycle, type CycleError, type Plugin, type FilterVerdict } from '../framework.ts';

const NAME = 'ClusterAffinity';

/** Required terms filter (one of them must match); preferred terms score. Source: `plugins/clusteraffinity`. */
export const clusterAffinity: Plugin = {
  name: NAME,
  filter({ policy }) {
    if (policy.required.length === 0) return undefined;
    const terms = policy.required.map(termMatcher);
    return (cluster) => (terms.some((matches) => matches(cluster)) ? PASSED : NO_TERM_MATCHES);
  },
  score({ policy, fleet: { clusters } }) {
    if (policy.preferred.length === 0) return undefined;
    // The extremes of every sorter are computed first, as upstream does in PreScore. A bad value on any cluster of the fleet stops the
    // cycle.
    const terms = policy.preferred.map((preference) => preferenceScore(preference, clusters));
    return (cluster) => ({ affinity: terms.reduce((sum, score) => sum + score(cluster), 0) });
  },
};

const NO_TERM_MATCHES: FilterVerdict = {
  kind: 'filtered',
  reason: 'cluster does not match with any of the required cluster affinity terms',
};

/**
 * Returns whether a cluster matches a term: labels first, then the property expressions in order. @throws {CycleError} the scheduler stops
 * there
 */
export function termMatcher({ labels, properties }: ClusterSelectorTerm): (cluster: MemberCluster) => boolean {
  const expressions = properties.map(expressionMatcher);
  return (cluster) => labelsMatch(labels, cluster) && expressions.every((matches) => matches(cluster));
}

/**
 * A property whose smallest or largest value is written in two ways that give different floats (`0.3` and `300m`). Whether the scheduler
 * then stops depends on the order of its cache, which cannot be seen.
 */
export function ambiguousSorter({ policy, fleet: { clusters } }: Cycle): string | undefined {
  for (const { sorter } of policy.preferred) {
    if (sorter === undefined) continue;
    const quantities = clusters.flatMap((cluster) => {
      const value = cluster.property(sorter.name);
      return value.kind === 'value' ? [value.quantity] : [];
    });
    const sorted = quantities.sort(compareQuantities);
    for (const extreme of [sorted[0], sorted.at(-1)]) {
      if (extreme === undefined) continue;
      const floats = sorted.filter((quantity) => compareQuantities(quantity, extreme) === 0).map(approximate);
      if (new Set(floats).size > 1) return sorter.name;
    }
  }
  return undefined;
}

function labelsMatch(selector: LabelSelector | undefined, cluster: MemberCluster): boolean {
  if (selector === undefined) return true;
  if (selector.invalid !== undefined) throw pluginError(NAME, `failed to parse label selector: ${selector.invalid}`);
  return matchesLabels(selector, cluster.labels);
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  Eq: (order) => order === 0,
  Ne: (order) => order !== 0,
  Gt: (order) => order > 0,
  Ge: (order) => order >= 0,
  Lt: (order) => order < 0,
  Le: (order) => order <= 0,
};

/** The operators of an expression over a property. Any other stops the scheduler. */
export const PROPERTY_OPERATORS: readonly string[] = Object.keys(COMPARISONS);

function expressionMatcher({ name, operator, values }: PropertyExpression): (cluster: MemberCluster) => boolean {
  const [value = ''] = values;
  const expected = parseQuantity(value);
  const holds = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined;
  return (cluster) => {
    const observed = propertyOf(cluster, name);
    if (observed === undefined) return false;
    if (values.length !== 1) throw pluginError(NAME, 'more than one value in the property selector expression');
    if (expected === undefined) {
      throw pluginError(NAME, `value specified in property selector ${value} is not a valid resource quantity`);
    }
    if (holds === undefined) throw pluginError(NAME, `invalid operator: ${operator}`);
    return holds(compareQuantities(observed, expected));
  };
}

function propertyOf(cluster: MemberCluster, name: string): Quantity | undefined {
  const property = cluster.property(name);
  if (property.kind === 'invalid') throw pluginError(NAME, property.error);
  return property.kind === 'value' ? property.quantity : undefined;
}

function preferenceScore(preference: ClusterPreference, clusters: readonly MemberCluster[]): (cluster: MemberCluster) => number {
  const { labels, weight, sorter } = preference;
  const extremes = sorter === undefined ? undefined : extremesOf(sorter.name, clusters);
  if (weight === 0) return () => 0;
  return (cluster) => {
    if (!labelsMatch(labels, cluster)) return 0;
    return sorter === undefined ? weight : interpolate(cluster, sorter, weight, extremes);
  };
}

interface Extremes {
  readonly min: number;
  readonly max: number;
}

function extremesOf(name: string, clusters: readonly MemberCluster[]): Extremes | undefined {
  let [min, max]: (Quantity | undefined)[] = [];
  for (const cluster of clusters) {
    const quantity = propertyOf(cluster, name);
    if (quantity === undefined) continue;
    if (min === undefined || compareQuantities(quantity, min) < 0) min = quantity;
    if (max === undefined || compareQuantities(quantity, max) > 0) max = quantity;
  }
  return min === undefined || max === undefined ? undefined : { min: approximate(min), max: approximate(max) };
}

type Sorter = NonNullable<ClusterPreference['sorter']>;

/** The share of the weight for the position of the value between the fleet's extremes, in floats as upstream computes it. */
function interpolate(cluster: MemberCluster, { name, sortOrder }: Sorter, weight: number, extremes: Extremes | undefined): number {
  const quantity = propertyOf(cluster, name);
  if (quantity === undefined || extremes === undefined) return 0;
  const value = approximate(quantity);
  const { min, max } = extremes;
  const failure = (cause: string): CycleError => pluginError(NAME, `failed to calculate score for cluster ${cluster.name}: ${cause}`);
  if (!Number.isFinite(min) || !Number.isFinite(max) || value < min || value > max) {
    throw failure(`cannot interpolate weight, observed value ${String(value)}, observed min ${String(min)}, observed max ${String(max)}`);
  }
  if (min === max) return 0;
  const ratio = (value - min) / (max - min);
  if (sortOrder === 'Descending') return roundHalfAway(ratio * weight);
  if (sortOrder === 'Ascending') return roundHalfAway((1 - ratio) * weight);
  throw failure(`cannot interpolate weight as sort order ${sortOrder} is invalid`);
}

/** Go's `math.Round`; `Math.round` would give -2 for -2.5. Adding 0 turns a negative zero into zero. */
function roundHalfAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value)) + 0;
}
