import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of an API server whose connections can be cut. */
export interface Cuttable {
  /** The `https://` address for `--server`. */
  readonly url: string;
  /** How many connections were accepted. */
  readonly accepted: () => number;
  /** Cuts all connections and refuses new ones for this many milliseconds. */
  cut(downMs?: number): Promise<void>;
  close(): void;
}

export async function cuttable(target: string): Promise<Cuttable> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let down = false;
  let accepted = 0;
  const server = createServer((client) => {
    if (down) {
      client.destroy();
      return;
    }
    accepted += 1;
    const upstream = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const local = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `https://127.0.0.1:${local}`,
    accepted: () => accepted,
    cut: async (downMs = 0) => {
      down = downMs > 0;
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, downMs));
      down = false;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
