import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { pathFrom } from '../shell/script-paths.ts';

/** A script of a package, and the folder of the package from the top of the repository. */
interface PackageScript {
  readonly folder: string;
  readonly script: string;
}

/**
 * The scripts of packages that a command starts; none if it starts them by the name of a package, or in all packages. Sources: `npm help
 * config` (`prefix`, `workspace`), and the references of the command lines of pnpm, Yarn, Bun, Composer and Deno.
 * @param folder in which it starts
 */
export function packageScriptsIn([program = '', ...words]: readonly string[], folder: string): readonly PackageScript[] {
  const manager = MANAGERS.get(program);
  if (manager === undefined) return [];
  const end = words.indexOf('--');
  const args = end < 0 ? words : words.slice(0, end);
  const isValue = (before = ''): boolean => manager.folder.includes(before) || manager.package.includes(before);
  const [verb, next] = args.flatMap((word, index) => (word.startsWith('-') || isValue(args[index - 1]) ? [] : [{ word, index }]));
  const isImplicit = verb !== undefined && manager.implicit?.test(verb.word) === true;
  const script = RUNS.has(verb?.word ?? '') ? next : isImplicit ? verb : undefined;
  if (script === undefined) return [];
  // What is behind the script may be for the script itself.
  const own = manager.hasFlagsBehind === true ? args : args.slice(0, script.index);
  if (own.some((word) => IN_ALL.test(word))) return [];
  const start = flagValuesIn(own, manager.folder).at(-1) ?? '.';
  const packages = flagValuesIn(own, manager.package).map((each) => folderOfPackage(program, each));
  const folders = packages.length === 0 ? ['.'] : packages.filter((each) => each !== undefined);
  return folders.map((each) => ({ folder: pathFrom(pathFrom(folder, start), each), script: script.word }));
}

/** npm takes the folder of a package for its name. Filters of others name a folder with `./` or in braces. */
function folderOfPackage(program: string, named: string): string | undefined {
  if (program === 'npm') return named;
  return /^\{([^{}*]+)\}$/.exec(named)?.[1] ?? (/^\.\/[^{}*]+$/.test(named) && !named.endsWith('...') ? named : undefined);
}

interface PackageManager {
  /** The flags that name the folder of the package. */
  readonly folder: readonly string[];
  /** Those that name packages. */
  readonly package: readonly string[];
  /** The scripts that it starts without `run`. Its own commands have other names. */
  readonly implicit?: RegExp;
  /** It takes its own flags behind a script as well. */
  readonly hasFlagsBehind?: true;
}

const FILTERS = ['--filter', '-F'];
const MANAGERS: ReadonlyMap<string, PackageManager> = new Map([
  ['npm', { folder: ['--prefix', '-C'], package: ['--workspace', '-w'], implicit: /^(?:start|stop|restart|test)$/, hasFlagsBehind: true }],
  ['pnpm', { folder: ['--dir', '-C'], package: FILTERS, implicit: /^(?!deploy$)/ }],
  ['yarn', { folder: ['--cwd'], package: [], implicit: /^/ }],
  ['bun', { folder: ['--cwd'], package: FILTERS, implicit: /^(?!(?:test|build|create|init|install)$)/ }],
  ['composer', { folder: ['--working-dir', '-d'], package: [], implicit: /^/, hasFlagsBehind: true }],
  ['deno', { folder: ['--cwd'], package: [] }],
]);
const RUNS: ReadonlySet<string> = new Set(['run', 'run-script', 'task']);
const IN_ALL = /^(?:-r|-ws|--recursive|--workspaces)$/;
