import type http from 'node:http';
import { Duplex } from 'node:stream';

/** A connection that was begun for a request, or was ready for one. */
interface Begun {
  readonly sent: http.ClientRequest;
  /** `undefined` where an old one serves. */
  readonly begun: Duplex | undefined;
}

/** All connections of an agent, also those a proxy keeps waiting for their tunnel: the agent itself knows them only once they stand. */
export class Connections {
  readonly #open = new Set<Duplex>();
  /** Those nobody has used yet, and what to call before somebody does. */
  readonly #ready = new Map<Duplex, () => void>();
  readonly #secured = new WeakSet<Duplex>();
  #newest: Duplex | undefined;
  #tookReady = false;
  /** Begins one more as the agent did last. */
  #more: (() => unknown) | undefined;

  /** Has the agent tell of every connection it begins, and take what is ready before. */
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

  /** What the request is made with, and the connection that was begun for it. */
  begunBy(open: () => http.ClientRequest): Begun {
    this.#newest = undefined;
    this.#tookReady = false;
    const sent = open();
    // It may have been closed by the server meanwhile, as any that was used before.
    if (this.#tookReady) sent.reusedSocket = true;
    return { sent, begun: this.#newest };
  }

  /** Has so many TLS connections stand ready, with no request. One that fails or ends is not missed. */
  makeReady(count: number): void {
    while (this.#more !== undefined && this.#ready.size < count) {
      const connection = this.#more();
      if (!(connection instanceof Duplex)) return;
      this.#keep(connection);
      this.#hold(connection);
    }
  }

  /** Ends what stands ready. */
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
    // Nobody has asked: what comes is no answer. Whoever reads learns of the end as well.
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
