import type { Clock } from '../../clock.ts';
import type { Environment } from '../http/proxy.ts';
import type { HubTiming } from '../http/timing.ts';
import type { Endpoint } from '../http/transport.ts';

/** The effects that a login needs. */
export interface CredentialPorts {
  readonly env: Environment;
  readonly clock: Clock;
  readonly wallClock: () => number;
  readonly timing: HubTiming;
  readonly interactive: boolean;
  readonly mask: (secret: string) => void;
  readonly endpoint: Endpoint;
  /** Aborted if the hub is closed; a login that is under way then ends. */
  readonly closed: AbortSignal;
}
