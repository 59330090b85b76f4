import type { CommandLine } from './command-line.ts';

/** What is around a command: what is piped into it, and where its output goes, as `>FILE`. Paths are from the folder. */
export interface AroundCommand {
  readonly input: CommandLine['piped'];
  readonly outputs: readonly string[];
  readonly folder: string;
}

export const NOTHING_AROUND: AroundCommand = { input: [], outputs: [], folder: '' };

/** @param words of a group, a function or a script, with the files of its input and its output */
export function withRedirected({ input, outputs, folder }: AroundCommand, words: readonly string[]): AroundCommand {
  const files = words.filter((word) => /^<(?:<$|[^<(])/.test(word));
  return {
    input: [...input, ...files.map((file) => [file])],
    outputs: [...outputs, ...words.filter((word) => word.startsWith('>'))],
    folder,
  };
}
