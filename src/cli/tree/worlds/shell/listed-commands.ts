import { LineIndex } from '../../../../yaml/lines.ts';
import type { CommandLine } from './command-line.ts';
import { withHandedFiles } from './handed-files.ts';
import type { ScriptPlace } from './script-place.ts';
import { type ScriptWork, STEP } from './script-work.ts';
import { seenFrom } from './seen-from.ts';

/** A command line without the number of its script. */
export type ListedCommand = Omit<CommandLine, 'script'>;

type Piped = CommandLine['piped'];

/** The commands of a script that were read until now, in their order. */
export class ListedCommands {
  readonly all: ListedCommand[] = [];
  /** The words of commands whose own commands are listed behind them. */
  readonly #calls = new Set<readonly string[]>();
  readonly #place: ScriptPlace;
  readonly #work: ScriptWork;
  readonly #positions: LineIndex;
  /** The line of a text that has positions of its own. */
  #index: number | undefined;

  constructor(text: string, place: ScriptPlace, work: ScriptWork) {
    this.#positions = new LineIndex(text);
    this.#place = place;
    this.#work = work;
  }

  /** @param end the position behind them in the script @param more what the place does not tell */
  add(piped: Piped, end: number, more: Pick<CommandLine, 'isCall' | 'isPerhaps'>): void {
    const all = withHandedFiles(piped);
    const text = all.map((words) => words.join(' ')).join(' | ');
    this.#work.add(text.length);
    if (this.#work.isTooMuch) return;
    const { folder, branch, loop, folders } = this.#place;
    this.all.push({
      text,
      index: this.lineAt(end),
      piped: all,
      folder,
      branch,
      ...(loop === undefined ? {} : { loop }),
      ...(folders.length === 0 ? {} : { folders }),
      ...more,
    });
  }

  /** @param words of a command whose own commands are listed behind it */
  addCall(words: readonly string[]): void {
    this.#calls.add(words);
  }

  /** The line of a position in the script, from 0. */
  lineAt(end: number): number {
    return this.#index ?? this.#positions.position(end).line - 1;
  }

  /** @param read a text with positions of its own @param index the line on which it is */
  inText(index: number, read: () => void): void {
    const outer = this.#index;
    this.#index = index;
    read();
    this.#index = outer;
  }

  /** @param before how many there were before a part @returns those of the part, without the words that only start others of it */
  since(before: number): readonly ListedCommand[] {
    const part = this.all.slice(before);
    return this.#calls.size === 0 ? part : part.map((line) => ({ ...line, piped: line.piped.filter((words) => !this.#calls.has(words)) }));
  }

  /**
   * What a group, a function or a script pipes into the next command: the output of all of its commands. What is piped into it is piped
   * into each of them. @param before how many there were before it @param inputs how many commands are piped into it
   */
  goingOn(before: number, inputs: number): Piped {
    const { folder } = this.#place;
    this.#work.add(STEP * (this.all.length - before));
    return this.since(before).flatMap((line) => line.piped.slice(inputs).map((words) => seenFrom(folder, words, line)));
  }
}
