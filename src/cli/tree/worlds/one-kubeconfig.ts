import { makeVariables, variablesIn } from './make-variables.ts';

/**
 * Whether all recipes of a Makefile have the same kubeconfig: it exports one file for them. A default, a condition, and a name with a variable
 * that may have another value leave the choice to the caller. Source: the manual of GNU make ("Communicating Variables to a Sub-make").
 */
export function hasOneKubeconfig(makefile: string): boolean {
  const lines = makefile.split('\n').filter((line) => !line.startsWith('\t'));
  const [only, ...others] = lines.filter((line) => SETS.test(line));
  if (only === undefined || others.length > 0 || lines.some((line) => INCLUDES.test(line))) return false;
  const before = lines.slice(0, lines.indexOf(only));
  const isConditional = before.filter((line) => BEGINS.test(line)).length > before.filter((line) => ENDS.test(line)).length;
  const [, words = '', value = ''] = SET.exec(only) ?? [];
  const isExported = words.includes('export') || lines.some((line) => EXPORTS.test(line));
  const variables = makeVariables(makefile);
  const isKnown = (name: string): boolean => OF_MACHINE.has(name) || variables.get(name)?.isDefault === false;
  return value.trim() !== '' && isExported && !isConditional && variablesIn(value).every(isKnown);
}

const SETS = /\bKUBECONFIG[ \t]{0,9}[?:+!]{0,3}=/;
// linear: it is anchored, and each run is bounded or ends with the line.
const SET = /^ {0,9}((?:(?:export|override)[ \t]{1,9}){0,2})KUBECONFIG[ \t]{0,9}:{0,3}=([^#]*)/;
const EXPORTS = /^ {0,9}export(?:[ \t]{1,9}KUBECONFIG)?[ \t]{0,9}(?:#|$)/;
const INCLUDES = /^ {0,9}[-s]?include[ \t]/;
const BEGINS = /^ {0,9}ifn?(?:def|eq)\b/;
const ENDS = /^ {0,9}endif\b/;
const OF_MACHINE: ReadonlySet<string> = new Set(['HOME', 'CURDIR', 'PWD', 'USER']);
