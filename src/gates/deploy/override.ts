import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { fleetLabel, isLatestSnapshot } from '../../fleet/kubefleet/fleet-metadata.ts';
import { objectAt, stringAt } from '../../fleet/json/json.ts';
import { labelsOf } from '../../fleet/kubernetes/label-selector.ts';
import { displayName, isDeleting, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { isForPlacement, overrideOf, placementKey, ruleMatches, type Override } from '../../selection/override.ts';
import { overrideTouches } from '../../selection/override-touch.ts';
import { overrideOfSnapshot } from '../view/overrides-of-binding.ts';
import { seenObjects, typeOf } from '../view/seen.ts';
import { differsFrom, missingFrom } from './content/equal.ts';

/**
 * The first of these override snapshots that is no longer the newest of its override, or whose override is being deleted. They are named as
 * in bindings (`namespace/name`, `/name` for cluster scope). Snapshots of a kind that cannot be read are skipped.
 */
export function outdatedOverride(hub: HubState, names: readonly string[], namespace: string | undefined): string | undefined {
  const cluster = seenObjects(hub, 'ClusterResourceOverrideSnapshot');
  const namespaced = seenObjects(hub, 'ResourceOverrideSnapshot', namespace);
  return names.find((name) => {
    const known = name.startsWith('/') ? cluster : namespaced;
    return (
      known !== undefined &&
      (!known.some((found) => `${found.metadata.namespace ?? ''}/${found.metadata.name}` === name && isNewest(found)) ||
        leavingOverride(hub, name) !== undefined)
    );
  });
}

/**
 * The override of a snapshot, which is named as in bindings, if it is being deleted. The hub agent deletes the snapshots and then removes
 * its finalizer (KubeFleet pkg/controllers/overrider/common.go, handleOverrideDeleting), and clusters keep the effect until then.
 */
export function leavingOverride(hub: HubState, name: string): KubeObject | undefined {
  const { kind, namespace, name: parent } = overrideOfSnapshot(name);
  const live = hub.get(typeOf(kind), namespace, parent);
  return live !== undefined && isDeleting(live) ? live : undefined;
}

/** An override snapshot by its name in bindings. */
export function overrideSnapshot(hub: HubState, name: string): KubeObject | undefined {
  const [namespace = '', snapshotName = ''] = name.split('/');
  const kind = namespace === '' ? 'ClusterResourceOverrideSnapshot' : 'ResourceOverrideSnapshot';
  return hub.get(typeOf(kind), namespace === '' ? undefined : namespace, snapshotName);
}

export function isSnapshotOf(snapshot: KubeObject, { kind, metadata }: KubeObject): boolean {
  const isOfKind = snapshot.kind === `${kind}Snapshot` && snapshot.metadata.namespace === metadata.namespace;
  return isOfKind && fleetLabel(snapshot, 'parent-resource-override') === metadata.name;
}

/** Whether a snapshot holds its override as it was deployed. */
export function holdsOverride(snapshot: KubeObject, override: KubeObject): boolean {
  return missingFrom(objectAt(snapshot, 'spec', 'overrideSpec'), override['spec']) === undefined;
}

function isNewest(found: KubeObject): boolean {
  return isLatestSnapshot(found) && !isDeleting(found);
}

/**
 * The requirement of a deployed override on a binding. It requires nothing, or that its newest snapshot is in force there, or to wait until
 * it has a snapshot. Mirrors the rollout controller: placement, at least one selected object, at least one rule whose cluster selector
 * matches.
 */
export function overrideDemand(
  hub: HubState,
  override: KubeObject,
  placement: KubeObject,
  content: readonly KubeObject[],
  cluster: KubeObject | undefined,
):
  | { readonly kind: 'none' }
  | { readonly kind: 'wait'; readonly message: string }
  | { readonly kind: 'inForce'; readonly snapshotName: string } {
  const read = readOverride(override);
  if (read === undefined || cluster === undefined || !concerns(read, placement, content)) return { kind: 'none' };
  if (!read.rules.some((rule) => ruleMatches(rule, { labels: labelsOf(cluster) }))) return { kind: 'none' };
  const live = hub.get(typeOf(override.kind), override.metadata.namespace, override.metadata.name);
  const name = displayName({ kind: override.kind, ...override.metadata });
  // Its snapshots are deleted with it.
  if (live !== undefined && isDeleting(live)) return { kind: 'wait', message: `${name} is being deleted` };
  const newest = seenObjects(hub, `${override.kind}Snapshot`, override.metadata.namespace)?.find(
    (found) =>
      isLatestSnapshot(found) &&
      fleetLabel(found, 'parent-resource-override') === override.metadata.name &&
      found.metadata.namespace === override.metadata.namespace,
  );
  const taken = objectAt(newest, 'spec', 'overrideSpec');
  const differs = live === undefined ? missingFrom(taken, override['spec']) : differsFrom(taken, live['spec']);
  if (newest === undefined || differs !== undefined) {
    const isAbsent = live === undefined && seenObjects(hub, override.kind, override.metadata.namespace) !== undefined;
    return { kind: 'wait', message: isAbsent ? `${name} is not on the hub` : `${name} has no snapshot of its newest content yet` };
  }
  return { kind: 'inForce', snapshotName: `${newest.metadata.namespace ?? ''}/${newest.metadata.name}` };
}

/** Update runs in a namespace ignore overrides of scope Namespaced (KubeFleet pkg/controllers/updaterun/initialization.go). */
export function isPassedByRuns(placement: KubeObject, override: KubeObject): boolean {
  const isOfNamespacedRuns = isExternal(placement) && placement.metadata.namespace !== undefined;
  return isOfNamespacedRuns && stringAt(override, 'spec', 'placement', 'scope') === 'Namespaced';
}

/** All overrides on the hub of the kinds that can be read, or whose snapshots can: the hub deletes these with the override. */
export function liveOverrides(hub: HubState, namespace: string | undefined): readonly KubeObject[] {
  const all = (kind: string, inNamespace?: string): readonly KubeObject[] =>
    seenObjects(hub, kind, inNamespace) ?? (seenObjects(hub, `${kind}Snapshot`, inNamespace) ?? []).filter(isNewest).map(asOverride);
  return [...all('ClusterResourceOverride'), ...all('ResourceOverride', namespace)].filter((override) => !isDeleting(override));
}

const asOverride = oncePer((snapshot: KubeObject): KubeObject => {
  const { apiVersion, kind, metadata } = snapshot;
  const name = fleetLabel(snapshot, 'parent-resource-override') ?? '';
  const home = metadata.namespace === undefined ? {} : { namespace: metadata.namespace };
  return { apiVersion, kind: kind.replace(/Snapshot$/, ''), metadata: { name, ...home }, spec: objectAt(snapshot, 'spec', 'overrideSpec') };
});

/** Whether the override changes content of the placement on some cluster. */
export function changes(override: KubeObject, placement: KubeObject, content: readonly KubeObject[]): boolean {
  const read = readOverride(override);
  return read !== undefined && read.rules.length > 0 && concerns(read, placement, content);
}

/** Whether the override is for the placement and an object it holds. Behaviour that depends on the hub's version is not checked. */
function concerns(override: Override, placement: KubeObject, content: readonly KubeObject[]): boolean {
  // Overrides that update runs ignore are included: the deploy lacks their effect too.
  if (!isForPlacement(override, placementKey(placement, placement.metadata.namespace))) return false;
  return content.some((object) => overrideTouches(override, refOf(object), object, BUILT_IN_APIS, 'unknown') === 'yes');
}

const readOverride = oncePer((object: KubeObject) => overrideOf(object, object.metadata.namespace));
