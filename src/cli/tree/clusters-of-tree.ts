import { listed } from '../../fleet/text/listed.ts';
import { newestTime } from '../../fleet/kubefleet/newest-time.ts';
import { isMemberCluster } from '../../fleet/kubefleet/kinds.ts';
import { mergeClusters } from '../../static/world/clusters-of-manifests.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import { counted, fileName } from '../../report/facts/words/words.ts';
import { eitherOf } from '../../terms.ts';
import type { Fleet } from './fleet-input.ts';
import { flagValue } from '../command-line/flag-value.ts';
import type { Invocation } from '../command-line/invocation.ts';

const SHOWN_FILES = 3;

/**
 * Adds the MemberClusters of the manifests to the given fleet, with notes about them.
 * @param head the manifests, without those that only list clusters, as in `base`
 */
export function withClustersOfTree(
  fleet: Fleet,
  head: readonly Manifest[],
  base: readonly Manifest[] | undefined,
  invocation: Invocation,
): Fleet {
  const { members: given, membersBefore: givenBefore, now: asked } = fleet;
  const telling = head.filter(({ object }) => isMemberCluster(object));
  const written = telling.map(({ object }) => object);
  const isOfManifests = given === undefined && written.length > 0;
  const now = isOfManifests && flagValue(invocation, 'now') === undefined ? (newestTime(written) ?? asked) : asked;
  const { members, before, assumed, reported, changed, removed } = mergeClusters(head, base, given, now, givenBefore);
  if (members === undefined) return fleet;
  const { named } = invocation;
  const notes = [
    ...(isOfManifests
      ? [
          // The reader must see the source of the clusters, because a single example could be taken for a whole fleet.
          `The clusters are the ${counted(members.length, 'MemberCluster')} of the manifests (${filesOf(telling)})${
            assumed.length === 0 ? '' : ', treated as joined and healthy, with the labels and taints written there'
          }; give ${eitherOf(named, ['clusters', 'FILE'], ['kubeconfig', 'FILE'])} to check against those of the hub.`,
        ]
      : assumedClusterNotes(assumed, 'only in the manifests, and treated as joined and healthy')),
    ...assumedClusterNotes(reported, 'only in the manifests, and used with the status that they have there'),
    ...assumedClusterNotes(changed, 'changed by the manifests, and checked with the change'),
    ...assumedClusterNotes(removed, 'removed from the manifests, and no longer used'),
  ];
  return {
    ...fleet,
    members,
    now,
    ...(before === undefined ? {} : { membersBefore: before }),
    assumed: [...(fleet.assumed ?? []).filter((name) => !removed.includes(name)), ...assumed],
    isOfManifests,
    ...(notes.length === 0 ? {} : { notes: [...(fleet.notes ?? []), ...notes] }),
  };
}

function filesOf(manifests: readonly Manifest[]): string {
  return listed([...new Set(manifests.map(({ file }) => fileName(file)))], SHOWN_FILES, 'files');
}

function assumedClusterNotes(names: readonly string[], what: string): readonly string[] {
  return names.length === 0 ? [] : [`MemberCluster ${listed(names, 5)}: ${what}.`];
}
