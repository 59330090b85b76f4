/**
 * The scheduler runs again if labels or taints of a member change. A placement picks a cluster that matches now, and keeps one that does
 * not match any more: labels and taints matter when a cluster is picked, not while it is held. Only another policy makes the scheduler
 * choose again. Source: `pkg/scheduler/framework/framework.go` and `pkg/scheduler/watchers/membercluster`, evaluated by the what-if
 * scheduler in `src/schedule`. Real hubs were seen to keep a relabelled cluster.
 */
import { isDeepStrictEqual } from 'node:util';
import { listed } from '../../fleet/text/listed.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { taintsAt } from '../../fleet/kubernetes/taint.ts';
import { movesByCluster, type Move } from '../placing/cluster-moves.ts';
import { changedMember, placeOfLabels } from '../placing/relabelled-member.ts';
import { partName } from '../world/part-name.ts';
import { nameOf } from '../world/placements.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Moved {
  readonly cluster: string;
  readonly labels: readonly string[];
  readonly moves: readonly Move[];
}

export const memberChange = defineRule<Moved>({
  id: 'member-change',
  summary: 'New labels or taints of a member cluster change where placements go',
  effect: 'misbehaves',
  otherwise: { advice: 'clusters only get more content, or only a taint changes' },
  kinds: ['MemberCluster'],
  needs: 'members',
  why: 'Placements follow the labels and taints of the clusters. A cluster that matches now gets the whole content of every PickAll placement, and of each PickN placement that needs another cluster. A cluster that no longer matches keeps its content: the status does not show it, and the next edit of the policy removes it. Compared with `{--base}`, or with the state of the hub. If placements are only added it is advice, and so is a taint, which does not affect content that is already there.',
  remedy:
    'Check that the change affects the intended placements. To remove a placement from a cluster that keeps it, evict it or change its policy.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ cluster, labels, moves }) => {
    const what = labels.length === 0 ? 'its new taints' : `its new labels (${listed(labels, 3)})`;
    const parts = PARTS.flatMap(({ kind, say }) => {
      const names = moves.filter((move) => move.kind === kind).map(({ placement }) => placement);
      return names.length === 0 ? [] : [say(listed(names, 5))];
    });
    return `With ${what} ${cluster} ${parts.join(', ')}.`;
  },
  *check(manifest, world) {
    const cluster = nameOf(manifest);
    const changed = changedMember(manifest, world);
    if (changed === undefined) return;
    const { before, after, labels } = changed;
    const [old, now, own] = [before, after, manifest.object].map((member) => taintsAt(member, 'spec', 'taints'));
    const hasNewTaints = !isDeepStrictEqual(old, now) && isDeepStrictEqual(own, now);
    const all = labels.length > 0 || hasNewTaints ? (movesByCluster(world).get(cluster) ?? []) : [];
    const moves = all.map((move) => ({ ...move, placement: nameAmong(all, move, world) }));
    if (moves.length === 0) return;
    const related = moves.flatMap(({ manifest: placement, placement: name }) =>
      placement === undefined ? [] : [{ manifest: placement, at: '/spec/policy', message: `the policy of ${name}` }],
    );
    const isMild = moves.every(({ kind }) => kind === 'joins' || (kind === 'stays' && labels.length === 0));
    yield { ...placeOf(labels, manifest.object), data: { cluster, labels, moves }, related, ...(isMild ? { effect: 'advice' } : {}) };
  },
});

const PARTS = [
  { kind: 'joins', say: (names: string) => `gets ${names}` },
  { kind: 'leaves', say: (names: string) => `loses ${names}` },
  { kind: 'stays', say: (names: string) => `no longer matches ${names} but keeps its content` },
] as const;

/** The name of a placement, with its hub if another hub has one of the same name. */
function nameAmong(moves: readonly Move[], { placement, manifest }: Move, world: World): string {
  const part = manifest && world.partOf(manifest);
  const isOnlyOne = moves.filter((move) => move.placement === placement).length < 2;
  return part === undefined || isOnlyOne ? placement : `${placement} (${partName(part)})`;
}

function placeOf(labels: readonly string[], member: KubeObject): { readonly at: string; readonly part: 'key' } {
  return labels.length === 0 ? { at: '/spec/taints', part: 'key' } : placeOfLabels(labels, member);
}
