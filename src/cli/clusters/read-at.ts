import { newestTime } from '../../fleet/kubefleet/newest-time.ts';
import { READ_AT } from '../../fleet/kubefleet/read-at.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { timeOf } from '../../fleet/kubernetes/rfc3339.ts';
import { fileName } from '../../report/facts/words/words.ts';

const DAY_MS = 24 * 60 * 60_000;

/** From this age on, reports say how old the file is. Labels and taints of members change rarely, but not never. */
const OLD_DAYS = 7;

/**
 * When the clusters were read from a hub: the time that `fleet-gate clusters` wrote, else the newest time that the hub wrote into them.
 * `undefined` if they were written by hand.
 */
export function readAt(members: readonly KubeObject[]): Date | undefined {
  const written = members.map(({ metadata }) => timeOf(metadata.annotations?.[READ_AT] ?? '')).filter((time) => !Number.isNaN(time));
  return written.length === 0 ? newestTime(members) : new Date(Math.max(...written));
}

/** A sentence about the age of the file if it is old; empty otherwise. @param now the time at which it is used */
export function ageNotes(members: readonly KubeObject[], file: string, now: Date): readonly string[] {
  const at = readAt(members);
  const days = at === undefined ? 0 : Math.floor((now.getTime() - at.getTime()) / DAY_MS);
  if (at === undefined || days < OLD_DAYS) return [];
  return [
    `The clusters in ${fileName(file)} were read from the hub ${days} days ago (${at.toISOString().slice(0, 10)}) and may have changed since; \`fleet-gate clusters\` refreshes the file.`,
  ];
}
