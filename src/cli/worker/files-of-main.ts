import type { BatchesOf, FilesWanted } from '../../static/read/files/file-batches.ts';
import { errorOf } from './fault.ts';
import type { Asked, FilesAnswer, Told } from './messages.ts';

/** The main thread as who finds and reads files, as a worker sees it. */
export class FilesOfMain {
  readonly #tell: (told: Told) => void;
  readonly #waiting = new Map<number, Answers>();
  #asked = 0;

  constructor(tell: (told: Told) => void) {
    this.#tell = tell;
  }

  /** @throws what finding them threw */
  readonly batches: BatchesOf = (wanted) => this.#batchesOf(wanted);

  hear({ id, answer }: Extract<Asked, { kind: 'files' }>): void {
    this.#waiting.get(id)?.add(answer);
  }

  async *#batchesOf(wanted: FilesWanted): ReturnType<BatchesOf> {
    this.#asked += 1;
    const id = this.#asked;
    const answers = new Answers();
    this.#waiting.set(id, answers);
    this.#tell({ kind: 'files', id, wanted });
    try {
      for (;;) {
        const answer = await answers.next();
        if (answer.kind === 'fault') throw errorOf(answer.fault);
        if (answer.kind === 'beside') return answer.beside;
        this.#tell({ kind: 'taken', id });
        yield answer.batch;
      }
    } finally {
      this.#waiting.delete(id);
    }
  }
}

/** Answers in the order they came. */
class Answers {
  readonly #all: FilesAnswer[] = [];
  #come = Promise.withResolvers<void>();

  add(answer: FilesAnswer): void {
    this.#all.push(answer);
    this.#come.resolve();
  }

  async next(): Promise<FilesAnswer> {
    for (;;) {
      const first = this.#all.shift();
      if (first !== undefined) return first;
      this.#come = Promise.withResolvers();
      await this.#come.promise;
    }
  }
}
