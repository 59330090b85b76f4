import { displayName } from '../fleet/kubernetes/object.ts';
import type { HubState } from '../fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { listed } from '../fleet/text/listed.ts';
import type { ReadyReason, ReadyWindows } from '../report.ts';
import type { ChangedPlacement } from './changed-placement.ts';
import { aboutOf } from './former-rollouts.ts';
import { unknownPlacementsOf } from './unknown-placements.ts';
import { type Closed, closedAt, instantText, type RolloutWindow, unknownClustersOf, windowsFor } from './windows.ts';

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
  hub: HubState,
): { readonly reasons: readonly ReadyReason[]; readonly part?: ReadyWindows } {
  if (windows.length === 0) return { reasons: [] };
  const rollouts = placements.map((placement) => ({ placement: placement.ref, clusters: placement.clusters, members }));
  const count = new Set(rollouts.flatMap((rollout) => windowsFor(rollout, windows))).size;
  const reasons = placements.flatMap((placement, index): readonly ReadyReason[] => {
    const rollout = rollouts[index];
    const closed = rollout && closedAt(hub.now.getTime(), rollout, windows);
    return closed === undefined ? [] : [reasonOf(placement, closed, ignored)];
  });
  // Without rights on member clusters none is known.
  const idle = members.size === 0 ? [] : windows.flatMap((window) => idleReason(window, members));
  const refs = placements.map(({ ref }) => ref);
  const misnamed = windows.flatMap((window) => misnamedReason(window, unknownPlacementsOf(window, refs, hub)));
  return { reasons: [...reasons, ...idle, ...misnamed], part: { count, ...(ignored === undefined ? {} : { ignored }) } };
}

/** A window with a misspelt cluster would deny or allow nothing there, without a word. */
function idleReason(window: RolloutWindow, members: ReadonlyMap<string, KubeObject>): readonly ReadyReason[] {
  const unknown = unknownClustersOf(window, members);
  if (unknown === undefined) return [];
  const what =
    unknown === 'all' ? 'selects no member cluster, so it changes nothing' : `names ${listed(unknown, 3)}: not among the member clusters`;
  const remedy = `Correct \`clusters\` of the window, or remove the window.`;
  return [{ id: 'window-without-cluster', effect: 'warns', message: `The window "${window.name}" ${what}.`, remedy }];
}

/** Nor does one with a misspelt placement. */
function misnamedReason({ name }: RolloutWindow, unknown: readonly string[]): readonly ReadyReason[] {
  if (unknown.length === 0) return [];
  const message = `The window "${name}" names ${listed(unknown, 3)}: not among the placements of the hub and of this change.`;
  const remedy = 'Correct `placements` of the window, or remove the window.';
  return [{ id: 'window-without-placement', effect: 'warns', message, remedy }];
}

function reasonOf(placement: ChangedPlacement, closed: Closed, ignored: string | undefined): ReadyReason {
  const { windows, by, until } = closed;
  const [first] = windows;
  const names = listed(
    windows.map(({ name, reason }) => `"${name}"${reason === undefined ? '' : ` (${reason})`}`),
    3,
  );
  const why = by === 'denied' ? `the window ${names} denies it now` : `no window that allows it is open now (${names})`;
  const zone = first?.zone ?? 'UTC';
  const opens =
    until === undefined ? 'No time is found in the next 400 days at which it may start' : `It may start at ${instantText(until, zone)}`;
  const message =
    ignored === undefined
      ? `A rollout of ${displayName(placement.ref)} may not start: ${why}. ${opens}.`
      : `A closed window is ignored for ${displayName(placement.ref)} (${ignored}): ${why}.`;
  return {
    id: 'window-closed',
    effect: ignored !== undefined ? 'warns' : until === undefined ? 'blocks' : 'waits',
    ...aboutOf(placement),
    message,
    ...(until === undefined && ignored === undefined ? { remedy: 'Correct the windows: waiting does not open one.' } : {}),
    ...(until === undefined ? {} : { until: new Date(until).toISOString().replace('.000Z', 'Z') }),
  };
}
