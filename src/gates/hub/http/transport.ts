import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkServerIdentity, createSecureContext, TLSSocket, type SecureContext } from 'node:tls';
import { trimEndSigns } from '../../../fleet/text/trim-signs.ts';
import type { Clock } from '../../clock.ts';
import { Connections } from './connections.ts';
import type { Credential } from './credentials.ts';
import { Deadline } from './deadline.ts';
import { isNotConnected, NoAnswer, UnreachedProxy, UntrustedProxy, type NetworkStep } from './network-failure.ts';
import { proxySetting } from './proxy.ts';
import type { HubTiming } from './timing.ts';

/** How to reach an API server: all of the kubeconfig's cluster entry except its name. */
export interface Endpoint {
  /** May carry a path prefix. */
  readonly server: URL;
  /** PEM; without it, the machine's own certificate authorities are used, as in kubectl. */
  readonly ca?: string;
  readonly serverName?: string;
  readonly insecure: boolean;
  /** Proxy settings in Node's terms (`HTTPS_PROXY`, `HTTP_PROXY`); empty for a direct connection. */
  readonly proxy: Readonly<Record<string, string>>;
  /** The proxy is the `proxy-url` of the kubeconfig. */
  readonly hasProxyUrl?: boolean;
  /** Opens a connection instead of TCP and TLS; for hubs inside this process. */
  readonly connect?: () => Duplex;
}

export interface HubRequest extends WebRequest {
  /** Only `../write/` and, with `dryRun=All`, `../dry-run/` send `PATCH`. */
  readonly method: 'GET' | 'POST' | 'PATCH';
}

export interface WebRequest {
  readonly method: string;
  /** Path and query after the server's prefix. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends requests over kept-alive connections. There is one agent for each hub, replaced only if the client certificate changes. */
export class Transport {
  readonly endpoint: Endpoint;
  readonly #clock: Clock;
  readonly #timing: HubTiming;
  readonly #closing = new AbortController();
  readonly #connections = new Connections();
  #agent: http.Agent | https.Agent | undefined;
  #certificate: Credential['certificate'];

  constructor(endpoint: Endpoint, clock: Clock, timing: HubTiming) {
    this.endpoint = endpoint;
    this.#clock = clock;
    this.#timing = timing;
  }

  /** Resolves with the answer's head for every status; the caller reads or destroys the body. Rejects with Node's error or NoAnswer. */
  async send(request: WebRequest, credential: Credential, signal: AbortSignal): Promise<http.IncomingMessage> {
    for (let attempt = 0; ; attempt++) {
      const { sent, begun } = this.#connections.begunBy(() => this.#open(request, credential));
      try {
        return await this.#answer(sent, request, signal);
      } catch (error) {
        // If a request is ended while its proxy opens the tunnel, that connection remains open.
        if (sent.socket === null) begun?.destroy();
        // The server closed an idle connection at the moment of its reuse: this is normal, and a new connection will work.
        const ofProxy = proxyError(error, begun, this.endpoint);
        if (ofProxy !== undefined) throw ofProxy;
        const stale = sent.reusedSocket && STALE.has((error as { readonly code?: string }).code ?? '');
        if (!stale || attempt >= 3 || signal.aborted) throw error;
      }
    }
  }

  /** Aborted if the transport is closed. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /**
   * Opens this many idle connections, so that the next requests need not wait for TCP and TLS. It sends no request. It does nothing with a
   * proxy, which may refuse or bill an unused tunnel.
   */
  makeReady(count: number): void {
    const { server, proxy, connect } = this.endpoint;
    const isDirect = server.protocol === 'https:' && connect === undefined && Object.keys(proxy).length === 0;
    if (!isDirect || this.#closing.signal.aborted) return;
    const idle = Object.values(this.#agent?.freeSockets ?? {}).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
    this.#connections.makeReady(count - idle);
  }

  close(): void {
    this.#closing.abort();
    this.#agent?.destroy();
    this.#connections.destroy();
  }

  /** Does not pass the signal: Node would pass it to the socket and close it, even after the request ended and others use the socket. */
  #open(request: WebRequest, credential: Credential): http.ClientRequest {
    const { server, serverName } = this.endpoint;
    const secure = server.protocol === 'https:';
    const options: https.RequestOptions = {
      agent: this.#agentFor(credential, secure),
      hostname: unbracketed(server.hostname),
      port: server.port === '' ? (secure ? 443 : 80) : Number(server.port),
      method: request.method,
      path: `${server.pathname.replace(/\/$/, '')}${request.path}`,
      headers: {
        ...(request.body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(request.body) }),
        ...request.headers,
        ...credential.headers,
      },
      servername: announced(serverName ?? server.hostname),
    };
    return secure ? https.request(options) : http.request(options);
  }

