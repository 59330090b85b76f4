import { listAt, numberAt, objectAt, stringAt } from '../json/json.ts';
import { labelSelector, type LabelSelector } from '../kubernetes/label-selector.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import { tolerationsAt, type Toleration } from '../kubernetes/taint.ts';

export const REQUIRED_AFFINITY = 'requiredDuringSchedulingIgnoredDuringExecution';
export const PREFERRED_AFFINITY = 'preferredDuringSchedulingIgnoredDuringExecution';

/** A placement's scheduling policy with the API server's defaults. Fields of a wrong type are treated as absent. */
export interface PlacementPolicy {
  /** `unknown`: a word that is not one of the three. */
  readonly placementType: 'PickAll' | 'PickN' | 'PickFixed' | 'unknown';
  readonly clusterNames: readonly string[];
  readonly numberOfClusters: number | undefined;
  /** Alternatives, in order. An empty list means no requirement. */
  readonly required: readonly ClusterSelectorTerm[];
  readonly preferred: readonly ClusterPreference[];
  readonly spread: readonly TopologySpreadConstraint[];
  readonly tolerations: readonly Toleration[];
}

/** Label selector and property expressions, all of which must be true. A term without them matches every cluster. */
export interface ClusterSelectorTerm {
  readonly labels: LabelSelector | undefined;
  readonly properties: readonly PropertyExpression[];
}

export interface PropertyExpression {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly string[];
}

export interface ClusterPreference {
  readonly weight: number;
  readonly labels: LabelSelector | undefined;
  readonly sorter: { readonly name: string; readonly sortOrder: string } | undefined;
}

export interface TopologySpreadConstraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  /** Every value except `ScheduleAnyway` is treated as `DoNotSchedule`. */
  readonly scheduleAnyway: boolean;
}

/** The policy of a ClusterResourcePlacement, a ResourcePlacement or a policy snapshot. Without a policy it is PickAll. */
export function policyOf(placement: KubeObject): PlacementPolicy {
  return placementPolicy(objectAt(placement, 'spec', 'policy'));
}

/** Whether a policy depends on values that a cluster reports: its size, its cost, its nodes. */
export function restsOnProperties({ required, preferred }: PlacementPolicy): boolean {
  return required.some(({ properties }) => properties.length > 0) || preferred.some(({ sorter }) => sorter !== undefined);
}

export function placementPolicy(policy: unknown): PlacementPolicy {
  const type = stringAt(policy, 'placementType') ?? 'PickAll';
  const affinity = objectAt(policy, 'affinity', 'clusterAffinity');
  return {
    placementType: type === 'PickAll' || type === 'PickN' || type === 'PickFixed' ? type : 'unknown',
    clusterNames: texts(policy, 'clusterNames'),
    numberOfClusters: numberAt(policy, 'numberOfClusters'),
    required: listAt(affinity, REQUIRED_AFFINITY, 'clusterSelectorTerms').map(toTerm),
    preferred: listAt(affinity, PREFERRED_AFFINITY).map(toPreference),
    spread: listAt(policy, 'topologySpreadConstraints').map(toConstraint),
    tolerations: tolerationsAt(policy, 'tolerations'),
  };
}

function toTerm(term: unknown): ClusterSelectorTerm {
  return {
    labels: labelSelector(objectAt(term, 'labelSelector')),
    properties: listAt(term, 'propertySelector', 'matchExpressions').map((expression) => ({
      name: stringAt(expression, 'name') ?? '',
      operator: stringAt(expression, 'operator') ?? '',
      values: texts(expression, 'values'),
    })),
  };
}

function toPreference(entry: unknown): ClusterPreference {
  const sorter = objectAt(entry, 'preference', 'propertySorter');
  return {
    weight: numberAt(entry, 'weight') ?? 0,
    labels: labelSelector(objectAt(entry, 'preference', 'labelSelector')),
    sorter: sorter === undefined ? undefined : { name: stringAt(sorter, 'name') ?? '', sortOrder: stringAt(sorter, 'sortOrder') ?? '' },
  };
}

function toConstraint(entry: unknown): TopologySpreadConstraint {
  return {
    topologyKey: stringAt(entry, 'topologyKey') ?? '',
    maxSkew: numberAt(entry, 'maxSkew') ?? 1,
    scheduleAnyway: stringAt(entry, 'whenUnsatisfiable') === 'ScheduleAnyway',
  };
}

function texts(value: unknown, key: string): readonly string[] {
  return listAt(value, key).filter((entry) => typeof entry === 'string');
}
