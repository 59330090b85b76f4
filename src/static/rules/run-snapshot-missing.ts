/**
 * A run with an index uses the resource snapshots whose label has exactly that text. A snapshot that does not exist yet is not created for
 * it. Source: `pkg/controllers/updaterun/initialization.go`, getResourceSnapshotObjs (`no resourceSnapshots with index … found`):
 * `Initialized` False, for good. This is from the source code; only a run with an existing index was seen.
 */
import { placementKey, derivedFrom } from '../../fleet/kubefleet/derived-from.ts';
import { fleetLabel } from '../../fleet/kubefleet/fleet-metadata.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { listed } from '../../fleet/text/listed.ts';
import { isDeleting } from '../../fleet/kubernetes/object.ts';
import { isWhole } from '../world/hub-holds.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { isInitialisedOnHub } from '../placing/run-on-hub.ts';
import { runReference } from '../world/run-reference.ts';
import { defineRule } from '../world/rule.ts';

interface Missing {
  readonly index: string;
  readonly placement: string;
  /** The indexes that the hub has, the newest first. */
  readonly there: readonly string[];
}

export const runSnapshotMissing = defineRule<Missing>({
  id: 'run-snapshot-missing',
  summary: 'The update run names a resource snapshot that the hub does not have',
  effect: 'fails',
  otherwise: { misbehaves: 'not all snapshots of the hub could be read' },
  kinds: ['ClusterStagedUpdateRun', 'StagedUpdateRun'],
  why: 'With `spec.resourceSnapshotIndex` a run rolls out that snapshot of its placement. With `External` snapshots are not created in advance. A run whose index does not exist yet, or was deleted because of `revisionHistoryLimit`, fails permanently with `no resourceSnapshots with index … found`. The index is compared as text: `01` is not `1`. Checked if the hub is read.',
  remedy: 'Name an existing snapshot, or omit the index to use the newest content.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ index, placement, there }) =>
    there.length === 0
      ? `The hub does not have any resource snapshot of ${placement}, so also not index ${index}.`
      : `The hub has no resource snapshot of ${placement} with index ${index}, only ${listed(there, 5)}.`,
  *check(manifest, world) {
    const at = '/spec/resourceSnapshotIndex';
    const index = stringAt(manifest.object, 'spec', 'resourceSnapshotIndex') ?? '';
    const placement = runReference(manifest, 'placement');
    // `run-snapshot-index` reports a text that is not a number.
    if (!/^\+?\d{1,18}$/.test(index) || placement === undefined || !isNamed(manifest) || !isResolved(manifest, '/spec')) return;
    const { hub } = world;
    const { namespace, name } = placement;
    const kind = namespace === undefined ? 'ClusterResourceSnapshot' : 'ResourceSnapshot';
    if (hub?.visibility({ group: PLACEMENT_GROUP, kind }, namespace).kind !== 'seen' || isInitialisedOnHub(manifest, world)) return;
    const own = hub.objects.filter(
      (object) => object.kind === kind && !isDeleting(object) && derivedFrom(object) === placementKey(namespace, name),
    );
    const indices = [...new Set(own.flatMap((snapshot) => fleetLabel(snapshot, 'resource-index') ?? []))];
    if (indices.includes(index)) return;
    const there = indices.toSorted((a, b) => Number(b) - Number(a));
    yield { at, data: { index, placement: name, there }, ...(isWhole(world) ? {} : { effect: 'misbehaves' }) };
  },
});
