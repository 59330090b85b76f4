import { always, bool, int, int32, intOrString, list, optional, pointer, raw, string, stringMap, struct } from './go-type.ts';
import { PLACEMENT_STATUS } from './placement-status-type.ts';

/**
 * `v1beta1.ClusterResourcePlacement` with its JSON tags: the type that the mutating webhook decodes and writes back. Source: KubeFleet
 * `apis/placement/v1beta1/clusterresourceplacement_types.go`, the same in v0.3.1 and main.
 */
const own = (name: string) => string(`v1beta1.${name}`);

const labelSelector = struct('v1.LabelSelector', {
  matchLabels: optional(stringMap),
  matchExpressions: optional(
    list(
      struct('v1.LabelSelectorRequirement', {
        key: always(string()),
        operator: always(string('v1.LabelSelectorOperator')),
        values: optional(list(string())),
      }),
    ),
  ),
});

const clusterSelectorTerm = struct('v1beta1.ClusterSelectorTerm', {
  labelSelector: pointer(labelSelector),
  propertySelector: pointer(
    struct('v1beta1.PropertySelector', {
      matchExpressions: always(
        list(
          struct('v1beta1.PropertySelectorRequirement', {
            name: always(string()),
            operator: always(own('PropertySelectorOperator')),
            values: always(list(string())),
          }),
        ),
      ),
    }),
  ),
  propertySorter: pointer(struct('v1beta1.PropertySorter', { name: always(string()), sortOrder: always(own('PropertySortOrder')) })),
});

const clusterAffinity = struct('v1beta1.ClusterAffinity', {
  requiredDuringSchedulingIgnoredDuringExecution: pointer(
    struct('v1beta1.ClusterSelector', { clusterSelectorTerms: always(list(clusterSelectorTerm)) }),
  ),
  preferredDuringSchedulingIgnoredDuringExecution: optional(
    list(struct('v1beta1.PreferredClusterSelector', { weight: always(int32), preference: always(clusterSelectorTerm) })),
  ),
});

const placementPolicy = struct('v1beta1.PlacementPolicy', {
  placementType: optional(own('PlacementType')),
  clusterNames: optional(list(string())),
  numberOfClusters: pointer(int32),
  affinity: pointer(struct('v1beta1.Affinity', { clusterAffinity: pointer(clusterAffinity) })),
  topologySpreadConstraints: optional(
    list(
      struct('v1beta1.TopologySpreadConstraint', {
        maxSkew: pointer(int32),
        topologyKey: always(string()),
        whenUnsatisfiable: optional(own('UnsatisfiableConstraintAction')),
      }),
    ),
  ),
  tolerations: optional(
    list(
      struct('v1beta1.Toleration', {
        key: optional(string()),
        operator: optional(string('v1.TolerationOperator')),
        value: optional(string()),
        effect: optional(string('v1.TaintEffect')),
      }),
    ),
  ),
});

const rolloutStrategy = struct('v1beta1.RolloutStrategy', {
  type: optional(own('RolloutStrategyType')),
  rollingUpdate: pointer(
    struct('v1beta1.RollingUpdateConfig', {
      maxUnavailable: pointer(intOrString),
      maxSurge: pointer(intOrString),
      unavailablePeriodSeconds: pointer(int),
    }),
  ),
  applyStrategy: pointer(
    struct('v1beta1.ApplyStrategy', {
      comparisonOption: optional(own('ComparisonOptionType')),
      whenToApply: optional(own('WhenToApplyType')),
      type: optional(own('ApplyStrategyType')),
      allowCoOwnership: optional(bool),
      serverSideApplyConfig: pointer(struct('v1beta1.ServerSideApplyConfig', { force: always(bool) })),
      whenToTakeOver: optional(own('WhenToTakeOverType')),
    }),
  ),
  deleteStrategy: pointer(struct('v1beta1.DeleteStrategy', { propagationPolicy: optional(own('DeletePropagationPolicy')) })),
  reportBackStrategy: pointer(
    struct('v1beta1.ReportBackStrategy', {
      type: always(own('ReportBackStrategyType')),
      destination: pointer(own('ReportBackDestination')),
    }),
  ),
});

export const CLUSTER_RESOURCE_PLACEMENT = struct('v1beta1.ClusterResourcePlacement', {
  apiVersion: optional(string()),
  kind: optional(string()),
  metadata: optional(raw),
  spec: always(
    struct('v1beta1.PlacementSpec', {
      resourceSelectors: always(
        list(
          struct('v1beta1.ResourceSelectorTerm', {
            group: always(string()),
            version: always(string()),
            kind: always(string()),
            name: optional(string()),
            labelSelector: pointer(labelSelector),
            selectionScope: optional(own('SelectionScope')),
          }),
        ),
      ),
      policy: pointer(placementPolicy),
      strategy: optional(rolloutStrategy),
      revisionHistoryLimit: pointer(int32),
      statusReportingScope: optional(own('StatusReportingScope')),
    }),
  ),
  status: optional(PLACEMENT_STATUS),
});
