import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../../steps.ts';

/** Why a judgement is stopped before it has a result. */
export type Stop = 'late' | 'out of memory';

/** Thrown in a stopped judgement. Its result is not needed any more, and the reason is reported elsewhere. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** The limits of a judgement. */
export interface JudgementLimits {
  /** Milliseconds. */
  readonly deadline: number;
  /** The maximum used share of the heap, from 0 to 1. */
  readonly heap: number;
}

/** Seconds of work between two turns. */
const SLICE = 0.05;
/** Milliseconds; the maximum delay of a Node timer. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Lets a judgement share the only thread. It asks for its next turn between two pieces of work; meanwhile signals, timers and other
 * connections are served. A judgement that is cancelled, late or out of memory does not get another turn.
 */
export class Turns {
  readonly #limits: JudgementLimits;
  readonly #signal: AbortSignal;
  readonly #stop = Promise.withResolvers<Stop>();
  readonly #timer: NodeJS.Timeout;
  #isStopped = false;
  /** Seconds since the process began, at the deadline. A timer does not run while the judgement works. */
  readonly #late: number;
  /** Seconds since the process began. `performance` would load a dozen parts of Node that most judgements do not need. */
  #began = process.uptime();

  constructor(limits: JudgementLimits, signal: AbortSignal) {
    this.#limits = limits;
    this.#signal = signal;
    this.#late = process.uptime() + limits.deadline / 1000;
    this.#timer = setTimeout(() => this.#end('late'), Math.min(limits.deadline, LONGEST_TIMER));
  }

  /** Resolves if a limit is reached, also while the judgement waits for something else. A signal does not resolve it. */
  get stopped(): Promise<Stop> {
    return this.#stop.promise;
  }

  /**
   * What to wait for between two pieces of work; `undefined` within a turn, which no timer or signal can stop. It rejects with `Stopped`.
   */
  next(): Promise<void> | undefined {
    return !this.#isStopped && process.uptime() - this.#began < SLICE ? undefined : this.#nextTurn();
  }

  async #nextTurn(): Promise<void> {
    this.#check();
    await setImmediate();
    if ((await usedHeap()) > this.#limits.heap) this.#end('out of memory');
    this.#check();
    this.#began = process.uptime();
  }

  /** Runs work in steps and resolves with its result. @throws {Stopped} */
  async run<T>(steps: Steps<T>): Promise<T> {
    this.#check();
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      const pause = this.next();
      if (pause !== undefined) await pause;
    }
  }

  /** Ends the turns, because the judgement has its result. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #end(why: Stop): void {
    this.#isStopped = true;
    this.#stop.resolve(why);
  }

  #check(): void {
    if (process.uptime() >= this.#late) this.#end('late');
    if (this.#isStopped || this.#signal.aborted) throw new Stopped('the check was stopped');
  }
}

/**
 * The maximum share of the heap for a judgement. V8 collects garbage at the latest when half of the space between the live objects and its
 * limit is used (`MemoryController::CalculateAllocationLimit`). At nine tenths, eight tenths are live. Beyond the limit V8 ends the
 * process without a report.
 */
export const MOST_HEAP = 0.9;

async function usedHeap(): Promise<number> {
  const { getHeapStatistics } = await import('node:v8');
  return getHeapStatistics().used_heap_size / (await heapLimit());
}

/** Maximum number of bytes of old objects in V8. */
export async function heapLimit(): Promise<number> {
  const { getHeapStatistics } = await import('node:v8');
  const { heap_size_limit: limit } = getHeapStatistics();
  return Math.max(limit - YOUNG, limit / 2);
}

/** Maximum number of bytes that V8 adds for young objects to its reported limit. */
const YOUNG = 192 * 2 ** 20;
