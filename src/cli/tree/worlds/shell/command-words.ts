import type { Assignment, Command, CommandArgument, ParsedScript, Redirection } from 'unbash';
import type { CommandLine } from './command-line.ts';
import { filesListedBy } from './listed-files.ts';
import { printedPath } from './printed-path.ts';
import { withProgramNames } from './program-names.ts';
import type { ScriptPlace } from './script-place.ts';
import { type ScriptWork, STEP } from './script-work.ts';
import { seenFrom } from './seen-from.ts';
import { withSeparateFlags } from './separate-flags.ts';
import type { ShellVariables } from './shell-variables.ts';
import { expandText, expandWord, isSubstitution, substitutedLines, substitutionsOf, type WordContext } from './shell-words.ts';

/** Reads the commands that are inside the words of another one. */
export interface InnerCommands {
  /** The commands of a substitution, which are also commands of the script. */
  startedBy(script: ParsedScript | undefined): readonly Pick<CommandLine, 'text' | 'piped' | 'folder'>[];
  /** The same for a substitution that is started in some cases only. */
  mayBeStartedBy(script: ParsedScript | undefined): void;
  /** A here-document, which a shell may read. @param end its position in the script */
  mayRead(document: string, end: number): void;
}

/** The words of commands, with the values of variables that are known. Assignments change the variables. */
export class CommandWords {
  readonly #variables: ShellVariables;
  readonly #place: ScriptPlace;
  readonly #work: ScriptWork;
  readonly #inner: InnerCommands;

  constructor(variables: ShellVariables, place: ScriptPlace, work: ScriptWork, inner: InnerCommands) {
    this.#variables = variables;
    this.#place = place;
    this.#work = work;
    this.#inner = inner;
  }

  /** `fed` are the commands whose output is given to it as a file: `<(…)`. */
  of({ name, prefix, suffix }: Command): { readonly words: readonly string[]; readonly fed: readonly (readonly string[])[] } {
    const fed: (readonly string[])[] = [];
    const context = this.contextWith(fed);
    const program = name === undefined ? [] : expandWord(name, context);
    const isLocal = LOCAL.has(program[0] ?? '');
    const isKept = name === undefined || isLocal || DECLARES.has(program[0] ?? '');
    const redirected: string[] = [];
    const printing = PRINTS.has(program[0] ?? '') ? { ...context, outputOf: this.#printing(fed) } : context;
    const wordsIn = (part: CommandArgument | Redirection): readonly string[] => {
      this.#work.add(STEP);
      if (this.#work.isTooMuch) return [];
      if (part.type === 'Word') return expandWord(part, isSubstitution(part) ? printing : context);
      if (part.type === 'Assignment') return [this.#assigned(part, context, { isKept, isLocal })];
      redirected.push(...this.redirected(part, context));
      return [];
    };
    const [set, behind] = [prefix.flatMap(wordsIn), suffix.flatMap(wordsIn)];
    // A shell takes them from anywhere in the command. What is behind an output is not read.
    const files = redirected.toSorted((one, other) => Number(one.startsWith('>')) - Number(other.startsWith('>')));
    if (name === undefined) return { words: [...set.filter((word) => word.startsWith('KUBECONFIG=')), ...files], fed };
    return { words: [...withSeparateFlags(withProgramNames([...set, ...program, ...behind])), ...files], fed };
  }

  /** @param set whether the variable has the value behind the command as well, and whether only within the function */
  #assigned(
    { name, value, append, index }: Assignment,
    context: WordContext,
    { isKept, isLocal }: { readonly isKept: boolean; readonly isLocal: boolean },
  ): string {
    const isList = value.type === 'ArrayValue';
    const text = isList ? value.elements.map((each) => expandText(each, context)).join(' ') : expandText(value, context);
    const before = append === true ? this.#variables.get(name) : '';
    const isKnown = before !== undefined && index === undefined && !/[$`]/.test(text);
    if (isLocal) this.#variables.addLocal(name);
    if (isKept) this.#variables.set(name, isKnown ? `${before}${isList && before !== '' ? ' ' : ''}${text}` : undefined);
    return `${name}=${text}`;
  }

  /** `>FILE`, `<FILE` and `<<` as words. Errors that go to a file are left out. */
  redirected(redirection: Redirection, context: WordContext): readonly string[] {
    if (redirection.type === 'HereDoc') {
      const { text, end, parts = [] } = redirection.body;
      this.#inner.mayRead(text, end);
      for (const script of substitutedLines(parts)) context.feed(script);
      return ['<<'];
    }
    const { operator, descriptor, target } = redirection;
    if (target === undefined) return [];
    const file = expandText(target, context);
    if (redirection.type === 'HereString') {
      for (const part of substitutionsOf(target)) context.feed(part.script);
      return [];
    }
    const isOutput = descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 1);
    if (operator === '<') return file === '-' ? [] : [`<${file}`];
    return isOutput && (operator === '>' || operator === '>>' || operator === '>|') ? [`>${file}`] : [];
  }

  /** @param fed gets the commands whose output is given as a file */
  contextWith(fed: (readonly string[])[]): WordContext {
    return {
      valueOf: (name) => {
        const value = this.#variables.get(name) ?? (name === 'PWD' ? `//${this.#place.folder}` : undefined);
        this.#work.add(STEP + (value?.length ?? 0));
        return this.#work.isTooMuch ? undefined : value;
      },
      outputOf: (script) => this.#pathsOf(this.#inner.startedBy(script)),
      mayStart: (script) => this.#inner.mayBeStartedBy(script),
      feed: (script) => fed.push(...this.#seenHere(this.#inner.startedBy(script))),
    };
  }

  /** What is printed is the output of commands, and may be piped on. */
  #printing(fed: (readonly string[])[]): WordContext['outputOf'] {
    return (script) => {
      const lines = this.#inner.startedBy(script);
      const known = this.#pathsOf(lines);
      if (known === undefined) fed.push(...this.#seenHere(lines));
      return known;
    };
  }

  #seenHere(lines: ReturnType<InnerCommands['startedBy']>): readonly (readonly string[])[] {
    const { folder } = this.#place;
    return lines.flatMap((line) => line.piped.map((words) => seenFrom(folder, words, line)));
  }

  /** The files that commands list, or the path that they print. */
  #pathsOf(lines: ReturnType<InnerCommands['startedBy']>): string | undefined {
    const line = lines.at(-1);
    if (line === undefined || !lines.slice(0, -1).every(({ piped }) => ONLY_PATHS.test(piped[0]?.[0] ?? ''))) return undefined;
    if (/^pwd(?: -[LP])?$/.test(line.text)) return `//${line.folder}`;
    if (line.text === 'git rev-parse --show-toplevel') return '/';
    return (line.piped.length === 1 ? printedPath(line.piped[0] ?? []) : undefined) ?? filesListedBy(line.piped);
  }
}

/** Commands before another one in a substitution that print nothing else: `$(cd "$(dirname "$0")" && pwd)`. */
const ONLY_PATHS = /^(?:cd|pwd|dirname|realpath|readlink)$/;

/** Programs that print the texts of their words. */
const PRINTS = new Set(['echo', 'printf']);
const LOCAL = new Set(['local', 'declare', 'typeset']);
/** Commands that set the variables in their words. */
export const DECLARES: ReadonlySet<string> = new Set(['export', 'readonly', ...LOCAL]);
