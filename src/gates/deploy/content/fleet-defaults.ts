import { isObject } from '../../../fleet/json/json.ts';
import { isAbsent } from './is-absent.ts';

/**
 * The defaults of KubeFleet's kinds by field name: `+kubebuilder:default` of their CustomResourceDefinitions, and
 * `pkg/utils/defaulter/clusterresourceplacement.go`, with which the hub agent writes placements back.
 */
export const FLEET_DEFAULTS: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['comparisonOption', ['PartialComparison']],
  ['force', [false]],
  ['heartbeatPeriodSeconds', [60]],
  ['maxConcurrency', [1]],
  ['maxSkew', [1]],
  ['maxSurge', ['25%']],
  ['maxUnavailable', ['25%']],
  ['operator', ['Equal']],
  ['overrideType', ['JSONPatch']],
  ['placementType', ['PickAll']],
  ['propagationPolicy', ['Delete']],
  ['revisionHistoryLimit', [10]],
  ['scope', ['Cluster']],
  ['selectionScope', ['NamespaceWithResources']],
  ['state', ['Initialize']],
  ['statusReportingScope', ['ClusterScopeOnly']],
  ['type', ['RollingUpdate', 'ClientSideApply', 'Disabled']],
  ['unavailablePeriodSeconds', [60]],
  ['validationMode', ['Strict']],
  ['whenToApply', ['Always']],
  ['whenToTakeOver', ['Always']],
  ['whenUnsatisfiable', ['DoNotSchedule']],
]);

/** Whether a value of the hub is what a field of KubeFleet's kinds gets if it is not set: its default, or a structure of defaults. */
export function isFleetDefault(name: string, value: unknown): boolean {
  if (isAbsent(value) || FLEET_DEFAULTS.get(name)?.includes(value) === true) return true;
  return isObject(value) && Object.entries(value).every(([key, inner]) => isFleetDefault(key, inner));
}
