import { CLUSTER_GROUP, FLEET_KINDS, PLACEMENT_GROUP } from '../fleet/kinds.ts';
import { groupOf } from '../fleet/object.ts';
import { isPropagated } from './content/selection.ts';
import { selectorTypes, typesOf } from './content/selection-gap.ts';
import type { Expectation } from './expectation.ts';
import type { Interest } from './hub/reader.ts';
import type { ResourceType, Snapshot } from './snapshot.ts';
import { snapshotGroups } from './view/resource-snapshot.ts';
import { labelOf, typeOf } from './view/seen.ts';

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
  const selected = snapshot === undefined ? [] : selectedKinds(expectation, snapshot);
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

/** The kinds the selectors name, and, where no manifests say what was deployed, those a snapshot holds: it is held against the hub's own objects. */
function selectedKinds(expectation: Expectation, snapshot: Snapshot): readonly Interest[] {
  const described = expectation.manifests?.some(isPropagated) === true;
  return expectation.targets.flatMap((target) => {
    const named = selectorTypes(snapshot.get(typeOf(target.kind), target.namespace, target.name));
    const snapshots = snapshot.list(typeOf(target.namespace === undefined ? 'ClusterResourceSnapshot' : 'ResourceSnapshot'));
    const mine = snapshots.filter((found) => labelOf(found, 'parent-CRP') === target.name && found.metadata.namespace === target.namespace);
    const held = described ? [] : typesOf(snapshotGroups(mine)[0]?.objects ?? []);
    return [...named, ...held].filter((type) => !isSystem(type));
  });
}

function isSystem(type: ResourceType): boolean {
  return (
    (type.group === PLACEMENT_GROUP || type.group === CLUSTER_GROUP) &&
    FLEET_KINDS.some((kind) => kind.kind === type.kind && !kind.authored)
  );
}
