import type { Command, CommandNode, CompoundCommand, CompoundList, ParsedScript, PipelineNode, Redirected, Statement } from 'unbash';
import { type AroundCommand, NOTHING_AROUND, withRedirected } from './around-command.ts';
import { CommandWords, DECLARES } from './command-words.ts';
import { startedByEnvIn } from './env-folder.ts';
import { conditionsOf, folderTestIn, leaves } from './folder-tests.ts';
import { withHandedFiles } from './handed-files.ts';
import { KUBECTL } from './kubectl-commands.ts';
import { type ListedCommand, ListedCommands } from './listed-commands.ts';
import { filesListedBy } from './listed-files.ts';
import { patternOf } from './path-patterns.ts';
import { MOST_PIPED } from './plain-words.ts';
import { argumentsOfScript, isStartedForEach, isStartedOnce, scriptIn } from './script-in-command.ts';
import { leads, ScriptPlace } from './script-place.ts';
import { seenFrom } from './seen-from.ts';
import { type ScriptWork, STEP, VARIABLE } from './script-work.ts';
import { ShellVariables } from './shell-variables.ts';
import { expandText, expandWord, substitutionsOf } from './shell-words.ts';

type Body = CompoundCommand | Redirected | CompoundList | Command;

/** Lists the commands of a script in their order, from its syntax tree. Nothing is started. */
export class ScriptReader {
  readonly #variables = new ShellVariables();
  readonly #functions = new Map<string, Body>();
  readonly #called = new Set<string>();
  readonly #place: ScriptPlace;
  readonly #commands: ListedCommands;
  readonly #work: ScriptWork;
  readonly #words: CommandWords;
  #isPerhaps: boolean;

