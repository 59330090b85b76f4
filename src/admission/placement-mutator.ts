import { isObject, type JsonObject } from '../fleet/json/json.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { reencoded } from './go-decoding.ts';
import { CLUSTER_RESOURCE_PLACEMENT } from './placement-type.ts';

type Fields = Record<string, unknown>;

/**
 * What KubeFleet's mutating webhook makes of a ClusterResourcePlacement that it can decode: the typed object written back, with defaults.
 * Missing fields become zero values, and empty fields are removed. Source: `pkg/webhook/clusterresourceplacement/…_mutating_webhook.go`,
 * `pkg/utils/defaulter/clusterresourceplacement.go`.
 */
export function mutatedPlacement(placement: KubeObject): KubeObject {
  const written = reencoded(placement, CLUSTER_RESOURCE_PLACEMENT) as KubeObject;
  const spec = written['spec'];
  if (isFields(spec)) setPlacementDefaults(spec);
  return written;
}

function setPlacementDefaults(spec: Fields): void {
  const policy = (spec['policy'] ??= { placementType: 'PickAll' });
  for (const constraint of fieldsIn(policy, 'topologySpreadConstraints')) {
    setDefault(constraint, 'maxSkew', 1);
    setDefault(constraint, 'whenUnsatisfiable', 'DoNotSchedule');
  }
  for (const toleration of fieldsIn(policy, 'tolerations')) setDefault(toleration, 'operator', 'Equal');
  if (isFields(spec['strategy'])) setStrategyDefaults(spec['strategy']);
  setDefault(spec, 'revisionHistoryLimit', 10);
}

function setStrategyDefaults(strategy: Fields): void {
  setDefault(strategy, 'type', 'RollingUpdate');
  if (strategy['type'] === 'RollingUpdate') {
    const rollingUpdate = (strategy['rollingUpdate'] ??= {});
    if (isFields(rollingUpdate)) {
      setDefault(rollingUpdate, 'maxUnavailable', '25%');
      setDefault(rollingUpdate, 'maxSurge', '25%');
      setDefault(rollingUpdate, 'unavailablePeriodSeconds', 60);
    }
  }
  const applyStrategy = (strategy['applyStrategy'] ??= {});
  if (!isFields(applyStrategy)) return;
  setDefault(applyStrategy, 'type', 'ClientSideApply');
  if (applyStrategy['type'] === 'ServerSideApply') setDefault(applyStrategy, 'serverSideApplyConfig', { force: false });
  setDefault(applyStrategy, 'comparisonOption', 'PartialComparison');
  setDefault(applyStrategy, 'whenToApply', 'Always');
  setDefault(applyStrategy, 'whenToTakeOver', 'Always');
}

function setDefault(fields: Fields, name: string, value: unknown): void {
  // oxlint-disable-next-line no-param-reassign -- the written copy is completed in place, as the webhook does it
  fields[name] ??= value;
}

function fieldsIn(parent: unknown, name: string): readonly Fields[] {
  const entries = isObject(parent) ? parent[name] : undefined;
  return Array.isArray(entries) ? entries.filter(isFields) : [];
}

function isFields(value: unknown): value is Fields & JsonObject {
  return isObject(value);
}
