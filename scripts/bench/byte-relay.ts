import { createServer, connect, type AddressInfo } from 'node:net';

/** A way to a server that counts what goes over it. */
export interface ByteRelay {
  /** `https://127.0.0.1:<port>` */
  readonly url: string;
  /** Bytes the server sent so far, as they were on the wire. */
  readonly received: () => number;
  readonly close: () => void;
}

/** Hands every byte on as it is; whoever talks TLS over it does so with the server itself. */
export async function byteRelay(target: string): Promise<ByteRelay> {
  const { hostname, port } = new URL(target);
  let received = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    far.on('data', (chunk: Buffer) => (received += chunk.length));
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    received: () => received,
    close: () => void server.close(),
  };
}
