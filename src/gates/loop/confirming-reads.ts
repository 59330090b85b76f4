import type { HubReader } from '../hub/reader.ts';
import type { Restores } from './restores.ts';

/** Everything is read once more before a verdict. */
export interface ConfirmingRead {
  readonly read: Promise<void>;
  /** How often the hub was known to have gone back when it began. */
  readonly restores: number;
}

/** Begins the reads that confirm a verdict: one ahead of the look that it confirms, where that is safe. */
export class ConfirmingReads {
  readonly #reader: Pick<HubReader, 'refresh'>;
  readonly #restores: Restores;
  #ahead: ConfirmingRead | undefined;
  /** Whether a read ahead of a look has no answer yet; also one that nobody waits for any more. */
  #isOpen = false;

  constructor(reader: Pick<HubReader, 'refresh'>, restores: Restores) {
    this.#reader = reader;
    this.#restores = restores;
  }

  /** Begins one for the look that follows, unless one for an earlier look is open: the reads of a kind wait for each other. */
  beginAhead(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#ahead = this.begin();
    const close = (): void => void (this.#isOpen = false);
    this.#ahead.read.then(close, close);
  }

  /** The look has waited for somebody: a read that began before may have ended long before the look did, and confirms nothing. */
  drop(): void {
    this.#ahead = undefined;
  }

  /** The one that began ahead of the look that was just made, if it confirms that look. No later look gets it. */
  takeAhead(): ConfirmingRead | undefined {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead;
  }

  begin(): ConfirmingRead {
    const read = this.#reader.refresh();
    // Where nobody waits for it any more, the reader tells what went wrong.
    read.catch(() => undefined);
    return { read, restores: this.#restores.count };
  }
}
