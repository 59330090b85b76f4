import { displayName } from '../fleet/kubernetes/object.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { listed } from '../fleet/text/listed.ts';
import type { ReadyReason, ReadyWindows } from '../report.ts';
import type { ChangedPlacement } from './changed-placement.ts';
import { aboutOf } from './former-rollouts.ts';
import { type Closed, closedAt, instantText, type RolloutWindow, windowsFor } from './windows.ts';

export interface WindowsInput {
  readonly windows: readonly RolloutWindow[];
  /** The reason to ignore them (`--ignore-windows`). */
  readonly ignored?: string;
}

/** The windows that keep the placements from starting, and how many windows are about them. */
export function windowReasons(
  placements: readonly ChangedPlacement[],
  members: ReadonlyMap<string, KubeObject>,
  { windows, ignored }: WindowsInput,
  now: Date,
): { readonly reasons: readonly ReadyReason[]; readonly part?: ReadyWindows } {
  if (windows.length === 0) return { reasons: [] };
  const rollouts = placements.map((placement) => ({ placement: placement.ref, clusters: placement.clusters, members }));
  const count = new Set(rollouts.flatMap((rollout) => windowsFor(rollout, windows))).size;
  const reasons = placements.flatMap((placement, index): readonly ReadyReason[] => {
    const rollout = rollouts[index];
    const closed = rollout && closedAt(now.getTime(), rollout, windows);
    return closed === undefined ? [] : [reasonOf(placement, closed, ignored)];
  });
  return { reasons, part: { count, ...(ignored === undefined ? {} : { ignored }) } };
}

function reasonOf(placement: ChangedPlacement, closed: Closed, ignored: string | undefined): ReadyReason {
  const { windows, by, until } = closed;
  const [first] = windows;
  const names = listed(
    windows.map(({ name, reason }) => `"${name}"${reason === undefined ? '' : ` (${reason})`}`),
    SHOWN,
  );
  const why = by === 'denied' ? `the window ${names} denies it now` : `no window that allows it is open now (${names})`;
  const zone = first?.zone ?? 'UTC';
  const opens = until === undefined ? 'It may not start within the next 400 days' : `It may start at ${instantText(until, zone)}`;
  const message =
    ignored === undefined
      ? `A rollout of ${displayName(placement.ref)} may not start: ${why}. ${opens}.`
      : `A closed window is ignored for ${displayName(placement.ref)} (${ignored}): ${why}.`;
  return {
    id: 'window-closed',
    effect: ignored === undefined ? 'waits' : 'warns',
    ...aboutOf(placement),
    message,
    ...(until === undefined ? {} : { until: new Date(until).toISOString().replace('.000Z', 'Z') }),
  };
}

const SHOWN = 3;
