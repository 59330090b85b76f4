import { flagTerms, type Terms } from '../../terms.ts';
import type { Clock } from '../clock.ts';
import { systemClock } from '../clock.ts';
import { credentialsOf } from './auth/credentials-of.ts';
import type { AccessGrace } from './access/access-grace.ts';
import type { ClusterRole } from './access/degradation.ts';
import { endpointOf } from './auth/endpoint-of.ts';
import { plainPart, refusePlainHttp } from './auth/plain-http.ts';
import { secretsOf } from './auth/secrets-of.ts';
import { shownUrl } from './http/shown-url.ts';
import { contextOf, type ContextChoice } from './auth/context-of.ts';
import { NoticeBoard } from './access/notices.ts';
import { type HubConnection, liveHubOver } from './hub-over.ts';
import { DEFAULT_TIMING } from './http/timing.ts';
import type { HubTiming } from './http/timing.ts';
import { type Endpoint, Transport } from './http/transport.ts';

import type { LiveHub } from './watch/live-hub.ts';

export type { LiveHub };

export interface ConnectOptions extends ContextChoice {
  readonly server?: string;
  readonly tlsServerName?: string;
  readonly namespace?: string;
  /** Milliseconds since the epoch by this machine: for the expiry of credentials, and to report a difference from the hub's clock. */
  readonly wallClock: () => number;
  readonly clock?: Clock;
  /** 0 ≤ x < 1 */
  readonly random?: () => number;
  /** Whether a person can answer a login prompt. */
  readonly interactive?: boolean;
  /** Called with every secret that is read, so that logs can hide it. */
  readonly mask?: (secret: string) => void;
  readonly userAgent?: string;
  /** How long to try refused credentials again; without it, the first refusal is final. */
  readonly access?: AccessGrace;
  /** The role of the cluster in messages; default: the hub. */
  readonly role?: ClusterRole;
  readonly timing?: Partial<HubTiming>;
  /** Opens a connection instead of TCP and TLS; for hubs inside this process. */
  readonly connect?: Endpoint['connect'];
  /** How messages name settings; default: as flags. */
  readonly terms?: Terms;
}

/**
 * A live reader for the hub of the kubeconfig's context, or of the pod this runs in. `follow` sends the first request.
 * @throws ConfigError if the kubeconfig or what it refers to cannot be used
 */
export async function connectHub(options: ConnectOptions): Promise<LiveHub> {
  return liveHubOver(await hubConnection(options));
}

/** The connection to that hub. It sends no request yet. @throws ConfigError as `connectHub` */
export async function hubConnection(options: ConnectOptions): Promise<HubConnection> {
  const { clock = systemClock, random = Math.random, terms = flagTerms, env, wallClock } = options;
  const timing: HubTiming = { ...DEFAULT_TIMING, ...options.timing };
  const notices = new NoticeBoard();
  const { mask = () => undefined } = options;
  const context = contextOf(options);
  // This must be first, because any later message may quote the secrets.
  for (const secret of secretsOf(context, options.server)) mask(secret);
  const endpoint = endpointOf(context, options, notices);
  const transport = new Transport(endpoint, clock, timing);
  const credentials = credentialsOf(context, {
    env,
    clock,
    wallClock,
    timing,
    endpoint,
    closed: transport.closed,
    interactive: options.interactive ?? false,
    mask,
  });
  const { server } = endpoint;
  if (plainPart(endpoint) !== undefined) refusePlainHttp(endpoint, await credentials.current(), context);
  const proxy = endpoint.proxy['HTTPS_PROXY'] === undefined ? '' : ', through a proxy';
  return {
    ...options,
    clock,
    terms,
    random,
    timing,
    notices,
    transport,
    credentials,
    fallbackNamespace: options.namespace ?? context.namespace,
    description: `${shownUrl(server).replace(/\/$/, '')} (context ${context.name}${proxy})`,
  };
}
