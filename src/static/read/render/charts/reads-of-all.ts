import { definitionsIn, expressionsIn } from './templates/chart-templates.ts';
import {
  ALL_OF_DOT,
  ALL_OF_ROOT,
  asWritten,
  type Context,
  fieldOf,
  fieldWith,
  isNothing,
  isSame,
  itemsOf,
  joined,
  NOTHING,
  readOf,
} from './templates/template-context.ts';
import { CHANGES } from './shared-changes.ts';
import { type ParsedExpression, parsedExpression, type Pipeline, type Term } from './templates/parsed-expression.ts';

/** What each named template of a chart is given. What one is given whose name is computed, any is. */
type Contexts = ReadonlyMap<string | undefined, Context>;

/**
 * Returns what expressions of a text read of all that its template is given, by their place: `get . "Release"`, or `toYaml` of all. A copy
 * counts too, also one in a variable, in a block or in a named template. What only passes it to a named template reads nothing.
 * @param texts all of the chart
 */
export function readsOfAll(texts: readonly string[]): (text: string) => ReadonlyMap<number, string> {
  const contexts = contextsOf(texts);
  const known = new Map<string, ReadonlyMap<number, string>>();
  return (text) => {
    const reads = known.get(text) ?? walked(text, contexts).reads;
    known.set(text, reads);
    return reads;
  };
}

/** What the named templates of these texts are given by all that include them. */
function contextsOf(texts: readonly string[]): Contexts {
  const contexts = new Map<string | undefined, Context>();
  const bodies = new Map<string, string[]>();
  for (const { name, body } of texts.flatMap(definitionsIn)) bodies.set(name, [...(bodies.get(name) ?? []), body]);
  // Texts that are added during the loop come last.
  const changed = new Set(texts);
  for (const text of changed) {
    changed.delete(text);
    for (const { name, context } of walked(text, contexts).calls) {
      const before = contexts.get(name) ?? NOTHING;
      const after = joined([before, context]);
      if (isSame(before, after)) continue;
      contexts.set(name, after);
      const users = name === undefined ? [...bodies.values()].flat() : (bodies.get(name) ?? []);
      for (const body of users) changed.add(body);
    }
  }
  return contexts;
}

interface Call {
  /** `undefined` if it is computed. */
  readonly name: string | undefined;
  readonly context: Context;
}

/** A block that is open. */
interface Frame {
  /** What `.` is before it, and in its `else`. */
  readonly outer: Context;
  dot: Context;
  readonly root: Context;
  /** Variables of that name outside it. */
  readonly hidden: Map<string, Context | undefined>;
  /** All variables outside it, if it has none of these. */
  readonly others?: Map<string, Context>;
}

interface Walk {
  readonly frames: Frame[];
  variables: Map<string, Context>;
  readonly calls: Call[];
  /** What the expression reads. */
  read: string | undefined;
}

function walked(text: string, contexts: Contexts): { readonly reads: ReadonlyMap<number, string>; readonly calls: readonly Call[] } {
  const frames: Frame[] = [{ outer: ALL_OF_DOT, dot: ALL_OF_DOT, root: ALL_OF_ROOT, hidden: new Map() }];
  const walk: Walk = { frames, variables: new Map(), calls: [], read: undefined };
  const reads = new Map<number, string>();
  for (const { expression, index } of expressionsIn(text)) {
    walk.read = undefined;
    step(parsedExpression(expression), walk, contexts);
    if (walk.read !== undefined) reads.set(index, walk.read);
  }
  return { reads, calls: walk.calls };
}

