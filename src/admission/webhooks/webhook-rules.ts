import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { decodingDenial } from '../wording/decoding-denial.ts';
import type { Denial } from '../denial.ts';
import { decodingError } from '../go-decoding.ts';
import { hubKinds, type HubKinds } from './hub-kinds.ts';
import { memberClusterRules } from './member-cluster-rules.ts';
import { overrideRules } from './override-rules.ts';
import { placementRules } from './placement-rules.ts';
import { isFreeToChange, placementUpdateRules } from './placement-update-rules.ts';
import { forbidden } from './refusal.ts';
import { always, intOrString, optional, pointer, raw, string, struct } from '../go-type.ts';

export interface WebhookInput {
  /** The object after the mutating webhook and the CRD's defaults. */
  readonly object: KubeObject;
  readonly profile: HubProfile;
  /** The stored object. Set on update only. */
  readonly old?: KubeObject | undefined;
  readonly kinds?: HubKinds | undefined;
}

/**
 * What KubeFleet's validating webhooks refuse, if the object (and the old one) is enough to decide it. Only kinds with a registered webhook
 * are included (`pkg/webhook/webhook.go`). Checks of evictions, budgets and overrides that need other objects on the hub are not.
 */
export function webhookRules({ object, profile, old, kinds = KNOWN_KINDS }: WebhookInput): readonly Denial[] {
  switch (object.kind) {
    case 'ClusterResourcePlacement': {
      if (old !== undefined && isFreeToChange(object, old, profile, kinds)) return [];
      const before = old === undefined ? [] : forbidden(object, placementUpdateRules(object, old, profile, kinds));
      return before.length > 0 ? before : forbidden(object, placementRules(object, profile, kinds));
    }
    case 'ClusterResourceOverride':
    case 'ResourceOverride':
      return forbidden(object, overrideRules(object));
    case 'MemberCluster':
      return forbidden(object, memberClusterRules(object));
    case 'ClusterResourcePlacementDisruptionBudget': {
      const undecodable = decodingError(object, DISRUPTION_BUDGET);
      return undecodable === undefined ? [] : [decodingDenial(object, undecodable)];
    }
    default:
      return [];
  }
}

/** The kinds that every hub has. */
export const KNOWN_KINDS = hubKinds();

/** The webhook decodes the numbers of a ClusterResourcePlacementDisruptionBudget as int32; the schema does not require that. */
const DISRUPTION_BUDGET = struct('v1beta1.ClusterResourcePlacementDisruptionBudget', {
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
