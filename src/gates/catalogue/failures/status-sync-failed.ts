import { HUB_LOG } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Tried again for ever, and no part of the rollout (KubeFleet pkg/controllers/placement/namespace_status_sync.go). */
export const statusSyncFailed = defineFailure({
  id: 'status-sync-failed',
  title: 'The status is not mirrored into the namespace',
  docs: DOCS.placement,
  when: [{ scope: 'placement', step: 'StatusSynced', status: 'False', reasons: ['StatusSyncFailed'] }],
  outcome: 'info',
  explain:
    'With statusReportingScope NamespaceAccessible the hub writes a copy of the status into the namespace, and that failed. Whoever reads only the copy sees an old status, or none; the rollout itself goes on.',
  remedy: [
    'See whether the namespace is there and is not being deleted: `kubectl get namespaces {mirrorNamespace}`',
    'See how old the copy is: `kubectl -n {mirrorNamespace} get clusterresourceplacementstatuses.placement.kubernetes-fleet.io {name} -o jsonpath="{.lastUpdatedTime}"`',
    'Until it is written again, read the status of {target} itself: `kubectl get {targetArgs} -o yaml`',
    `KubeFleet tries again by itself; when it goes on failing, read the hub agent log: ${HUB_LOG}`,
  ],
});
