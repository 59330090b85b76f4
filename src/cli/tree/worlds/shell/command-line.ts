/** Commands of a script that are piped into each other. */
export interface CommandLine {
  /** All words, with one space between two. */
  readonly text: string;
  /** The line on which they end, from 0. */
  readonly index: number;
  /**
   * The words of each without quotes: what is set for it, the program, its arguments, and `>FILE`, `<FILE` or `<<`. Files that other
   * commands list are patterns of `compileGlob`. What is not known has a `$` or a backtick.
   */
  readonly piped: readonly (readonly string[])[];
  /** The folder in which they start, from the top of the repository. */
  readonly folder: string;
  /** The branches of conditions and loops that they are in, one in another: `/1/4/`; `/` if they are always started. */
  readonly branch: string;
  /** The same without loops over lists, which are started if the list is not empty; absent if it has none. */
  readonly conditions?: string;
  /** The outermost loop that they are in; absent for none. */
  readonly loop?: string;
  /** Paths and patterns in them that a condition around them has found to be folders; absent for none. */
  readonly folders?: readonly string[];
  /** That of `Script`. */
  readonly environment?: string;
  /** The number of their script. */
  readonly script: number;
  /** They are in a text or a function that perhaps nothing starts, or in a choice. */
  readonly isPerhaps?: true;
  /** The only one of them calls a function of the script, whose commands are listed behind it. */
  readonly isCall?: true;
}
