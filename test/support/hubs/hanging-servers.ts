import net from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A server that hangs in its own way. `begin` gets every connection. */
export interface HangingServer {
  readonly port: number;
  close(): void;
}

export async function hangingServer(begin: (socket: Socket) => void): Promise<HangingServer> {
  const sockets = new Set<Socket>();
  const server: Server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    begin(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Writes `first`, and then `then` again and again until the other side closes. */
export function trickle(socket: Socket, first: string, then: string): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(then), 100);
  socket.on('close', () => clearInterval(timer));
}
