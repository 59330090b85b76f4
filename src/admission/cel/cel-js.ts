import { Environment, EvaluationError } from '@marcbachmann/cel-js';

import { goPattern } from '../go-pattern.ts';
import { isObject } from '../../fleet/json.ts';
import { type CelContext, type CelEngine, type Outcome, UnreadableValue } from './cel-engine.ts';

/** A text that was read, or why it cannot be evaluated as Kubernetes does. */
type Program = ((context: Readonly<Record<string, unknown>>) => unknown) | { readonly unjudged: string };

/** The engine of npm's `@marcbachmann/cel-js`, for as much of CEL as it and Kubernetes have in common. */
export const CEL_JS: CelEngine = {
  evaluate(rule, context) {
    const answer = run(rule, context);
    if (!('value' in answer)) return answer;
    return typeof answer.value === 'boolean' ? answer.value : { unjudged: `it answered ${typeof answer.value}` };
  },
  text(expression, context) {
    const answer = run(expression, context);
    const said = 'value' in answer && typeof answer.value === 'string' ? answer.value.trim() : '';
    return said === '' || said.includes('\n') ? undefined : said;
  },
};

type Answer = { readonly value: unknown } | Exclude<Outcome, boolean>;

/** Only texts of contracts and CRDs come here, so this holds tens of programs. */
const programs = new Map<string, Program>();
// The options under which this engine judges Kubernetes' rules as cel-go does: values come from JSON, without declared types.
const environment = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false, unlistedVariablesAreDyn: true });

function run(text: string, context: () => CelContext): Answer {
  let program = programs.get(text);
  if (program === undefined) programs.set(text, (program = parsed(text)));
  if (typeof program !== 'function') return program;
  try {
    return { value: program(context()) };
  } catch (error) {
    return failure(error);
  }
}

function parsed(text: string): Program {
  // Kubernetes escapes field names that are no identifiers of CEL (`__dash__`, `__namespace__`).
  if (text.includes('__')) return { unjudged: 'it has escaped field names' };
  try {
    const program = environment.parse(text);
    return hasForeignPattern(program.ast) ? { unjudged: 'its regular expression is one of Go' } : program;
  } catch (error) {
    return { unjudged: firstLine(error) };
  }
}

/** The engine reads patterns as JavaScript does. */
function hasForeignPattern(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasForeignPattern);
  if (!isObject(node)) return false;
  const { op, args } = node;
  if (op === 'rcall' && Array.isArray(args) && args[0] === 'matches' && !isSharedPattern(args[2])) return true;
  return hasForeignPattern(args);
}

function isSharedPattern(args: unknown): boolean {
  const literal: unknown = Array.isArray(args) ? args[0] : undefined;
  const pattern = isObject(literal) && literal['op'] === 'value' ? literal['args'] : undefined;
  return typeof pattern === 'string' && goPattern(pattern)?.source === new RegExp(pattern).source;
}

/** Errors about the value end a rule in Kubernetes too; all others may be about this engine. */
const ABOUT_VALUES: ReadonlySet<string> = new Set([
  'division_by_zero',
  'index_out_of_bounds',
  'int_conversion_error',
  'modulo_by_zero',
  'no_such_key',
  'numeric_overflow',
  'optional_value_missing',
  'uint_conversion_error',
]);

/** @throws whatever else it is: a bug. */
function failure(error: unknown): Answer {
  if (error instanceof UnreadableValue) return { error: error.message };
  if (!(error instanceof EvaluationError)) throw error;
  const said = firstLine(error).replace(/^No such key/, 'no such key');
  return ABOUT_VALUES.has(error.code) ? { error: said } : { unjudged: said };
}

/** Without the excerpt of the text below it. */
function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0] ?? '';
}
