import { HubError, NothingToDo } from '../../errors.ts';
import type { DiscoveredApis } from '../../fleet/kubefleet/api-resource.ts';
import { unseenReason } from '../../fleet/kubefleet/hub-state.ts';
import { isMemberCluster, MEMBER_CLUSTER } from '../../fleet/kubefleet/kinds.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { openHub, printNotice, watchNotices } from '../hub/open-hub.ts';
import type { Io } from '../process/io.ts';
import type { ClustersAt } from './cluster-changes.ts';

/** The member clusters of a hub, and the kinds that it serves. */
export interface HubClusters extends ClustersAt {
  /** `undefined` if the hub does not list them for this user. */
  readonly apis: DiscoveredApis | undefined;
}

/** The file to write if neither a flag nor the configuration names one. */
export const CLUSTERS_FILE = 'clusters.yaml';

/** Reads the member clusters of the hub. @throws {HubError} @throws {NothingToDo} */
export async function clustersOfHub(invocation: Invocation, io: Io): Promise<HubClusters> {
  const hub = await openHub(invocation, io);
  try {
    const [[listing], apis] = await Promise.all([hub.read([MEMBER_CLUSTER]), hub.apis()]);
    watchNotices([hub], invocation, io)();
    const unseen = listing === undefined ? 'no answer' : unseenReason(listing.state);
    const refused = await hub.refusedLists();
    if (refused !== undefined && !invocation.switch('quiet')) printNotice(refused, io);
    if (listing === undefined || unseen !== undefined)
      throw new HubError(
        listing?.state.kind === 'denied' ? 'notAllowed' : 'unreachable',
        `the member clusters of the hub cannot be read: ${unseen}`,
      );
    const members = listing.objects.filter(isMemberCluster);
    if (members.length === 0) throw new NothingToDo('the hub has no MemberCluster, so no file is written');
    return { members, at: hub.now(), apis };
  } finally {
    await hub.close();
  }
}
