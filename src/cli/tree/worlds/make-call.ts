import { posix } from 'node:path';

/** A command that starts make. */
export interface MakeCall {
  /** That of the Makefile, from the top of the repository; empty for the top, and if it is not known. */
  readonly folder: string;
  /** None for the first target. Of those that are not known, it may be any. */
  readonly goals: readonly string[];
  /** What its command line sets. */
  readonly set: ReadonlyMap<string, string>;
  /** Variables of its environment come before those of the Makefile (`-e`). */
  readonly isOfEnvironment: boolean;
}

/** The call of make in the words of a command; none for another command. @param folder in which it starts */
export function makeCallOf(words: readonly string[], folder: string): readonly MakeCall[] {
  const at = words.findIndex((word) => /^(?:\S*\/)?g?make$|^\$[({]?MAKE[)}]?$/.test(word));
  if (at < 0 || words.slice(0, at).some((word) => /^(?:echo|printf)$/.test(word))) return [];
  const args = words.slice(at + 1);
  const folders = args.flatMap((word, index) => folderOf(word, args[index + 1] ?? ''));
  const place = posix.join('.', folder, ...folders).replace(/\/$/, '');
  const set = args.flatMap((word) => {
    const [, name, value = ''] = /^([\w.-]+):{0,3}=(.*)$/s.exec(word) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
  const goals = args.filter((word, index) => !/^-|[=<>]|^\d+$/.test(word) && !/^-[CfIloW]$/.test(args[index - 1] ?? ''));
  return [
    {
      folder: /^\w/.test(place) ? place : '',
      goals,
      set: new Map(set),
      isOfEnvironment: args.some((word) => /^-[a-z]*e|^--environment-overrides$/.test(word)),
    },
  ];
}

/** The folder of `-C`. */
function folderOf(word: string, next: string): readonly string[] {
  const [, joined] = /^(?:-C|--directory=)(.*)$/s.exec(word) ?? [];
  if (joined === undefined && word !== '--directory') return [];
  return [joined === undefined || joined === '' ? next : joined];
}
