/** A standard stream of the process, as far as it is written to. */
type Stream = NodeJS.WritableStream & { destroy(error: Error): unknown };

/**
 * What is to be written to a stream, in its order. Texts that come in pieces are made one by one, each when the stream has let go of the one before:
 * a pipe may have a reader that is slower than they are made, and Node would keep them all.
 */
export class Outlet {
  readonly #stream: Stream;
  /** What waits for room; while there is any, all else is written behind it. */
  #waiting: Iterator<string>[] = [];
  #whenWritten: (() => void)[] = [];

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  write(text: string): void {
    if (this.#waiting.length === 0) this.#stream.write(text);
    else this.#waiting.push([text][Symbol.iterator]());
  }

  /** What cannot be made any more is an error of the stream, as what cannot be written is. */
  writePieces(pieces: Iterable<string>): void {
    this.#waiting.push(pieces[Symbol.iterator]());
    if (this.#waiting.length > 1) return;
    this.#stream.on('drain', this.#goOn);
    // A stream that has failed takes nothing any more, and says so once.
    for (const event of ['error', 'close']) this.#stream.on(event, this.#giveUp);
    this.#goOn();
  }

  /** Calls back once all that was written is out, or cannot be written any more. */
  written(then: () => void): void {
    if (this.#waiting.length === 0) this.#stream.write('', () => then());
    else this.#whenWritten.push(then);
  }

  readonly #goOn = (): void => {
    try {
      for (let piece = this.#next(); piece !== undefined; piece = this.#next()) if (!this.#stream.write(piece)) return;
      this.#end();
    } catch (error) {
      this.#stream.destroy(error as Error);
    }
  };

  readonly #giveUp = (): void => {
    this.#waiting = [];
    this.#end();
  };

  #next(): string | undefined {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const { done, value } = first.next();
      if (done !== true) return value;
      this.#waiting.shift();
    }
    return undefined;
  }

  #end(): void {
    this.#stream.off('drain', this.#goOn);
    for (const event of ['error', 'close']) this.#stream.off(event, this.#giveUp);
    for (const then of this.#whenWritten.splice(0)) this.written(then);
  }
}

const outlets = new WeakMap<Stream, Outlet>();

/** The one outlet of a stream. */
export function outletOf(stream: Stream): Outlet {
  const outlet = outlets.get(stream) ?? new Outlet(stream);
  outlets.set(stream, outlet);
  return outlet;
}
