import type http from 'node:http';
import { Duplex } from 'node:stream';

/** All connections of an agent, also those a proxy keeps waiting for their tunnel: the agent itself knows them only once they stand. */
export class Connections {
  readonly #open = new Set<Duplex>();
  #newest: Duplex | undefined;

  /** Has the agent tell of every connection it begins. */
  of<T extends http.Agent>(agent: T): T {
    const connect = agent.createConnection.bind(agent);
    agent.createConnection = (...asked: Parameters<http.Agent['createConnection']>) => {
      const connection = connect(...asked);
      if (connection instanceof Duplex) this.#keep(connection);
      return connection;
    };
    return agent;
  }

  /** What the request is made with, and the connection that was begun for it; `undefined` where an old one serves. */
  begunBy(open: () => http.ClientRequest): { readonly sent: http.ClientRequest; readonly begun: Duplex | undefined } {
    this.#newest = undefined;
    const sent = open();
    return { sent, begun: this.#newest };
  }

  destroy(): void {
    for (const connection of this.#open) connection.destroy();
  }

  #keep(connection: Duplex): void {
    this.#newest = connection;
    this.#open.add(connection);
    connection.once('close', () => this.#open.delete(connection));
  }
}
