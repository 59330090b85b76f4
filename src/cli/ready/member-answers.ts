import { field, isObject } from '../../fleet/json/json.ts';
import type { LiveMembers, MemberLook } from '../../gates/hub/live-members.ts';
import type { ClusterNeed, MemberAnswer, MemberAnswers, OpenNeed } from '../../ready/needs.ts';

/** Looks on the members for the needs that the hub does not answer. Of Secrets only the metadata is read. */
export async function memberAnswers(
  needs: readonly OpenNeed[],
  members: Pick<LiveMembers, 'clusters' | 'look'> | undefined,
): Promise<MemberAnswers> {
  const known = new Map<string, MemberAnswer>();
  if (members === undefined) return () => undefined;
  const asked = needs.flatMap(({ need, clusters }) =>
    clusters.flatMap((cluster) => (members.clusters.has(cluster) ? [{ cluster, need }] : [])),
  );
  await Promise.all(
    [...Map.groupBy(asked, ({ cluster }) => cluster).values()].flatMap((ofMember) => {
      const left = ofMember.values();
      return Array.from({ length: AT_ONCE }, async () => {
        for (const { cluster, need } of left) {
          const part = need.kind === 'ConfigMap' && need.key !== undefined ? 'whole' : 'metadata';
          known.set(keyOf(cluster, need), answerOf(need, await members.look(cluster, need, part)));
        }
      });
    }),
  );
  return (cluster, need) => known.get(keyOf(cluster, need));
}

/** Requests to one member: each at the same time is a connection of its own. */
const AT_ONCE = 2;

function answerOf({ kind, key }: ClusterNeed, look: MemberLook): MemberAnswer {
  if (look.kind === 'unknown') return { notKnown: look.why };
  if (look.kind === 'absent') return 'absent';
  if (key === undefined) return 'there';
  if (kind !== 'ConfigMap') return { notKnown: 'the object is there, and the values of Secrets are not read' };
  const has = ['data', 'binaryData'].some((part) => {
    const entries: unknown = field(look.object, part);
    return isObject(entries) && Object.hasOwn(entries, key);
  });
  return has ? 'there' : 'absent';
}

function keyOf(cluster: string, { group, kind, namespace = '', name, key = '' }: ClusterNeed): string {
  return JSON.stringify([cluster, group, kind, namespace, name, key]);
}
