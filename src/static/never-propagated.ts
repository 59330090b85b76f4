import { CLUSTER_GROUP, PLACEMENT_GROUP } from '../fleet/kinds.ts';

const GROUPS: ReadonlySet<string> = new Set([CLUSTER_GROUP, 'events.k8s.io', 'coordination.k8s.io', 'metrics.k8s.io']);
const CORE_KINDS: ReadonlySet<string> = new Set(['Pod', 'Node', 'Event']);
/** Kinds of the placement group that are propagated: envelopes, and those that v0.3 forgot to leave out. */
const PLACEMENT_KINDS: ReadonlySet<string> = new Set([
  'ClusterResourceEnvelope',
  'ResourceEnvelope',
  'StagedUpdateRun',
  'StagedUpdateStrategy',
  'ApprovalRequest',
]);

/**
 * Whether resource selection drops an object without a word, by its kind or because every namespace has one of that name.
 * Source: `pkg/utils/apiresources.go` (NewResourceConfig), `pkg/utils/controller/resource_selector_resolver.go` (ShouldPropagateObj).
 */
export function isNeverPropagated(group: string, kind: string, name: string | undefined): boolean {
  if (GROUPS.has(group)) return true;
  if (group === PLACEMENT_GROUP) return !PLACEMENT_KINDS.has(kind);
  if (group !== '') return false;
  return CORE_KINDS.has(kind) || (kind === 'ConfigMap' && name === 'kube-root-ca.crt') || (kind === 'ServiceAccount' && name === 'default');
}
