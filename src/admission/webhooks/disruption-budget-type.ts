import { always, intOrString, optional, pointer, raw, string, struct } from '../go-type.ts';

/** `v1beta1.ClusterResourcePlacementDisruptionBudget`: its webhook decodes numbers as int32, which the schema does not ask for. */
export const DISRUPTION_BUDGET = struct('v1beta1.ClusterResourcePlacementDisruptionBudget', {
  apiVersion: optional(string()),
  kind: optional(string()),
  metadata: optional(raw),
  spec: always(
    struct('v1beta1.PlacementDisruptionBudgetSpec', {
      maxUnavailable: pointer(intOrString),
      minAvailable: pointer(intOrString),
    }),
  ),
});
