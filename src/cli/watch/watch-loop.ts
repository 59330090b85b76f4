import { ConfigError, HubError } from '../../errors.ts';
import { rfc3339 } from '../../fleet/kubernetes/rfc3339.ts';
import type { Clock } from '../../gates/clock.ts';
import { changeLine } from '../../report/facts/watch.ts';
import { counted } from '../../report/facts/words/words.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import type { Report } from '../../report.ts';
import type { WatchMemory } from '../../watch/memory.ts';
import { metricsText } from '../../watch/metrics-text.ts';
import type { Io } from '../process/io.ts';
import { deliver, type Sinks } from './deliver.ts';
import { Meters } from './meters.ts';
import type { MetricsPages } from './metrics-server.ts';
import { type WatcherPorts, type WatchStep, unreadableStep, watchStep } from './watcher.ts';

export interface LoopPorts extends WatcherPorts, Sinks {
  readonly clock: Clock;
  readonly io: Pick<Io, 'stdout' | 'signal' | 'now' | 'secrets'>;
  /** Milliseconds between two looks. */
  readonly every: number;
  readonly save: (memory: WatchMemory) => void;
  /** Writes the report of a look with changes. */
  readonly publish: (report: Report) => void;
  /** Closes the connection to the hub after it could not be read. */
  readonly reopen: () => Promise<void>;
  /** Called after each look. */
  readonly afterLook: () => void;
}

/** Looks at a hub until the signal. A hub that cannot be read, or a report that is not accepted, does not end it. */
export class WatchLoop {
  readonly #ports: LoopPorts;
  readonly #meters = new Meters();
  /** Monotonic time of the newest attempt. */
  #attempt: number;
  #trouble: string | undefined;
  #areIssuesDue = true;
  readonly #problems = new Map<string, string>();
  #notes: readonly string[] = [];

  constructor(ports: LoopPorts) {
    this.#ports = ports;
    this.#attempt = ports.clock.now();
  }

  readonly pages: MetricsPages = {
    metrics: () => metricsText(this.#meters.now()),
    isAlive: () => this.#ports.clock.now() - this.#attempt < 3 * this.#ports.every + STUCK_AFTER,
    isReady: () => this.#meters.isReady,
  };

  /** @param known what was reported before; absent if nothing is known */
  async run(known: WatchMemory | undefined): Promise<void> {
    const { clock, io, every } = this.#ports;
    let memory = known;
    for (const note of this.#ports.notes) this.#say(note);
    while (!io.signal.aborted) {
      this.#attempt = clock.now();
      memory = (await this.#look(memory)) ?? memory;
      this.#ports.afterLook();
      await clock.sleep(Math.max(0, every - (clock.now() - this.#attempt)), io.signal);
    }
  }

  async #look(before: WatchMemory | undefined): Promise<WatchMemory | undefined> {
    const { refresh, ...ports } = this.#ports;
    try {
      const step = await watchStep(before, refresh === undefined || !this.#meters.isReady ? ports : { ...ports, refresh });
      if (this.#ports.io.signal.aborted) return undefined;
      return await this.#report(step, before);
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      if (this.#ports.io.signal.aborted) return undefined;
      this.#meters.unreadable();
      if (this.#trouble === undefined) this.#say(`The hub cannot be read: ${error.message}`);
      this.#trouble = error.message;
      await this.#ports.reopen();
      return await this.#reportUnreadable(error, before);
    }
  }

  async #reportUnreadable(error: HubError, before: WatchMemory | undefined): Promise<WatchMemory> {
    const step = unreadableStep(before, error, this.#ports.io.now(), this.#ports);
    for (const change of step.changes) this.#say(changeLine(change));
    return this.#deliver(step, before);
  }

  async #report(step: WatchStep, before: WatchMemory | undefined): Promise<WatchMemory> {
    const { clock, publish } = this.#ports;
    // The first attempts may not have read the hub.
    const isFirst = !this.#meters.isReady;
    this.#meters.read(step, (clock.now() - this.#attempt) / 1000);
    if (this.#trouble !== undefined) this.#say('The hub can be read again.');
    this.#trouble = undefined;
    if (isFirst) this.#say(`Watching ${counted(step.look.watched.length, 'object')}.`);
    this.#sayNotes(step.notes);
    for (const change of step.changes) this.#say(changeLine(change));
    this.#tellProblem('files', isFirst || step.changes.length > 0 ? problemOf(() => publish(step.report)) : undefined);
    return this.#deliver(step, before);
  }

  async #deliver(step: Parameters<typeof deliver>[0], before: WatchMemory | undefined): Promise<WatchMemory> {
    const { save } = this.#ports;
    const { memory, tried } = await deliver(step, before, this.#ports, this.#areIssuesDue);
    this.#meters.delivered(tried);
    for (const { sink, problem } of tried) this.#tellProblem(sink, problem);
    const issues = tried.find(({ sink }) => sink === 'issues');
    if (issues !== undefined) this.#areIssuesDue = issues.problem !== undefined;
    this.#tellProblem(
      'state',
      problemOf(() => save(memory)),
    );
    return memory;
  }

  /** A note that lasts is one line. */
  #sayNotes(notes: readonly string[]): void {
    for (const note of notes) if (!this.#notes.includes(note)) this.#say(note);
    this.#notes = notes;
  }

  /** A problem that lasts is one line. */
  #tellProblem(sink: string, problem: string | undefined): void {
    if (problem !== undefined && this.#problems.get(sink) !== problem) this.#say(`Not everything was reported: ${problem}.`);
    if (problem === undefined) this.#problems.delete(sink);
    else this.#problems.set(sink, problem);
  }

  #say(line: string): void {
    const { io } = this.#ports;
    io.stdout.write(`${rfc3339(io.now().getTime())} ${terminalLine(io.secrets.hide(line))}\n`);
  }
}

/** A full disk does not end a watch. */
function problemOf(write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}

/** Milliseconds that one look may take at most, with all repetitions. */
const STUCK_AFTER = 10 * 60_000;
