import { pathFrom } from './script-paths.ts';

/** Where in a script a command is: the folder in which it starts, and the conditions and loops that it is in. */
export class ScriptPlace {
  /** From the top of the repository. */
  folder: string;
  /** The conditions and loops, one in another: `/1/4/`; `/` outside of all. */
  branch = '/';
  /** The outermost loop; `undefined` outside of all. */
  loop: string | undefined;
  /** Paths and patterns that the script has found to be folders. */
  folders: readonly string[] = [];
  readonly #start: string;
  #left: string[] = [];
  #branches = 0;
  #loops = 0;
  #depth = 0;

  /** @param folder in which the script starts @param isLoop whether any of its commands may be in a loop */
  constructor(folder: string, isLoop: boolean) {
    this.folder = folder;
    this.#start = folder;
    this.loop = isLoop ? '/' : undefined;
  }

  /** `cd`, `pushd` and `popd` lead to another folder. */
  follow(program: string, args: readonly string[]): void {
    const command = leads(program);
    const path = args.find((each) => each !== '--' && !/^-(?:[LPe@]+|(?:Literal)?Path|PassThru)$/i.test(each));
    if (command === 'pushd') this.#left.push(this.folder);
    if ((command === 'cd' || command === 'pushd') && path !== undefined) this.folder = folderFrom(this.folder, path);
    if (command === 'popd') this.folder = this.#left.pop() ?? this.#start;
  }

  inBranch(read: () => void): void {
    const [outer, folders] = [this.branch, this.folders];
    this.#branches += 1;
    this.branch = `${outer}${this.#branches}/`;
    read();
    [this.branch, this.folders] = [outer, folders];
  }

  /** @param isOfList the branch is only that of a loop over the words of a list */
  inLoop(read: () => void, isOfList = false): void {
    const outer = this.loop;
    this.#loops += 1;
    if (isOfList) this.branch = `${this.branch.slice(0, -1)}${EACH}/`;
    this.loop ??= `/${this.#loops}/`;
    read();
    this.loop = outer;
  }

  inSubshell(read: () => void): void {
    const [folder, left] = [this.folder, [...this.#left]];
    read();
    [this.folder, this.#left] = [folder, left];
  }

  /** Each substitution is parsed when it is read, so that a depth without end would take a time without end. */
  within(read: () => void): void {
    if (this.#depth >= MOST_DEPTH) return;
    this.#depth += 1;
    read();
    this.#depth -= 1;
  }
}

/** The command of a shell that leads to another folder as this one does, also of PowerShell; `undefined` for another command. */
export function leads(program: string): string | undefined {
  return LEADS.find(([, form]) => form.test(program))?.[0];
}

const LEADS: readonly (readonly [string, RegExp])[] = [
  ['cd', /^(?:cd|chdir|sl|set-location)$/i],
  ['pushd', /^(?:pushd|push-location)$/i],
  ['popd', /^(?:popd|pop-location)$/i],
];

const MOST_DEPTH = 10;

/** A folder with a very long name is not known, and neither is one below it. */
function folderFrom(folder: string, path: string): string {
  if (folder === UNKNOWN && !path.startsWith('/')) return UNKNOWN;
  const found = pathFrom(folder, path);
  return found.length > LONGEST_FOLDER ? UNKNOWN : found;
}

const UNKNOWN = '$';
const LONGEST_FOLDER = 1000;

const EACH = 'each';

/** A branch without its loops over lists, which are started if the list is not empty. */
export function conditionsIn(branch: string): string {
  return branch
    .split('/')
    .filter((each) => !each.endsWith(EACH))
    .join('/');
}