function step({ keyword, variables, isNew, pipeline }: ParsedExpression, walk: Walk, contexts: Contexts): void {
  const { frames } = walk;
  const frame = frames.at(-1);
  if (frame === undefined) return;
  const { dot, root } = frame;
  switch (keyword) {
    case '/*':
    case 'break':
    case 'continue':
      return;
    case 'end':
      if (frames.length > 1) leave(walk);
      return;
    case 'define': {
      const own = joined([nameIn(pipeline), undefined].map((name) => contexts.get(name) ?? NOTHING));
      frames.push({ outer: dot, dot: asWritten(own, '.'), root: asWritten(own, '$'), hidden: new Map(), others: walk.variables });
      walk.variables = new Map();
      return;
    }
    case 'block':
    case 'template': {
      const [[, ...given] = [], ...others] = pipeline;
      const context = valueOf([given, ...others], walk, 0);
      walk.calls.push({ name: nameIn(pipeline), context });
      if (keyword !== 'block') return;
      frames.push({ outer: dot, dot: context, root: context, hidden: new Map(), others: walk.variables });
      walk.variables = new Map();
      return;
    }
    case 'else':
    case 'else if':
    case 'else with':
      frame.dot = frame.outer;
      break;
  }
  const value = valueOf(pipeline, walk, 0);
  if (keyword === 'range') {
    walk.read ??= value.all === undefined ? undefined : `all of ${value.all}`;
    const item = joined(value.fields.values());
    frames.push({ outer: dot, dot: item, root, hidden: new Map() });
    assign(variables.slice(-1), item, isNew, walk);
    return;
  }
  if (keyword === 'with' || keyword === 'if') frames.push({ outer: dot, dot: keyword === 'with' ? value : dot, root, hidden: new Map() });
  if (keyword === 'else with') frame.dot = value;
  assign(variables, value, isNew, walk);
  if (keyword === '' && variables.length === 0) walk.read ??= readOf(value);
}

/** Leaves the innermost block. */
function leave(walk: Walk): void {
  const frame = walk.frames.pop();
  if (frame?.others !== undefined) walk.variables = frame.others;
  else for (const [name, value] of frame?.hidden ?? []) walk.variables.set(name, value ?? NOTHING);
}

function nameIn(pipeline: Pipeline): string | undefined {
  return textOf(pipeline[0]?.[0]);
}

/** What is written as it is: a text, or the number of an item. */
function textOf(term: Term | undefined): string | undefined {
  if (term?.kind === 'text') return term.text;
  return term?.kind === 'word' && /^\d+$/.test(term.word) ? term.word : undefined;
}

function itemName(at: number): Argument {
  return { term: { kind: 'text', text: String(at) }, value: NOTHING };
}

/** A block that gives another value to a variable may be passed over, so what it had before stays. */
function assign(names: readonly string[], value: Context, isNew: boolean, { frames, variables }: Walk): void {
  for (const name of names) {
    const before = variables.get(name);
    const hidden = frames.at(-1)?.hidden;
    if (isNew && hidden?.has(name) === false) hidden.set(name, before);
    variables.set(name, isNew ? value : joined([before ?? NOTHING, value]));
  }
}

function valueOf(pipeline: Pipeline, walk: Walk, depth: number): Context {
  // Real expressions have few brackets within each other.
  if (depth > DEEPEST) return ALL_OF_DOT;
  let before: Context | undefined;
  for (const command of pipeline) before = valueOfCommand(command, before, walk, depth);
  return before ?? NOTHING;
}

function valueOfCommand(command: readonly Term[], piped: Context | undefined, walk: Walk, depth: number): Context {
  const [first, ...rest] = command;
  if (first === undefined) return NOTHING;
  if (first.kind !== 'word' || /^[.$]/.test(first.word)) return valueOfTerm(first, walk, depth);
  const given = [
    ...rest.map((term) => ({ term, value: valueOfTerm(term, walk, depth) })),
    ...(piped === undefined ? [] : [{ value: piped }]),
  ];
  return valueOfFunction(first.word, given, walk);
}

function valueOfTerm(term: Term, walk: Walk, depth: number): Context {
  if (term.kind === 'text') return NOTHING;
  if (term.kind === 'group') return fieldOf(valueOf(term.pipeline, walk, depth + 1), term.fields);
  const { word } = term;
  const [start = '', ...names] = word.split('.');
  const frame = walk.frames.at(-1);
  if (frame === undefined || !/^(?:\$\w*)?$/.test(start)) return NOTHING;
  const value = start === '' ? frame.dot : start === '$' ? frame.root : (walk.variables.get(start) ?? NOTHING);
  return fieldOf(value, names.join('.'));
}

interface Argument {
  /** `undefined` for what comes from the command before. */
  readonly term?: Term;
  readonly value: Context;
}

