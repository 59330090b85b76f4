import type { CommandLine } from '../shell/command-line.ts';
import { isPlain } from './hub-runs.ts';
import { knownValues, valuesOfHelm } from './values-of-helm.ts';

/** Whether kubectl certainly gets all objects that the tree shows for the paths and the chart of a line. */
export function passesAllOn({ piped, isPerhaps }: CommandLine): boolean {
  return isPerhaps !== true && piped.every((words) => isPlain(words) || isPrintedWhole(words) || isChartAsRendered(words));
}

function isPrintedWhole(words: readonly string[]): boolean {
  const [program = '', ...args] = words;
  return (program === 'tee' || PRINTS.has(program)) && !args.some((word) => word.startsWith('-'));
}

/** Whether a command prints a chart with no other values than those of its files. */
function isChartAsRendered(words: readonly string[]): boolean {
  if (words[0] !== 'helm' || words[1] !== 'template') return false;
  const values = valuesOfHelm(words);
  const areKnown = values.length === 0 || knownValues(values, (file) => file) !== undefined;
  return areKnown && words.every((word) => !word.startsWith('-') || KEEPS_OBJECTS.test(word));
}

const PRINTS: ReadonlySet<string> = new Set(['cat', 'Get-Content', 'gc']);
/** Flags of helm that change no namespace, and leave out no object. */
const KEEPS_OBJECTS = /^(?:-[fn]|--(?:values|namespace|name-template|include-crds|skip-tests|dependency-update|debug)(?![\w-]))/;
