/** The open resources of a run. They are closed after the report is written, in reverse order. */
export class ResourceStack {
  readonly #closers: (() => Promise<void>)[] = [];

  add<T extends { close(): Promise<void> }>(opened: T): T {
    this.#closers.push(() => opened.close());
    return opened;
  }

  get isEmpty(): boolean {
    return this.#closers.length === 0;
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).toReversed()) await close();
  }
}
