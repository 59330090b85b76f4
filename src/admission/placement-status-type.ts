import { always, int64, list, optional, pointer, string, struct, time, type GoField } from './go-type.ts';

/**
 * `v1beta1.PlacementStatus`. The server drops a status in the request, but only after the mutating webhook has decoded it. Source:
 * KubeFleet `apis/placement/v1beta1/clusterresourceplacement_types.go`, the same in v0.3.1 and main.
 */
const condition = struct('v1.Condition', {
  type: always(string()),
  status: always(string('v1.ConditionStatus')),
  observedGeneration: optional(int64),
  lastTransitionTime: always(time),
  reason: always(string()),
  message: always(string()),
});

const resourceFields: Readonly<Record<string, GoField>> = {
  group: optional(string()),
  version: always(string()),
  kind: always(string()),
  name: always(string()),
  namespace: optional(string()),
  envelope: pointer(
    struct('v1beta1.EnvelopeIdentifier', {
      name: always(string()),
      namespace: optional(string()),
      type: always(string('v1beta1.EnvelopeType')),
    }),
  ),
};

const patchDetails = list(
  struct('v1beta1.PatchDetail', { path: always(string()), valueInMember: optional(string()), valueInHub: optional(string()) }),
);

const driftedPlacement = struct('v1beta1.DriftedResourcePlacement', {
  ...resourceFields,
  observationTime: always(time),
  targetClusterObservedGeneration: always(int64),
  firstDriftedObservedTime: always(time),
  observedDrifts: optional(patchDetails),
});

const diffedPlacement = struct('v1beta1.DiffedResourcePlacement', {
  ...resourceFields,
  observationTime: always(time),
  targetClusterObservedGeneration: pointer(int64),
  firstDiffedObservedTime: always(time),
  observedDiffs: optional(patchDetails),
});

const clusterStatus = struct('v1beta1.PerClusterPlacementStatus', {
  clusterName: optional(string()),
  observedResourceIndex: optional(string()),
  applicableResourceOverrides: optional(list(struct('v1beta1.NamespacedName', { name: always(string()), namespace: always(string()) }))),
  applicableClusterResourceOverrides: optional(list(string())),
  failedPlacements: optional(list(struct('v1beta1.FailedResourcePlacement', { ...resourceFields, condition: always(condition) }))),
  driftedPlacements: optional(list(driftedPlacement)),
  diffedPlacements: optional(list(diffedPlacement)),
  conditions: optional(list(condition)),
});

export const PLACEMENT_STATUS = struct('v1beta1.PlacementStatus', {
  selectedResources: optional(list(struct('v1beta1.ResourceIdentifier', resourceFields))),
  observedResourceIndex: optional(string()),
  placementStatuses: optional(list(clusterStatus)),
  conditions: optional(list(condition)),
});
