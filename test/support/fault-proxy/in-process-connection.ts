import { Duplex } from 'node:stream';

/** Tracks bytes in flight on connections of this process. Simulated time advances only if nothing is in flight. */
export class Traffic {
  moves = 0;

  /** Resolves once everything that was sent has arrived, and its consequences were sent as well. */
  async settled(): Promise<void> {
    for (let quiet = 0, seen = this.moves; quiet < 2; quiet++) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      if (seen === this.moves) continue;
      seen = this.moves;
      quiet = -1;
    }
  }
}

/** One end of a connection within this process, with as much of a socket as Node's HTTP needs. */
export class ConnectionEnd extends Duplex {
  readonly #traffic: Traffic;
  #peer: ConnectionEnd | undefined;

  private constructor(traffic: Traffic) {
    super({ allowHalfOpen: true });
    this.#traffic = traffic;
  }

  /** The two ends of a new connection. */
  static pair(traffic: Traffic): readonly [client: ConnectionEnd, server: ConnectionEnd] {
    const ends = [new ConnectionEnd(traffic), new ConnectionEnd(traffic)] as const;
    ends[0].#peer = ends[1];
    ends[1].#peer = ends[0];
    // Node's client ends its side after the server's end, as `net.Socket` does by default.
    ends[0].once('end', () => ends[0].end());
    // A socket that is no longer used may still be reset.
    for (const end of ends) end.on('error', () => undefined);
    return ends;
  }

  override _read(): void {
    this.#traffic.moves++;
  }

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.#traffic.moves++;
    if (this.#peer?.destroyed === false) this.#peer.push(chunk);
    done();
  }

  override _final(done: () => void): void {
    this.#traffic.moves++;
    if (this.#peer?.destroyed === false) this.#peer.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#traffic.moves++;
    const peer = this.#peer;
    this.#peer = undefined;
    if (peer?.destroyed === false && !peer.readableEnded) process.nextTick(() => peer.destroy(connectionReset()));
    done(error);
  }

  /** The other side gets ECONNRESET after what was sent before. */
  resetAndDestroy(): void {
    this.destroy();
  }

  // Members of `net.Socket` that a stream does not have. They do nothing here.
  setTimeout(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}
