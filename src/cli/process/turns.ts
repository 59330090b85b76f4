import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../../steps.ts';

/** Why a judgement is ended before it has a result. */
export type Stop = 'late' | 'out of memory';

/** The judgement was ended: its result is no longer wanted, and what ended it is reported elsewhere. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** What a judgement may take. */
export interface JudgementLimits {
  /** Milliseconds. */
  readonly deadline: number;
  /** The share of the heap that may be in use. */
  readonly heap: number;
}

/** Seconds of work in a row. */
const SLICE = 0.05;
/** The longest a timer of Node can wait. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Turns of a judgement on the only thread there is. A judgement asks for its next turn between two pieces of its work; meanwhile signals, timers
 * and other connections are served. One that is cancelled, late or out of memory gets no further turn.
 */
export class Turns {
  readonly #limits: JudgementLimits;
  readonly #signal: AbortSignal;
  readonly #stop = Promise.withResolvers<Stop>();
  readonly #timer: NodeJS.Timeout;
  #isStopped = false;
  /** Seconds since the process began: `performance` is a dozen parts of Node, which most judgements end without. */
  #began = process.uptime();

  constructor(limits: JudgementLimits, signal: AbortSignal) {
    this.#limits = limits;
    this.#signal = signal;
    this.#timer = setTimeout(() => this.#end('late'), Math.min(limits.deadline, LONGEST_TIMER));
  }

  /** Resolves when a limit is reached, also while the judgement waits for something else; never for a signal. */
  get stopped(): Promise<Stop> {
    return this.#stop.promise;
  }

  /** Between two pieces of work. @throws {Stopped} */
  async next(): Promise<void> {
    this.#check();
    if (process.uptime() - this.#began < SLICE) return;
    await setImmediate();
    if ((await usedHeap()) > this.#limits.heap) this.#end('out of memory');
    this.#check();
    this.#began = process.uptime();
  }

  /** The result of work in steps. @throws {Stopped} */
  async run<T>(steps: Steps<T>): Promise<T> {
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      await this.next();
    }
  }

  /** The judgement has its result. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #end(why: Stop): void {
    this.#isStopped = true;
    this.#stop.resolve(why);
  }

  #check(): void {
    if (this.#isStopped || this.#signal.aborted) throw new Stopped('the judgement was stopped');
  }
}

/**
 * What a judgement may use of the heap. V8 collects garbage at the latest when half of what is left between the live objects and its limit is
 * used (`MemoryController::CalculateAllocationLimit`), so at nine tenths eight are live. Beyond the limit V8 ends the process, without a report.
 */
export const MOST_HEAP = 0.9;

async function usedHeap(): Promise<number> {
  const { getHeapStatistics } = await import('node:v8');
  return getHeapStatistics().used_heap_size / (await heapLimit());
}

/** Bytes of old objects that V8 allows. */
export async function heapLimit(): Promise<number> {
  const { getHeapStatistics } = await import('node:v8');
  const { heap_size_limit: limit } = getHeapStatistics();
  return Math.max(limit - YOUNG, limit / 2);
}

/** Bytes that V8 adds for young objects to the limit that it reports, at most. */
const YOUNG = 192 * 2 ** 20;
