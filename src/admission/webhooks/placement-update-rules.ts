import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { isDeleting, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { tolerationsAt } from '../../fleet/kubernetes/taint.ts';
import { RECREATE_PLACEMENT } from '../wording/cel-wording.ts';
import type { HubKinds } from './hub-kinds.ts';
import { placementRules } from './placement-rules.ts';
import type { Refusal } from './refusal.ts';

/** If a placement is being deleted and was already invalid, every change is allowed, so that its finalizers can be removed. */
export function isFreeToChange(placement: KubeObject, old: KubeObject, profile: HubProfile, kinds: HubKinds): boolean {
  return (isDeleting(old) || isDeleting(placement)) && !placementRules(old, profile, kinds).next().done;
}

/**
 * Checks that the webhook makes before it validates the new content of a changed placement. It answers with the first one that fails.
 * Source: KubeFleet `pkg/utils/validator/placement.go`, HandlePlacementValidation.
 */
export function placementUpdateRules(placement: KubeObject, old: KubeObject, profile: HubProfile, kinds: HubKinds): readonly Refusal[] {
  const [wrongBefore] = placementRules(old, profile, kinds);
  if (wrongBefore !== undefined) {
    return [
      {
        pointer: wrongBefore.pointer,
        serverMessage: `deny update on old invalid v1beta1 CRP with DeletionTimestamp not set ${wrongBefore.serverMessage}`,
        message: `The placement on the hub is one that the hub no longer accepts, so it cannot be changed, not even to correct it: ${wrongBefore.message}`,
        hint: `The only way is to ${RECREATE_PLACEMENT}.`,
      },
    ];
  }
  if (typeOf(placement) !== typeOf(old)) {
    return [
      {
        pointer: '/spec/policy/placementType',
        serverMessage: 'placement type is immutable',
        message: `The placement type cannot be changed (from ${typeOf(old)} to ${typeOf(placement)}).`,
        hint: `Keep the old type, or ${RECREATE_PLACEMENT}.`,
      },
    ];
  }
  const kept = new Set(tolerations(placement));
  if (tolerations(old).every((toleration) => kept.has(toleration))) return [];
  return [
    {
      pointer: '/spec/policy/tolerations',
      serverMessage: 'tolerations have been updated/deleted, only additions to tolerations are allowed',
      message: 'A toleration of the placement was changed or removed; tolerations can only be added.',
      hint: `Keep the old tolerations, or ${RECREATE_PLACEMENT}.`,
    },
  ];
}

/** A placement without a policy selects all clusters. */
function typeOf(placement: KubeObject): string {
  return stringAt(placement, 'spec', 'policy', 'placementType') ?? 'PickAll';
}

function tolerations(placement: KubeObject): readonly string[] {
  return tolerationsAt(placement, 'spec', 'policy', 'tolerations').map((toleration) => JSON.stringify(toleration));
}