  /** @param isLoop whether any of its commands may be in a loop */
  constructor(text: string, from: string, isLoop: boolean, work: ScriptWork) {
    this.#place = new ScriptPlace(from, isLoop);
    this.#isPerhaps = isLoop;
    this.#work = work;
    this.#commands = new ListedCommands(text, this.#place, work);
    this.#words = new CommandWords(this.#variables, this.#place, work, {
      startedBy: (script) => this.#startedBy(script),
      mayBeStartedBy: (script) => this.#sometimes(() => void this.#startedBy(script)),
      mayRead: (document, end) =>
        this.#perhaps(() => this.#place.within(() => this.#subshell(() => this.readText(document, this.#commands.lineAt(end))))),
    });
  }

  get lines(): readonly ListedCommand[] {
    return this.#commands.all;
  }

  read(script: ParsedScript, around = NOTHING_AROUND): void {
    this.#work.checkDepth(script);
    this.#statements(script.commands, around);
  }

  /** Reads a text with positions of its own, which is on this line. */
  readText(text: string, index: number, around = NOTHING_AROUND): void {
    const script = this.#work.parsed(text);
    if (script === undefined) return;
    this.#commands.inText(index, () => this.read(script, around));
  }

  /** Reads the functions that the script does not call; another one may call them, with arguments that are not known. */
  readOtherFunctions(): void {
    for (const [name, body] of this.#functions)
      if (!this.#called.has(name)) this.#perhaps(() => this.#place.within(() => this.#subshell(() => this.#body(body, NOTHING_AROUND))));
  }

  #perhaps(read: () => void): void {
    const outer = this.#isPerhaps;
    this.#isPerhaps = true;
    read();
    this.#isPerhaps = outer;
  }

  #statements(statements: readonly Statement[], around: AroundCommand): void {
    for (const { command } of statements) {
      if (this.#commands.all.length >= MOST_LINES) this.#work.leaveOut();
      if (this.#work.isTooMuch) return;
      const all = command.type === 'AndOr' ? command.commands : [command];
      const operators = command.type === 'AndOr' ? command.operators : [];
      const lastAnd = operators.includes('||') ? operators.indexOf('||') : operators.length;
      const [first] = all;
      const isTest = first?.type === 'TestCommand' || (first?.type === 'Command' && /^(?:\[|test)$/.test(first.name?.value ?? ''));
      for (const [index, each] of all.entries()) {
        if (index === 0 || (operators[index - 1] === '&&' && !isTest)) this.#pipeline(each, around);
        else this.#sometimes(() => this.#pipeline(each, around), all.slice(0, index <= lastAnd ? Math.min(index, MOST_CONDITIONS) : 0));
      }
      if (all.length === 2 && leaves(all[1])) this.#addFolders(all.slice(0, 1), operators[0] === '&&');
    }
  }

  #pipeline(node: PipelineNode, outer: AroundCommand): void {
    const nodes: readonly CommandNode[] = node.type === 'Pipeline' ? node.commands : [node];
    const { input, outputs, folder } = this.#here(outer);
    let piped = input;
    for (const [index, each] of nodes.entries()) {
      this.#work.add(STEP);
      const isLast = index === nodes.length - 1;
      const around = { input: piped, outputs: isLast ? outputs : [], folder };
      if (each.type !== 'Command') {
        const before = this.#commands.all.length;
        this.#inOwnFolder(nodes.length > 1, () => this.#compound(each, around));
        if (!isLast) piped = [...piped, ...this.#commands.goingOn(before, piped.length)].slice(-MOST_PIPED);
        continue;
      }
      const { words: written, fed } = this.#words.of(each);
      if (written.length === 0) continue;
      const elsewhere = startedByEnvIn(written);
      const words = elsewhere?.words ?? written;
      this.#inFolder(elsewhere?.folder, () => {
        const here = this.#here({ ...around, input: [...piped, ...fed] });
        const all = [...here.input, [...words, ...here.outputs]].slice(-MOST_PIPED);
        if (isLast) this.#add(all, each.end);
        const before = this.#commands.all.length;
        const given = isStartedForEach(words) ? [] : all.slice(0, -1);
        this.#inOwnFolder(nodes.length > 1 && leads(words[0] ?? '') === undefined, () =>
          this.#start(words, { ...here, input: given }, each.end, all.slice(0, -1)),
        );
        if (this.#commands.all.length > before && !isStartedForEach(words)) for (const call of all.slice(-1)) this.#commands.addCall(call);
        const inside = isLast || isStartedForEach(words) ? [] : this.#commands.goingOn(before, given.length);
        piped = (inside.length > 0 ? [...given, ...inside] : all).map((others) => seenFrom(folder, others, here)).slice(-MOST_PIPED);
      });
    }
  }

  /** The same, seen from the folder of the next command. */
  #here(around: AroundCommand): AroundCommand {
    const { folder } = this.#place;
    this.#work.add(STEP * around.input.length);
    const seen = (words: readonly string[]): readonly string[] => seenFrom(folder, words, around);
    return { input: around.input.map(seen), outputs: seen(around.outputs), folder };
  }

  /** A shell starts each part of a pipe in a shell of its own. PowerShell goes to a folder also there. */
  #inOwnFolder(isPart: boolean, read: () => void): void {
    if (isPart) this.#place.inSubshell(read);
    else read();
  }

  /** @param folder in which only this is done; `undefined` for where it is */
  #inFolder(folder: string | undefined, read: () => void): void {
    if (folder === undefined) return read();
    this.#place.inSubshell(() => {
      this.#place.follow('cd', [folder]);
      read();
    });
  }

  #add(piped: AroundCommand['input'], end: number): void {
    const isCall = piped.length === 1 && this.#functions.has(piped[0]?.find((word) => !ASSIGNED.test(word)) ?? '');
    this.#commands.add(piped, end, { ...(isCall ? { isCall } : {}), ...(this.#isPerhaps ? { isPerhaps: true } : {}) });
  }

  /** What a command does to those behind it, and the commands that it starts itself. @param listing commands that are piped into it */
  #start(words: readonly string[], around: AroundCommand, end: number, listing: AroundCommand['input']): void {
    const [program = '', ...args] = words.slice(words.findIndex((word) => !ASSIGNED.test(word)));
    this.#place.follow(program, args);
    if (program === 'source' || program === '.') this.#variables.forgetAll();
    if (program === 'read') for (const name of args) this.#variables.set(name, filesListedBy(around.input));
    if (SETS_NAMES.has(program)) for (const name of args) this.#variables.set(name, undefined);
    if (this.#maySetAny(program, args)) this.#variables.forgetAll();
    // PowerShell.
    if (args[0] === '=' && /^\$\w+$/.test(program)) this.#variables.set(program.slice(1), args.length === 2 ? args[1] : undefined);
    const isForEach = isStartedForEach(words);
    const handed = (isForEach && words[0] !== 'parallel' ? withHandedFiles([...listing, words]).at(-1) : undefined) ?? words;
    const inner = scriptIn(handed);
    const body = this.#functions.get(program);
    if (inner === undefined && body === undefined) return;
    const ofBody = withRedirected(around, words);
    this.#place.within(() => {
      if (inner !== undefined) {
        const [own, ...given] = argumentsOfScript(handed);
        const readAll = (): void => this.readText(inner, this.#commands.lineAt(end), ofBody);
        const read = (): void => {
          if (own === undefined || (isForEach && handed === words)) return readAll();
          this.#variables.set('0', own);
          this.#variables.inFunction(given, readAll);
        };
        if (program === 'eval') read();
        else if (isStartedOnce(words)) this.#subshell(read);
        // Perhaps another program starts it for each file.
        else this.#place.inLoop(() => this.#perhaps(() => this.#subshell(read)));
      }
      if (body === undefined) return;
      this.#called.add(program);
      this.#work.add(STEP + VARIABLE * this.#variables.size);
      this.#variables.inFunction(args, () => this.#body(body, ofBody));
    });
  }

  /** Whether a command sets variables that are not known: `export $(cat FILE)`, `eval "$(…)"`, or `"$@"`, which may be a function. */
  #maySetAny(program: string, args: readonly string[]): boolean {
    if (program === 'eval') return args.some((word) => /[$`]/.test(word));
    if (DECLARES.has(program)) return args.some((word) => !/^[-+\w]/.test(word));
    return program.startsWith('$') && this.#functions.size > 0 && !KUBECTL.test(program);
  }

  /** The commands of a substitution, which are also commands of the script. */
  #startedBy(script: ParsedScript | undefined): readonly ListedCommand[] {
    const before = this.#commands.all.length;
    if (script !== undefined)
      this.#place.within(() =>
        this.#subshell(() => {
          // The text of backticks has positions of its own.
          if (script.source === undefined) this.read(script);
          else this.readText(script.source, this.#commands.lineAt(script.pos));
        }),
      );
    return this.#commands.since(before);
  }

  #compound(node: Exclude<CommandNode, Command> | CompoundList, around: AroundCommand): void {
    switch (node.type) {
      case 'CompoundList':
        return this.#statements(node.commands, around);
      case 'BraceGroup':
        return this.#compound(node.body, around);
      case 'Subshell':
        return this.#subshell(() => this.#compound(node.body, around));
      case 'If':
        this.#compound(node.clause, around);
        for (const each of [node, ...node.elif]) this.#inSomeCases(each.then, around, conditionsOf(each.clause));
        if (node.else !== undefined) this.#inSomeCases(node.else, around);
        else if (node.elif.length === 0 && leaves(node.then.commands.at(-1)?.command)) this.#addFolders(conditionsOf(node.clause), true);
        return;
      case 'Case':
        for (const { body } of node.items) this.#inSomeCases(body, around);
        return;
      case 'While':
        return this.#sometimes(() =>
          this.#place.inLoop(() => {
            this.#compound(node.clause, around);
            this.#compound(node.body, around);
          }),
        );
      case 'For':
      case 'Select':
        return this.#sometimes(() => {
          const fed: (readonly string[])[] = [];
          const values = node.wordlist?.flatMap((word) => expandWord(word, this.#words.contextWith(fed)));
          const isKnown = values?.every((value) => !/[$`]/.test(value)) === true;
          this.#variables.set(node.name.value, isKnown ? patternOf(values) : undefined);
          const read = (): void => this.#place.inLoop(() => this.#compound(node.body, around), node.type === 'For');
          if (node.type === 'Select') this.#perhaps(read);
          else read();
        });
      case 'ArithmeticFor':
        return this.#sometimes(() => this.#place.inLoop(() => this.#compound(node.body, around)));
      case 'Function':
        this.#functions.set(node.name.value, node.body);
        return;
      case 'Coproc':
        return this.#body(node.body, around);
      case 'Redirected': {
        const fed: (readonly string[])[] = [];
        const words = node.redirects.flatMap((each) => this.#words.redirected(each, this.#words.contextWith(fed)));
        const here = this.#here(around);
        // The condition of a loop reads its input.
        const isLoop = LOOPS.has(node.command.type);
        return this.#compound(
          node.command,
          withRedirected({ ...here, input: [...here.input, ...fed] }, isLoop ? words.filter((word) => !word.startsWith('<')) : words),
        );
      }
      case 'TestCommand':
      case 'ArithmeticCommand':
        for (const { script } of substitutionsOf(node)) this.#startedBy(script);
    }
  }

  #body(body: Body, around: AroundCommand): void {
    if (body.type === 'Command') this.#pipeline(body, around);
    else this.#compound(body, around);
  }

  #inSomeCases(list: CompoundList, around: AroundCommand, conditions: readonly PipelineNode[] = []): void {
    this.#sometimes(() => this.#compound(list, around), conditions);
  }

  /** @param conditions each of them holds */
  #sometimes(read: () => void, conditions: readonly PipelineNode[] = []): void {
    this.#work.add(STEP + VARIABLE * this.#variables.size);
    this.#place.inBranch(() => {
      this.#addFolders(conditions, false);
      this.#variables.inSomeCases(read);
    });
  }

  /** Paths that are folders behind conditions. @param isNegated whether these do not hold */
  #addFolders(conditions: readonly PipelineNode[], isNegated: boolean): void {
    const context = { ...this.#words.contextWith([]), outputOf: () => undefined, mayStart: () => undefined, feed: () => undefined };
    const test = folderTestIn(conditions, (word) => expandText(word, context));
    if (test.isNegated === isNegated) this.#place.folders = [...this.#place.folders, ...test.folders].slice(-MOST_PIPED);
  }

  #subshell(read: () => void): void {
    this.#work.add(STEP + VARIABLE * this.#variables.size);
    this.#place.inSubshell(() => this.#variables.inSubshell(read));
  }
}

const LOOPS: ReadonlySet<string> = new Set(['While', 'For', 'Select', 'ArithmeticFor']);
const ASSIGNED = /^\w+=/;
const MOST_LINES = 20_000;
/** Conditions before a command that are asked for folders. */
const MOST_CONDITIONS = 10;

const SETS_NAMES = new Set(['getopts', 'mapfile', 'readarray', 'printf', 'unset']);
