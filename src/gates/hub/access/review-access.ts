import { HubError } from '../../../errors.ts';
import type { Interest } from '../../../fleet/kubefleet/hub-state.ts';
import type { Clock } from '../../clock.ts';
import type { ApiClient } from '../http/api-client.ts';
import { ApiError } from '../http/api-error.ts';
import type { Discovery } from '../http/discovery.ts';
import { isConnectionError } from '../http/network-failure.ts';
import type { HubTiming } from '../http/timing.ts';
import { type Preflight, preflight } from './preflight.ts';

interface ReviewPorts {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly discovery: Discovery;
  readonly timing: Pick<HubTiming, 'preflightMs'>;
}

/**
 * Whether the hub allows these to be listed and watched; `undefined` if it does not answer in time. This is harmless, because the lists
 * report the cause.
 */
export async function reviewAccess(
  interests: readonly Interest[],
  ports: ReviewPorts,
  closed: AbortSignal,
): Promise<Preflight | undefined> {
  const { client, clock, discovery, timing } = ports;
  const over = new AbortController();
  const signal = AbortSignal.any([closed, over.signal]);
  void clock.sleep(timing.preflightMs, signal).then(() => over.abort());
  try {
    return await preflight(interests, { discovery, post: (path, body) => client.post(path, body, signal) });
  } catch (error) {
    if (!signal.aborted && !(error instanceof ApiError) && !(error instanceof HubError) && !isConnectionError(error)) throw error;
    return undefined;
  } finally {
    over.abort();
  }
}
