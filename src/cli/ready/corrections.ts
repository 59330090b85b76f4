import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { enclosedObjects } from '../../fleet/kubefleet/envelope.ts';
import { isMemberCluster } from '../../fleet/kubefleet/kinds.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject, objectKey, type ObjectRef, refOf } from '../../fleet/kubernetes/object.ts';
import { isSpecEdited } from '../../gates/deploy/content/spec-edit.ts';
import { deployedObjects } from '../../gates/deploy/deployed-object.ts';
import { JUDGED_ONCE } from '../../gates/memory.ts';
import { typeOf } from '../../gates/view/seen.ts';
import { isForPlacement, OVERRIDE_KINDS, overrideOf, placementKey } from '../../selection/override.ts';
import { overrideKeys } from '../../selection/override-key.ts';
import { referencesOf } from '../../static/references/references-of.ts';
import type { ChangedObjects, Corrections } from '../../ready/changed-objects.ts';
import type { ChangedPlacement } from '../../ready/changed-placement.ts';

/**
 * A failure may be corrected by an edit of what failed, of the envelope that holds it, of an override of it, or of what it needs, and by
 * other clusters, selectors or strategies of the placement. Edits of other objects do not correct it. The removal of an override may
 * correct it, and an edit of a MemberCluster with which the placement can be scheduled.
 */
export function correctionsOf(placement: ChangedPlacement, changes: ChangedObjects, hub: HubState): Corrections {
  const edited = changes.objects.filter((object) => isEdited(object, changes, hub));
  const overrides = [...changes.objects, ...OVERRIDE_KINDS.flatMap((kind) => hub.list(typeOf(kind)))].filter((object) =>
    isOverrideOf(object, placement),
  );
  const removed = changes.removed.filter((object) => isOverrideOf(object, placement));
  return ({ id, object: subject = placement.ref }) => {
    const own = [...changes.objects, ...edited.flatMap(enclosedObjects)].find((object) => isSame(object, subject));
    const failed = own ?? hub.get({ group: groupOf(subject.apiVersion), kind: subject.kind }, subject.namespace, subject.name);
    const tests: readonly ((object: KubeObject) => boolean)[] = [
      (object) => isSame(object, subject) || enclosedObjects(object).some((inner) => isSame(inner, subject)),
      (object) => isSame(object, placement.ref) && isPlacementEdit(object, placement, id),
      (object) => overrides.includes(object) && (isOfOverride(id) || isSelected(subject, [object])),
      // It may get the parent that the patch of the override lacks.
      (object) => isOfOverride(id) && isSelected(refOf(object), overrides),
      (object) => failed !== undefined && isNeeded(object, failed),
      (object) => isMemberCluster(object) && isOfScheduling(id) && isPickedNow(object, placement),
    ];
    const found =
      tests.map((test) => edited.find(test)).find((object) => object !== undefined) ??
      removed.find((object) => isOfOverride(id) || isSelected(subject, [object]));
    return found && refOf(found);
  };
}

/** What the last apply set and this change lacks is an edit, too: the object on the hub shows it. */
function isEdited(object: KubeObject, changes: ChangedObjects, hub: HubState): boolean {
  return (
    changes.isChanged(objectKey(refOf(object))) ||
    deployedObjects(hub, [object], JUDGED_ONCE).some(({ differsAt }) => differsAt !== undefined)
  );
}

function isSame(object: KubeObject, ref: ObjectRef): boolean {
  return objectKey(refOf(object)) === objectKey(ref);
}

/** A workload that was applied fails under every strategy. */
function isPlacementEdit(object: KubeObject, { live }: ChangedPlacement, id: string): boolean {
  const parts = ['policy', 'resourceSelectors', ...(id.startsWith('workload-') ? [] : ['strategy'])];
  return live !== undefined && isSpecEdited(live, object, parts);
}

function isOverrideOf(object: KubeObject, { object: placement, ref }: ChangedPlacement): boolean {
  const override = overrideOf(object, object.metadata.namespace);
  return override !== undefined && isForPlacement(override, placementKey(placement, ref.namespace));
}

function isOfOverride(id: string): boolean {
  return id.startsWith('override-');
}

function isOfScheduling(id: string): boolean {
  return id.startsWith('schedul') || id === 'rollout-deadlocked';
}

/** Whether the placement can be scheduled with the change, and then has the cluster. */
function isPickedNow({ metadata }: KubeObject, { fault, unknown, clusters }: ChangedPlacement): boolean {
  return fault === undefined && unknown === undefined && clusters.includes(metadata.name);
}

function isSelected(ref: ObjectRef, overrides: readonly KubeObject[]): boolean {
  const keys = overrideKeys(ref, BUILT_IN_APIS);
  return overrides.some((object) => overrideOf(object, object.metadata.namespace)?.keys.some((key) => keys.includes(key)));
}

/** Whether the failed object refers to the other one, is in it or of its kind, or is limited by it. */
function isNeeded(object: KubeObject, failed: KubeObject): boolean {
  const { kind, metadata } = object;
  const { namespace } = failed.metadata;
  if (kind === 'Namespace') return metadata.name === namespace;
  if (kind === 'ResourceQuota' || kind === 'LimitRange') return metadata.namespace === namespace;
  if (kind === 'CustomResourceDefinition')
    return stringAt(object, 'spec', 'names', 'kind') === failed.kind && stringAt(object, 'spec', 'group') === groupOf(failed.apiVersion);
  return referencesOf(failed, namespace).some(
    (needed) => needed.kind === kind && needed.name === metadata.name && needed.namespace === metadata.namespace,
  );
}
