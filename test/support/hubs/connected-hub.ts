import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectHub } from '../../../src/gates/hub/connect-hub.ts';
import type { ConnectOptions, LiveHub } from '../../../src/gates/hub/connect-hub.ts';
import type { HubTiming } from '../../../src/gates/hub/http/timing.ts';
import type { HubState } from '../../../src/fleet/kubefleet/hub-state.ts';
import { HANG_LIMIT } from '../hang-limit.ts';
import { temporaryFolder } from '../trees/temporary-folder.ts';

/** Times of production in seconds are milliseconds here. Periodic work happens only if a test asks for it. */
const QUICK: Partial<HubTiming> = {
  backoffBaseMs: 2,
  backoffMaxMs: 10,
  requestMs: 0,
  reconnectMs: 5,
  confirmMs: 20,
  pollMs: 15,
  retryUnseenMs: 20,
};

/** A kubeconfig file with one context `hub` for this server. */
export function kubeconfigFile(server: string, user: object = {}, cluster: object = {}): string {
  const path = join(temporaryFolder(), 'config');
  const document = {
    'current-context': 'hub',
    contexts: [{ name: 'hub', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server, ...cluster } }],
    users: [{ name: 'u', user }],
  };
  writeFileSync(path, JSON.stringify(document));
  return path;
}

export function connected(kubeconfig: string, options: Partial<ConnectOptions> = {}): Promise<LiveHub> {
  return connectHub({
    kubeconfig,
    env: {},
    wallClock: () => Date.now(),
    random: () => 0.5,
    ...options,
    timing: { ...QUICK, ...options.timing },
  });
}

/** Waits, by the reader's own signal, until a snapshot satisfies the condition. */
export async function until(hub: LiveHub, wanted: (state: HubState) => boolean): Promise<HubState> {
  const limit = AbortSignal.timeout(HANG_LIMIT);
  for (;;) {
    const state = hub.state();
    if (wanted(state)) return state;
    if (limit.aborted) throw new Error('the snapshot never became as wanted');
    await hub.changed(limit);
  }
}