  #answer(sent: http.ClientRequest, request: WebRequest, signal: AbortSignal): Promise<http.IncomingMessage> {
    const { connectMs, headersMs } = this.#timing;
    return new Promise((resolve, reject) => {
      const { host } = this.endpoint.server;
      const limit = (ms: number, failing: string, step: NetworkStep): Deadline =>
        new Deadline(this.#clock, ms, () => {
          // The error is thrown here and not by the request's own event: Node emits none while the proxy tunnel is not open.
          finish(new NoAnswer(`${host} ${failing} within ${ms / 1000} s`, { step }));
          // Other idle connections to this server are dead too, and each would take as long to detect.
          if (sent.reusedSocket) this.#dropIdle();
          sent.destroy();
        });
      const way = this.endpoint.proxy['HTTPS_PROXY'] === undefined ? '' : ' through the proxy';
      let deadline = limit(connectMs, `accepts no connection${way}`, way === '' ? 'connection' : 'proxy');
      const aborted = (): void => {
        finish(signal.reason);
        sent.destroy();
      };
      let settled = false;
      const finish = (outcome: unknown): void => {
        settled = true;
        deadline.stop();
        const over = (): void => signal.removeEventListener('abort', aborted);
        if (outcome instanceof http.IncomingMessage) {
          // The body has not arrived yet.
          outcome.once('close', over);
          return resolve(outcome);
        }
        over();
        reject(outcome instanceof Error ? outcome : new NoAnswer(String(outcome)));
      };
      const connected = (): void => {
        deadline.stop();
        if (!settled) deadline = limit(headersMs, 'does not answer', 'answer');
      };
      signal.addEventListener('abort', aborted, { once: true });
      sent.on('socket', (socket) => {
        if (!socket.connecting) return connected();
        socket.once(this.endpoint.server.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
      });
      sent.on('response', finish);
      sent.on('error', finish);
      if (signal.aborted) return aborted();
      sent.end(request.body);
    });
  }

  #agentFor(credential: Credential, secure: boolean): http.Agent | https.Agent {
    if (this.#agent !== undefined && sameCertificate(this.#certificate, credential.certificate)) return this.#agent;
    // Watches on the old agent end with it and start again with the new certificate.
    this.#agent?.destroy();
    this.#certificate = credential.certificate;
    const { ca, insecure, proxy, connect, serverName } = this.endpoint;
    const shared = { keepAlive: true, scheduling: 'lifo', proxyEnv: proxy } as const;
    // The certificates are read once, and not again for each connection.
    const secureContext = (): SecureContext => createSecureContext({ ...(ca === undefined ? {} : { ca }), ...credential.certificate });
    this.#agent = secure
      ? new https.Agent({
          ...shared,
          rejectUnauthorized: !insecure,
          secureContext: secureContext(),
          ...(serverName === undefined ? {} : { checkServerIdentity: (_, cert) => checkServerIdentity(unbracketed(serverName), cert) }),
        })
      : new http.Agent(shared);
    if (connect !== undefined) this.#agent.createConnection = connect;
    return this.#connections.of(this.#agent);
  }

  #dropIdle(): void {
    this.#connections.dropReady();
    for (const idle of Object.values(this.#agent?.freeSockets ?? {})) for (const socket of idle ?? []) socket.destroy();
  }
}

const STALE: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

function sameCertificate(a: Credential['certificate'], b: Credential['certificate']): boolean {
  return a?.cert === b?.cert && a?.key === b?.key;
}

/** The name that a TLS handshake asks for. Source: Go, crypto/tls `hostnameInSNI`: no address, and no dot at the end. */
function announced(name: string): string {
  const bare = trimEndSigns(unbracketed(name), '.');
  return isIP(bare) === 0 ? bare : '';
}

function unbracketed(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/**
 * An error that names the proxy, if it is not reached or its certificate is refused; Node reports the same codes as for the hub. With a
 * proxy, only the proxy's name is looked up, and only the proxy is connected to.
 */
function proxyError(error: unknown, begun: Duplex | undefined, endpoint: Endpoint): UnreachedProxy | UntrustedProxy | undefined {
  const url = URL.parse((endpoint.server.protocol === 'https:' ? endpoint.proxy['HTTPS_PROXY'] : endpoint.proxy['HTTP_PROXY']) ?? '');
  if (url === null) return undefined;
  const secured = url.protocol === 'https:' && begun instanceof TLSSocket ? begun : undefined;
  // Typed as an error, and a code at run time.
  const code = String(secured?.authorizationError ?? '');
  if (code !== '' && code !== 'null') return new UntrustedProxy(url.host, code);
  // True until TLS is ready. The types do not have it.
  const isSecuring = (secured as { readonly secureConnecting?: boolean } | undefined)?.secureConnecting === true;
  return isSecuring || isNotConnected(error) ? new UnreachedProxy(url.host, proxySetting(endpoint), error) : undefined;
}