function valueOfFunction(name: string, given: readonly Argument[], walk: Walk): Context {
  const values = given.map(({ value }) => value);
  if (name === 'include') {
    const [called] = given;
    const term = called?.term;
    // The text of another file of the chart, mostly for a checksum.
    const isFile =
      term?.kind === 'group' && term.pipeline.flat().some((each) => each.kind === 'word' && each.word.endsWith('.Template.BasePath'));
    if (!isFile) walk.calls.push({ name: textOf(term), context: given[1]?.value ?? NOTHING });
    return NOTHING;
  }
  if (name === 'fail' || name === 'tpl') return NOTHING;
  if (CHANGES.has(name)) {
    const value = name.endsWith('et') ? withFields(given) : joined(values);
    const target = given[0]?.term;
    if (target?.kind === 'word' && /^\$\w+$/.test(target.word)) assign([target.word], value, false, walk);
    return value;
  }
  if (name === 'values') {
    const all = values.find((value) => value.all !== undefined)?.all;
    if (all !== undefined) walk.read ??= `all of ${all}`;
    return itemsOf(values.flatMap(({ fields }) => [...fields.values()]));
  }
  if (name === 'dict') return withFields([{ value: NOTHING }, ...given]);
  if (name === 'list' || name === 'tuple') return withFields([{ value: NOTHING }, ...given.flatMap((each, at) => [itemName(at), each])]);
  if (LISTS.test(name))
    return itemsOf(values.flatMap((value, at) => (at === 0 || name === 'concat' ? [...value.fields.values()] : [value])));
  if (READS_FIELD.has(name)) return fieldRead(name, given, walk);
  if (PASSES.test(name)) return joined(values);
  if (FIRST.test(name)) return joined(values.flatMap(({ fields }) => [...fields.values()]));
  if (PRINTS.test(name)) for (const value of values) walk.read ??= readOf(value);
  return NOTHING;
}

/** What `set` and `dict` make of a value, a name and what it gets, and so on. */
function withFields([first, ...pairs]: readonly Argument[]): Context {
  const made = pairs.flatMap(({ term }, at): readonly Context[] => {
    const value = pairs[at + 1]?.value;
    if (at % 2 !== 0 || value === undefined || isNothing(value)) return [];
    return [fieldWith(textOf(term) ?? '*', value)];
  });
  return joined([first?.value ?? NOTHING, ...made]);
}

/** `get`, `index`, `dig`, `pluck` and `pick`. */
function fieldRead(name: string, given: readonly Argument[], walk: Walk): Context {
  const at = { dig: given.length - 1, pluck: 1 }[name] ?? 0;
  const subject = given[at];
  const keys = given.flatMap(({ term }, place) => (place === at ? [] : [textOf(term)]));
  const names = { dig: keys.slice(0, -1), pluck: keys.slice(0, 1) }[name] ?? keys;
  const value = name === 'pluck' ? joined(given.slice(1).map((each) => each.value)) : (subject?.value ?? NOTHING);
  const read = name === 'pick' ? names : names.slice(0, 1);
  const unknown = read.find((each) => each !== undefined && NOT_KNOWN.has(each));
  const isOfValues = subject?.term?.kind === 'word' && subject.term.word.endsWith('.Values');
  // A template may have put all of it into a value.
  if (unknown !== undefined && (value.all !== undefined || (unknown !== 'Files' && !isOfValues))) walk.read ??= `.${unknown}`;
  if (value.all !== undefined && names.length > 0 && read.includes(undefined)) walk.read ??= `all of ${value.all}`;
  if (name === 'pick') {
    const picked = [...value.fields].filter(([field]) => field === '*' || names.includes(field) || names.includes(undefined));
    return { fields: new Map(picked) };
  }
  let found = value;
  for (const each of names) found = each === undefined ? joined(found.fields.values()) : fieldOf(found, each);
  return found;
}

/** Only a deploy knows them. */
const NOT_KNOWN: ReadonlySet<string> = new Set(['Release', 'Capabilities', 'Files']);
const READS_FIELD: ReadonlySet<string> = new Set(['get', 'index', 'dig', 'pluck', 'pick']);
const LISTS = /^(?:concat|(?:must)?(?:[aA]ppend|[pP]repend|[pP]ush))$/;
const PASSES =
  /^(?:deepCopy|mustDeepCopy|omit|default|coalesce|ternary|and|or|required|(?:must)?(?:[rR]est|[iI]nitial|[rR]everse|[uU]niq|[cC]ompact|[wW]ithout|[sS]lice)|slice)$/;
const FIRST = /^(?:must)?(?:[fF]irst|[lL]ast)$/;
const PRINTS = /^(?:to[A-Z]\w{0,20}|must[A-Z]\w{0,20}|keys|quote|squote|cat|print\w{0,2}|join|html|js|urlquery|deepEqual)$/;
/** Real expressions have fewer brackets within each other. */
const DEEPEST = 100;
