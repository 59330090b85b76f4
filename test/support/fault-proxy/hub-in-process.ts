import http from 'node:http';
import type { Duplex } from 'node:stream';
import { noFaults, type HubFaults } from '../../../src/demo/hub/faults.ts';
import { handleRequest, type EmbeddedState } from '../../../src/demo/hub/handle-request.ts';
import type { HubTime } from '../../../src/demo/hub/hub-time.ts';
import { SERVED_TYPES, type ServedType } from '../../../src/demo/hub/served-types.ts';
import { whenOver } from '../../../src/demo/hub/when-over.ts';
import type { Clock } from '../../../src/gates/clock.ts';
import { FaultyStream } from './faulty-stream.ts';
import { askedOf, type Asked, type Fault } from './faults.ts';
import { ConnectionEnd, type Traffic } from './in-process-connection.ts';
import { RestorableStore } from './restorable-store.ts';

/** Called for each request before it is answered. Returns the fault of the answer, if any. */
export type Plan = (asked: Asked) => Fault | undefined;

/** An embedded hub without sockets and TLS, with the fault proxy in front of it. */
export interface HubInProcess {
  readonly store: RestorableStore;
  /** Faults of the hub itself. */
  readonly faults: HubFaults;
  /** Faults on the way to the hub. There are none until it is set. */
  plan: Plan;
  /** While it is down, connections are refused. */
  isDown: boolean;
  /** The connection to pass to `connectHub`. */
  readonly connect: () => Duplex;
  /** The number of open watches of the kind that has most. */
  readonly openWatches: number;
  readonly openConnections: number;
  token: string;
  /** Ends all connections abruptly, as a crash does. */
  cutAll(): void;
  close(): void;
}

export const HUB_TOKEN = 'hub-in-process';

export interface HubInProcessOptions {
  readonly traffic: Traffic;
  readonly clock: Clock;
  readonly time: HubTime;
  readonly types?: readonly ServedType[];
  readonly onAsked?: (asked: Asked) => void;
}

export function hubInProcess({ traffic, clock, time, types = SERVED_TYPES, onAsked }: HubInProcessOptions): HubInProcess {
  const closing = new AbortController();
  const store = new RestorableStore(types);
  const state: EmbeddedState = {
    get store() {
      return store.current;
    },
    types,
    faults: noFaults(),
    time,
    bookmarkSeconds: 60,
    user: 'fleet-gate',
    token: HUB_TOKEN,
    requests: [],
    watches: new Set(),
    closing: closing.signal,
  };
  const connections = new Set<FaultyStream>();
  const watches = new Map<string, number>();
  const server = http.createServer({ requestTimeout: 0, headersTimeout: 0 }, (request, response) => {
    const asked = askedOf(request.method ?? 'GET', request.url ?? '/');
    const stream = request.socket as unknown as FaultyStream;
    onAsked?.(asked);
    state.requests.length = 0;
    const fault = hub.plan(asked);
    if (asked.verb === 'watch') {
      watches.set(asked.what, (watches.get(asked.what) ?? 0) + 1);
      whenOver(response, () => watches.set(asked.what, (watches.get(asked.what) ?? 0) - 1));
    }
    response.on('error', () => undefined);
    response.on('finish', () => stream.complete());
    stream.begin(fault !== undefined && 'flow' in fault ? fault.flow : undefined);
    if (fault?.kind === 'ended') {
      const gone = new AbortController();
      whenOver(response, () => gone.abort());
      void clock.sleep(fault.afterMs, gone.signal).finally(() => response.end());
    }
    if (fault?.kind === 'answer') {
      response.writeHead(fault.code, { Date: new Date(time.now()).toUTCString(), ...fault.headers });
      response.end(fault.body);
    } else void handleRequest(state, request, response);
  });
  const hub: HubInProcess = {
    store,
    faults: state.faults,
    plan: () => undefined,
    isDown: false,
    connect: () => {
      const [client, end] = ConnectionEnd.pair(traffic);
      if (hub.isDown) {
        // Deferred: Node notices the error only after the connection has its request.
        setImmediate(() => client.destroy(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })));
        return client;
      }
      const stream = new FaultyStream(end, clock);
      connections.add(stream.on('close', () => connections.delete(stream)));
      server.emit('connection', stream);
      return client;
    },
    get openWatches() {
      return Math.max(0, ...watches.values());
    },
    get openConnections() {
      return connections.size;
    },
    get token() {
      return state.token;
    },
    set token(token) {
      state.token = token;
    },
    cutAll: () => {
      for (const stream of connections) stream.reset();
    },
    close: () => {
      closing.abort();
      for (const stream of connections) stream.destroy();
    },
  };
  return hub;
}
