import { listAt, stringAt } from '../fleet/json.ts';
import { CLUSTER_GROUP, FLEET_KINDS, PLACEMENT_GROUP } from '../fleet/kinds.ts';
import { groupOf } from '../fleet/object.ts';
import type { Expectation } from './expectation.ts';
import type { Interest } from './hub/reader.ts';
import type { Snapshot } from './snapshot.ts';
import { snapshotGroups } from './view/resource-snapshot.ts';
import { typeOf } from './view/seen.ts';

/**
 * What must be followed to judge an expectation. Called again with each snapshot: what the hub selected names further kinds.
 * Everything is followed in all namespaces; a reader that may not narrows it down itself.
 */
export function interestsOf(expectation: Expectation, snapshot?: Snapshot): readonly Interest[] {
  const kinds = new Set([
    ...COMMON,
    ...expectation.targets.flatMap((target) => (target.namespace === undefined ? CLUSTER_SCOPED : NAMESPACED)),
  ]);
  const fleet = [...kinds].map(typeOf);
  const deployed = (expectation.manifests ?? []).map((object) => ({ group: groupOf(object.apiVersion), kind: object.kind }));
  const selected = snapshot === undefined || expectation.manifests !== undefined ? [] : selectedKinds(expectation, snapshot);
  return [...new Map([...fleet, ...deployed, ...selected].map((type) => [`${type.group}/${type.kind}`, type])).values()];
}

const COMMON = [
  'ClusterResourcePlacement',
  'ResourcePlacement',
  'MemberCluster',
  'Work',
  'ClusterResourceOverride',
  'ResourceOverride',
  'ClusterResourceOverrideSnapshot',
  'ResourceOverrideSnapshot',
];
const CLUSTER_SCOPED = [
  'ClusterResourceBinding',
  'ClusterResourceSnapshot',
  'ClusterSchedulingPolicySnapshot',
  'ClusterStagedUpdateRun',
  'ClusterApprovalRequest',
];
const NAMESPACED = ['ResourceBinding', 'ResourceSnapshot', 'SchedulingPolicySnapshot', 'StagedUpdateRun', 'ApprovalRequest'];

/** Without manifests the hub's own objects are what a snapshot is held against. */
function selectedKinds(expectation: Expectation, snapshot: Snapshot): readonly Interest[] {
  return expectation.targets.flatMap((target) => {
    const placement = snapshot.get(typeOf(target.kind), target.namespace, target.name);
    const named = listAt(placement, 'spec', 'resourceSelectors').map((selector) => ({
      group: stringAt(selector, 'group') ?? '',
      kind: stringAt(selector, 'kind') ?? '',
    }));
    const snapshots = snapshot.list(typeOf(target.namespace === undefined ? 'ClusterResourceSnapshot' : 'ResourceSnapshot'));
    const mine = snapshots.filter(
      (found) => found.metadata.labels?.['kubernetes-fleet.io/parent-CRP'] === target.name && found.metadata.namespace === target.namespace,
    );
    const held = (snapshotGroups(mine)[0]?.objects ?? []).map((object) => ({ group: groupOf(object.apiVersion), kind: object.kind }));
    return [...named, ...held].filter((type) => type.kind !== '' && !isSystem(type));
  });
}

function isSystem(type: { readonly group: string; readonly kind: string }): boolean {
  return (
    (type.group === PLACEMENT_GROUP || type.group === CLUSTER_GROUP) &&
    FLEET_KINDS.some((kind) => kind.kind === type.kind && !kind.authored)
  );
}
