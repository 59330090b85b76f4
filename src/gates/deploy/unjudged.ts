import { conditionsAt } from '../../fleet/kubernetes/condition.ts';
import { fleetKind, isNewGroup, isUnknownFleetKind } from '../../fleet/kubefleet/kinds.ts';
import { isInMisspeltGroup } from '../../fleet/kubefleet/misspelt-group.ts';
import { apiResources } from '../../fleet/kubefleet/api-resource.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { groupOf, type KubeObject, refOf, versionOf } from '../../fleet/kubernetes/object.ts';
import type { UnjudgedObject } from '../../report.ts';
import type { Expectation } from './expectation.ts';
import { DEFINITION } from '../../fleet/kubernetes/read-types.ts';

/**
 * KubeFleet's objects of the deploy that no verdict is about: kinds and versions that are not known, kinds in a group that
 * does not have them, and those of the new API. No controller acts on the latter before a later release (KubeFleet, FEP-0001), and then the hub
 * writes a status, which is quoted.
 */
export function unjudgedObjects(hub: HubState, { manifests = [] }: Expectation): readonly UnjudgedObject[] {
  return manifests.flatMap((object) => {
    const group = groupOf(object.apiVersion);
    if (!isUnknownFleetKind(object) && !isUnknownVersion(object) && !isNewGroup(group) && !isUnserved(object, hub, manifests)) return [];
    const { namespace, name } = object.metadata;
    const status = conditionsAt(hub.get({ group, kind: object.kind }, namespace, name), 'status', 'conditions')
      .map(({ type, status: value, reason }) => `${type} ${value}${reason === '' ? '' : ` (${reason})`}`)
      .join(', ');
    return [{ object: refOf(object), status }];
  });
}

/** No hub has ever served it, or a later one will. */
export function isUnknownVersion({ apiVersion, kind }: KubeObject): boolean {
  const known = fleetKind(kind);
  return known?.group === groupOf(apiVersion) && !known.versions.includes(versionOf(apiVersion));
}

/** Whether the group is misspelt, and neither the hub nor the deploy shows that another project has the kind there in this version. */
function isUnserved(object: KubeObject, hub: HubState, manifests: readonly KubeObject[]): boolean {
  if (!isInMisspeltGroup(object)) return false;
  const { apiVersion, kind, metadata } = object;
  const group = groupOf(apiVersion);
  if (hub.get({ group, kind }, metadata.namespace, metadata.name) !== undefined) return false;
  const served = apiResources([...hub.list(DEFINITION), ...manifests]).find(group, kind);
  return served === undefined || served.versions?.includes(versionOf(apiVersion)) === false;
}
