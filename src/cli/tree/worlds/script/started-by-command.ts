import { posix } from 'node:path';
import { makeCallOf } from '../make-call.ts';
import { pathFrom } from '../shell/script-paths.ts';
import { startOfProgram } from '../shell/start-of-program.ts';
import { packageScriptsIn } from './package-scripts.ts';
import { helmfilesAppliedBy } from './helmfile-call.ts';

/** The name of a target of a Makefile, for what starts it; without a target of the first one. @param folder of the Makefile */
export function nameOfTarget(folder: string, target = ''): string {
  return folder === '' ? `make ${target}` : `make -C ${folder} ${target}`;
}

/** The name of a script of a package, for what starts it. @param folder of the package */
export function nameOfPackageScript(folder: string, script: string): string {
  return `package ${posix.join(folder, script)}`;
}

/**
 * What a command starts that may be in the repository: scripts by their path from the top, targets of make, scripts of packages and Helmfiles by
 * their names. @param folder in which it starts
 */
export function startedBy(words: readonly string[], folder: string): readonly string[] {
  const command = words.filter((word) => !/^(?:\w+=|[<>])/.test(word));
  const [program = '', ...args] = command.slice(startOfProgram(command));
  const makes = makeCallOf(command, folder);
  if (makes.length > 0)
    return makes.flatMap(({ folder: of, goals }) => (goals.length === 0 ? [''] : goals).map((goal) => nameOfTarget(of, goal)));
  const ofPackages = packageScriptsIn([program, ...args], folder);
  if (ofPackages.length > 0) return ofPackages.map((each) => nameOfPackageScript(each.folder, each.script));
  const helmfiles = helmfilesAppliedBy(command, folder);
  if (helmfiles.length > 0) return helmfiles;
  const script = SHELLS.has(program) ? args.find((word) => !word.startsWith('-')) : program.includes('/') ? program : undefined;
  // The folder of the script itself is often computed.
  const path = script?.replace(/^[$`].*\/([\w.-]+)$/s, '$1');
  return path === undefined ? [] : [pathFrom(folder, path)];
}

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'pwsh', 'source', '.']);
