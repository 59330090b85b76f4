import type http from 'node:http';
import { Duplex } from 'node:stream';

/** A connection that was opened for a request, or was ready for one. */
interface Begun {
  readonly sent: http.ClientRequest;
  /** `undefined` if an existing connection is used. */
  readonly begun: Duplex | undefined;
}

/**
 * All connections of an agent, including those whose proxy tunnel is not open yet: the agent itself knows a connection only after it is
 * open.
 */
export class Connections {
  readonly #open = new Set<Duplex>();
  /** The unused connections, and what to call before one is used. */
  readonly #ready = new Map<Duplex, () => void>();
  readonly #secured = new WeakSet<Duplex>();
  #newest: Duplex | undefined;
  #tookReady = false;
  /** Opens one more connection with the agent's last options. */
  #more: (() => unknown) | undefined;

  /** Makes the agent report every connection that it opens, and use ready connections first. */
  of<T extends http.Agent>(agent: T): T {
    const connect = agent.createConnection.bind(agent);
    this.#more = undefined;
    this.dropReady();
    agent.createConnection = (...asked: Parameters<http.Agent['createConnection']>) => {
      this.#more = () => connect(asked[0]);
      const ready = this.#takeReady();
      if (ready !== undefined) return ready;
      const connection = connect(...asked);
      if (connection instanceof Duplex) this.#keep(connection);
      return connection;
    };
    return agent;
  }

  /** What the request uses, and the connection that was opened for it. */
  begunBy(open: () => http.ClientRequest): Begun {
    this.#newest = undefined;
    this.#tookReady = false;
    const sent = open();
    // The server may have closed it in the meantime, as any connection that was used before.
    if (this.#tookReady) sent.reusedSocket = true;
    return { sent, begun: this.#newest };
  }

  /** Opens this many TLS connections in advance, without a request. A connection that fails or ends is not reported. */
  makeReady(count: number): void {
    while (this.#more !== undefined && this.#ready.size < count) {
      const connection = this.#more();
      if (!(connection instanceof Duplex)) return;
      this.#keep(connection);
      this.#hold(connection);
    }
  }

  /** Closes the ready connections. */
  dropReady(): void {
    for (const connection of this.#ready.keys()) connection.destroy();
    this.#ready.clear();
  }

  destroy(): void {
    this.#more = undefined;
    for (const connection of this.#open) connection.destroy();
  }

  #keep(connection: Duplex): void {
    this.#newest = connection;
    this.#open.add(connection);
    connection.once('close', () => this.#open.delete(connection));
  }

  #hold(connection: Duplex): void {
    const end = (): void => void connection.destroy();
    const forget = (): void => void this.#ready.delete(connection);
    connection.once('secureConnect', () => this.#secured.add(connection));
    connection.on('error', end);
    connection.once('close', forget);
    // No request was sent, so any data is not an answer. Reading also detects the end of the connection.
    connection.on('data', end);
    this.#ready.set(connection, () => {
      forget();
      connection.off('error', end).off('close', forget).off('data', end);
    });
  }

  #takeReady(): Duplex | undefined {
    for (const [connection, take] of this.#ready) {
      if (connection.destroyed || !connection.writable || !this.#secured.has(connection)) continue;
      take();
      this.#tookReady = true;
      return connection;
    }
    return undefined;
  }
}
