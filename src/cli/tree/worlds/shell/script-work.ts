import { type ParsedScript, parse } from 'unbash';

/** How much the reading of a script takes. A few functions and calls make very many commands, and a few variables very long ones. */
export class ScriptWork {
  #done = 0;
  #isLeftOut = false;

  /** Whether the rest of the script is not read. */
  get isTooMuch(): boolean {
    return this.#isLeftOut || this.#done > MOST;
  }

  /** @param characters of what is read */
  add(characters: number): void {
    this.#done += characters;
  }

  leaveOut(): void {
    this.#isLeftOut = true;
  }

  /** The syntax tree of a text; `undefined` if the text is left out. */
  parsed(text: string): ParsedScript | undefined {
    // For each here-document, the parser looks through all others of the line.
    if (text.split('<<').length > MOST_HERE_DOCUMENTS) this.leaveOut();
    this.add(text.length + STEP);
    if (this.isTooMuch) return undefined;
    const script = parse(text);
    this.checkDepth(script);
    return this.isTooMuch ? undefined : script;
  }

  /** The parser leaves out what is in more than 256 blocks around each other. It has this error of a substitution in the substitution only. */
  checkDepth({ errors }: ParsedScript): void {
    if (errors?.some(({ message }) => message.endsWith('nesting depth exceeded')) === true) this.leaveOut();
  }
}

/** What each part of a script takes, however short it is. */
export const STEP = 20;
/** What each variable takes that is kept for behind a subshell, a branch or a function. */
export const VARIABLE = 5;
const MOST = 10_000_000;
const MOST_HERE_DOCUMENTS = 5000;
