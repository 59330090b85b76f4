import { once } from '../../../../fleet/memo/once.ts';
import { LineIndex } from '../../../../yaml/lines.ts';
import { definitionsIn, expressionsIn, includedIn, COMPUTED_NAME } from './templates/chart-templates.ts';
import { withoutKnownKinds } from './kinds-of-hubs.ts';
import { unorderedUse } from './unordered-lists.ts';
import { ASSIGNMENT, TEXT, VARIABLE } from './templates/template-blocks.ts';

/** A value that another rendering would not make in the same way. */
export interface ValueOfChance {
  /** The function or field that it comes from. */
  readonly word: string;
  readonly expression: string;
  /** The place of its expression in the text. */
  readonly index: number;
}

/** The named templates that make such a value, or include one that does. */
export function namesWithChance(texts: Iterable<string>): ReadonlySet<string> {
  const bodies = [...texts].flatMap(definitionsIn);
  const users = new Map<string, string[]>();
  for (const { name, body } of bodies) for (const included of includedIn(body)) users.set(included, [...(users.get(included) ?? []), name]);
  const names = new Set(bodies.flatMap(({ name, body }) => (valuesOfChance(body, new Set()).length > 0 ? [name] : [])));
  // Names that are added during the loop come last.
  for (const name of names) for (const user of users.get(name) ?? []) names.add(user);
  return names;
}

/** How a word starts that names an order that changes from run to run. */
export const ORDER = 'the order of ';

/**
 * The expressions of a template that print the time, something random, the order of a map, or what only the installed helm knows, also
 * through a variable or a named template. Comments and annotations are left out: neither decides what a hub does.
 * @param names see `namesWithChance`
 */
export function valuesOfChance(text: string, names: ReadonlySet<string>): readonly ValueOfChance[] {
  const variables = new Map<string, string>();
  const lists = new Map<string, string>();
  const found: ValueOfChance[] = [];
  const isForReaders = forReaders(text);
  for (const { expression, index } of expressionsIn(text)) {
    const { returned, used } = unorderedUse(expression, lists);
    const word = chanceIn(expression, names, variables) ?? (used === undefined ? undefined : `${ORDER}\`${used}\``);
    const [, variable] = ASSIGNMENT.exec(expression) ?? [];
    if (variable !== undefined && returned !== undefined) lists.set(variable, returned);
    if (word === undefined) continue;
    if (variable !== undefined) variables.set(variable, word);
    else if (!isForReaders(index)) found.push({ word, expression, index });
  }
  return found;
}

function chanceIn(expression: string, names: ReadonlySet<string>, variables: ReadonlyMap<string, string>): string | undefined {
  const code = expression.replaceAll(TEXT, '""');
  const [word] = OF_TIME_OR_CHANCE.exec(code) ?? OF_HELM.exec(withoutKnownKinds(expression)) ?? [];
  if (word !== undefined) return word;
  const included = includedIn(expression).find((name) => names.has(name));
  if (included !== undefined) return `the template "${included}"`;
  if (names.size > 0 && COMPUTED_NAME.test(expression)) return 'a template whose name it computes';
  return (code.match(VARIABLE) ?? []).flatMap((each) => variables.get(each) ?? [])[0];
}

/** Returns whether a place is in a comment of YAML, or in the annotations of an object. */
export function forReaders(text: string): (index: number) => boolean {
  const known = once(() => ({ lines: text.split('\n'), places: new LineIndex(text) }));
  return (index) => {
    const { lines, places } = known();
    const { line: number } = places.position(index);
    const line = lines[number - 1] ?? '';
    if (/^\s*(?:#|annotations:)/.test(line)) return true;
    const indent = indentOf(line);
    const outer = lines.findLast(
      (each, at) => at < number - 1 && each.trim() !== '' && !/^\s*(?:\{\{|#)/.test(each) && indentOf(each) < indent,
    );
    return outer !== undefined && /^\s*annotations:\s*$/.test(outer);
  };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Functions of Sprig. `date` prints the time of the run for anything that is no time. */
const OF_TIME_OR_CHANCE =
  /(?<![\w.$-])(?:now|ago|rand[A-Z]\w{0,30}|uuidv4|getHostByName|shuffle|encryptAES|htpasswd|bcrypt|gen[A-Z]\w{0,30}|htmlDate\w{0,30}|dateInZone|date_in_zone|date)(?![\w:-])/;
const OF_HELM = /\.Capabilities\.(?:HelmVersion|APIVersions)\b/;
