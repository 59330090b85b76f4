import { expressionsIn } from './templates/chart-templates.ts';
import { parsedExpression, type Pipeline, type Term } from './templates/parsed-expression.ts';

/** The functions that change the map that they are given first. */
export const CHANGES: ReadonlySet<string> = new Set(['set', 'unset', 'merge', 'mergeOverwrite', 'mustMerge', 'mustMergeOverwrite']);

/** A map that a template changes, and that other templates may use. */
export interface SharedChange {
  /** The expression that changes it. */
  readonly expression: string;
  /** The expressions that give the map to a variable; empty if it is named without one. */
  readonly given: readonly string[];
}

/** The changes in a part of a template, without those of maps that the template makes itself. */
export function sharedChanges(part: string, template: string): readonly SharedChange[] {
  if (!MAY_CHANGE.test(part)) return [];
  const changing = [...expressionsIn(part)].flatMap(({ expression }) => {
    const targets = [...commandsIn(parsedExpression(expression).pipeline)].flatMap((command) => targetOf(command) ?? []);
    return targets.length === 0 ? [] : [{ expression, targets }];
  });
  if (changing.length === 0) return [];
  const { own, assigned } = variablesIn(template);
  return changing.flatMap(({ expression, targets }) => {
    const shared = targets.filter((target) => !isOwn([[target]], own));
    if (shared.length === 0) return [];
    return [{ expression, given: shared.flatMap((target) => (target.kind === 'word' ? (assigned.get(rootOf(target.word)) ?? []) : [])) }];
  });
}

/** The variables of a template that only have maps and lists that it makes itself, and what each variable is given. */
function variablesIn(template: string): { readonly own: ReadonlySet<string>; readonly assigned: ReadonlyMap<string, readonly string[]> } {
  const assigned = new Map<string, string[]>();
  const pipelines = new Map<string, Pipeline[]>();
  const stored: Term[] = [];
  for (const { expression } of expressionsIn(template)) {
    const { keyword, variables, pipeline } = parsedExpression(expression);
    for (const name of variables) {
      assigned.set(name, [...(assigned.get(name) ?? []), expression]);
      // An item of a list, or a part of a map.
      pipelines.set(name, [...(pipelines.get(name) ?? []), keyword === 'range' ? [] : pipeline]);
    }
    // What it puts into another map, that map shares.
    for (const command of commandsIn(pipeline)) if (targetOf(command) !== undefined) stored.push(...command.slice(2));
  }
  const own = new Set<string>();
  for (let before = -1; before < own.size;) {
    before = own.size;
    for (const [name, given] of pipelines) if (given.every((each) => isOwn(each, own, name))) own.add(name);
  }
  for (const term of stored) if (term.kind === 'word') own.delete(term.word);
  return { own, assigned };
}

/** Whether a pipeline returns a map or a list that it makes. @param itself the variable that it is for */
function isOwn(pipeline: Pipeline, own: ReadonlySet<string>, itself?: string): boolean {
  const [first, argument] = pipeline.at(-1) ?? [];
  if (first === undefined) return false;
  if (first.kind === 'group') return first.fields === '' && isOwn(first.pipeline, own, itself);
  if (first.kind === 'text') return true;
  if (first.word.startsWith('$')) return own.has(first.word) || first.word === itself;
  // The maps in these are those of the map that they are given.
  const target = targetOf(pipeline.at(-1) ?? []) ?? (/^(?:pick|omit)$/.test(first.word) ? argument : undefined);
  return target === undefined ? MAKES.has(first.word) || MAKES_BY_FORM.test(first.word) : isOwn([[target]], own, itself);
}

/** The map that a command changes. */
function targetOf([first, target]: readonly Term[]): Term | undefined {
  return first?.kind === 'word' && CHANGES.has(first.word) ? (target ?? first) : undefined;
}

function* commandsIn(pipeline: Pipeline): Generator<readonly Term[]> {
  for (const command of pipeline) {
    yield command;
    for (const term of command) if (term.kind === 'group') yield* commandsIn(term.pipeline);
  }
}

function rootOf(word: string): string {
  return word.split('.', 1)[0] ?? word;
}

const MAY_CHANGE = /\b(?:set|unset|m(?:ustM)?erge)/;
/** Functions that return a map, a list or a text of their own, and values. */
const MAKES: ReadonlySet<string> = new Set([
  'dict',
  'list',
  'tuple',
  'deepCopy',
  'mustDeepCopy',
  'include',
  'tpl',
  'lookup',
  'print',
  'printf',
  'println',
  'true',
  'false',
]);
/** Functions such as `toYaml` and `mustFromJson`, and numbers. */
const MAKES_BY_FORM = /^(?:(?:from|to|mustFrom|mustTo)[A-Z]\w*|\d+)$/;
