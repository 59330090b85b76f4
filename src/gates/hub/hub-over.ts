import type { Terms } from '../../terms.ts';
import type { Clock } from '../clock.ts';
import type { AccessGrace } from './access/access-grace.ts';
import type { ClusterRole } from './access/degradation.ts';
import type { NoticeBoard } from './access/notices.ts';
import { ApiClient } from './http/api-client.ts';
import type { CredentialSource } from './http/credentials.ts';
import { Discovery } from './http/discovery.ts';
import { Persistence } from './http/persistence.ts';
import { ServerTime } from './http/server-time.ts';
import type { HubTiming } from './http/timing.ts';
import type { Transport } from './http/transport.ts';
import { LiveHub } from './watch/live-hub.ts';

/** The connection to an API server, with its credentials. */
export interface HubConnection {
  readonly transport: Pick<Transport, 'send' | 'endpoint' | 'closed' | 'close' | 'makeReady'>;
  readonly credentials: CredentialSource;
  readonly notices: NoticeBoard;
  readonly clock: Clock;
  /** Milliseconds since the epoch by this machine. */
  readonly wallClock: () => number;
  /** 0 ≤ x < 1 */
  readonly random: () => number;
  readonly timing: HubTiming;
  readonly terms: Terms;
  readonly description: string;
  readonly fallbackNamespace: string | undefined;
  readonly userAgent?: string;
  readonly access?: AccessGrace;
  readonly role?: ClusterRole;
}

/** A live reader over this connection. It sends no request yet. */
export function liveHubOver(way: HubConnection): LiveHub {
  const { transport, access, role = 'hub', userAgent = 'fleet-gate' } = way;
  const { host } = transport.endpoint.server;
  const serverTime = new ServerTime();
  const client = new ApiClient({ ...way, serverTime, userAgent });
  const refused = access === undefined ? {} : { pauseAfterRefusal: (message: string) => access.pauseAfter(message) };
  return new LiveHub({
    ...way,
    client,
    serverTime,
    role,
    discovery: new Discovery((path) => client.get(path, transport.closed)),
    persistence: new Persistence({ ...way, host, ...refused }),
  });
}
