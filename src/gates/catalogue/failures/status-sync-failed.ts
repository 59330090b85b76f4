import { HUB_LOG, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** KubeFleet retries it without end, and it is not part of the rollout (KubeFleet pkg/controllers/placement/namespace_status_sync.go). */
export const statusSyncFailed = defineFailure({
  id: 'status-sync-failed',
  title: 'The status is not mirrored into the namespace',
  docs: DOCS.placement,
  when: [{ scope: 'placement', step: 'StatusSynced', status: 'False', reasons: ['StatusSyncFailed'] }],
  outcome: 'info',
  explain:
    'With statusReportingScope NamespaceAccessible the hub writes a copy of the status into the namespace, and that failed. A reader of the copy sees an old status, or none. The rollout itself goes on.',
  remedy: [
    `See whether the namespace exists and is not being deleted: ${onHub('get namespaces {mirrorNamespace}')}`,
    `See how old the copy is: ${onHub('get clusterresourceplacementstatuses -n {mirrorNamespace} {name} -o jsonpath="{.lastUpdatedTime}"')}`,
    `Until it is written again, read the status of {target} itself: ${onHub('get {targetArgs} -o yaml')}`,
    `KubeFleet tries again by itself. If it keeps failing, read the log of the hub agent: ${HUB_LOG}`,
  ],
});
