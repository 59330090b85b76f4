import { Duplex } from 'node:stream';
import type { Clock } from '../../../src/gates/clock.ts';
import type { Flow } from './faults.ts';

/** A connection as an HTTP server gets it. */
export type Connection = Duplex & { resetAndDestroy(): unknown };

/** A connection that sends its answers as their flow says, and passes on unchanged what it receives. */
export class FaultyStream extends Duplex {
  readonly #inner: Connection;
  readonly #clock: Clock;
  #flow: Flow | undefined;
  /** Bytes of this answer sent so far. */
  #sent = 0;
  #kept: Buffer[] = [];
  #isSilent = false;
  readonly #closed = new AbortController();

  constructor(inner: Connection, clock: Clock) {
    super({ allowHalfOpen: true });
    this.#inner = inner;
    this.#clock = clock;
    inner.on('data', (chunk: Buffer) => this.push(chunk));
    inner.on('end', () => this.push(null));
    inner.on('error', () => this.destroy());
    inner.on('close', () => {
      this.#closed.abort();
      this.destroy();
    });
  }

  /** The next bytes belong to a new answer. */
  begin(flow: Flow | undefined): void {
    this.#flow = flow;
    this.#sent = 0;
    if (flow?.kind === 'cut' && flow.after === 0) this.#cut(flow.how);
  }

  /** The server has written the complete answer. */
  complete(): void {
    if (this.#flow?.kind !== 'rewritten') return;
    this.#inner.end(this.#flow.rewrite(Buffer.concat(this.#kept)));
    this.#kept = [];
  }

  /** Ends the connection abruptly, as a crash does. */
  reset(): void {
    this.#inner.resetAndDestroy();
  }

  override _read(): void {
    // Received bytes are pushed as they arrive.
  }

  override _write(chunk: Buffer, _: string, done: () => void): void {
    void this.#pass(chunk, done);
  }

  override _final(done: () => void): void {
    if (!this.#isSilent && !this.#inner.writableEnded) this.#inner.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isSilent) this.#inner.destroy();
    done(error);
  }

  async #pass(chunk: Buffer, done: () => void): Promise<void> {
    await this.#sendOn(chunk);
    done();
  }

  async #sendOn(chunk: Buffer): Promise<void> {
    const flow = this.#flow;
    if (this.#isSilent || this.#inner.writableEnded || this.#inner.destroyed) return;
    if (flow === undefined) return void this.#inner.write(chunk);
    if (flow.kind === 'rewritten') return void this.#kept.push(chunk);
    if (flow.kind === 'counted') {
      flow.told((this.#sent += chunk.length));
      return void this.#inner.write(chunk);
    }
    if (flow.kind === 'slow') return await this.#drip(chunk, flow.pieceBytes, flow.everyMs);
    const part = chunk.subarray(0, Math.max(0, flow.after - this.#sent));
    this.#sent += part.length;
    if (part.length > 0) this.#inner.write(part);
    if (this.#sent >= flow.after) this.#cut(flow.how);
  }

  async #drip(chunk: Buffer, pieceBytes: number, everyMs: number): Promise<void> {
    for (let at = 0; at < chunk.length && !this.#inner.destroyed; at += pieceBytes) {
      this.#inner.write(chunk.subarray(at, at + pieceBytes));
      await this.#clock.sleep(everyMs, this.#closed.signal);
    }
  }

  #cut(how: 'reset' | 'close' | 'silence'): void {
    if (how === 'silence') this.#isSilent = true;
    else if (how === 'close') this.#inner.end();
    // A reset may overtake earlier bytes, so they must be sent first.
    else setImmediate(() => this.#inner.resetAndDestroy());
  }
}
