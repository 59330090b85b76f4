import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { makeCertificate } from './certificate.ts';
import { noFaults, type HubFaults } from './faults.ts';
import { handleRequest, type EmbeddedState, type SeenRequest } from './handle-request.ts';
import { realTime, type HubTime } from './hub-time.ts';
import { ObjectStore } from './object-store.ts';
import { play, type Play, type PlayOptions, type StoryEvent } from './player.ts';
import { SERVED_TYPES, type ServedType } from './served-types.ts';

export interface EmbeddedHubOptions {
  /** Default: the machine's clock. */
  readonly time?: HubTime;
  /** Default: all KubeFleet kinds, and the built-in kinds that a deploy uses. */
  readonly types?: readonly ServedType[];
  /** The only accepted token. Default: a fixed one, which is enough for a loopback hub with test and demo data. */
  readonly token?: string;
  /** Default 60, as in kube-apiserver. */
  readonly bookmarkSeconds?: number;
}

/** An HTTPS API server in this process, on a loopback port. */
export interface EmbeddedHub {
  /** `https://127.0.0.1:<port>` */
  readonly url: string;
  readonly token: string;
  /** The PEM certificate to trust for this server. */
  readonly certificate: string;
  readonly store: ObjectStore;
  readonly faults: HubFaults;
  /** All requests until now, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** Number of TLS connections accepted until now. */
  readonly connections: number;
  /** Number of watches that are open now. */
  readonly openWatches: number;
  /** A kubeconfig with one context, `embedded`, as JSON, which is valid YAML. */
  kubeconfig(): string;
  /** Plays a recording or a story. Several can play at once if their objects differ. */
  play(events: readonly StoryEvent[], options?: PlayOptions): Play;
  /** Closes the connection of every open watch, as a restarting API server or a proxy does. */
  dropWatches(): void;
  /** From now on only this token is accepted. */
  changeToken(token: string): void;
  /** Stops plays, watches and the server. */
  close(): Promise<void>;
}

/** Starts an empty hub. Objects come from its store or from a story. */
export async function startEmbeddedHub(options: EmbeddedHubOptions = {}): Promise<EmbeddedHub> {
  const { time = realTime, types = SERVED_TYPES, bookmarkSeconds = 60 } = options;
  const closing = new AbortController();
  const store = new ObjectStore(types);
  const faults = noFaults();
  const state: EmbeddedState = {
    store,
    types,
    faults,
    time,
    bookmarkSeconds,
    token: options.token ?? 'embedded-hub-token',
    user: 'fleet-gate',
    requests: [],
    watches: new Set(),
    closing: closing.signal,
  };
  const { key, cert } = await makeCertificate();
  const server = createServer({ key, cert, keepAliveTimeout: 120_000, requestTimeout: 0 }, (request, response) => {
    void handleRequest(state, request, response);
  });
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
  server.on('secureConnection', () => (connections += 1));
  const url = `https://127.0.0.1:${await listen(server)}`;

  return {
    url,
    certificate: cert,
    store,
    faults,
    requests: state.requests,
    get token() {
      return state.token;
    },
    get connections() {
      return connections;
    },
    get openWatches() {
      return state.watches.size;
    },
    kubeconfig: () => kubeconfig(url, cert, state.token),
    play: (events, playOptions) => play(store, events, time, closing.signal, playOptions),
    dropWatches: () => {
      for (const watch of state.watches) watch.destroy();
    },
    changeToken: (token) => {
      state.token = token;
    },
    close: async () => {
      closing.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function kubeconfig(server: string, certificate: string, token: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'embedded',
    clusters: [{ name: 'embedded', cluster: { server, 'certificate-authority-data': Buffer.from(certificate).toString('base64') } }],
    users: [{ name: 'embedded', user: { token } }],
    contexts: [{ name: 'embedded', context: { cluster: 'embedded', user: 'embedded' } }],
  });
}
