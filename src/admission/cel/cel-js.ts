import { Environment, EvaluationError, ParseError } from '@marcbachmann/cel-js';

import { MATCHES } from '../contracts/schema-node.ts';
import { goPattern } from '../go-pattern.ts';
import { isObject } from '../../fleet/json/json.ts';
import { CelBudget, LimitReached } from './cel-budget.ts';
import { type Answer, type CelEngine, MOST_MESSAGE, type NotJudged, UnknownValue, UnreadableValue } from './cel-engine.ts';
import { freeNames } from './free-names.ts';
import { limitProgram } from './limit-program.ts';

/** A parsed text, or why it cannot be evaluated as Kubernetes does. */
type Program = ((context: Readonly<Record<string, unknown>>) => unknown) | NotJudged;

/** The engine of npm's `@marcbachmann/cel-js`, for the part of CEL that it and Kubernetes have in common. */
export const CEL_JS: CelEngine = {
  evaluate(rule, context) {
    const answer = run(rule, context);
    if (!('value' in answer)) return answer;
    return typeof answer.value === 'boolean' ? answer.value : { unjudged: `it answered ${typeof answer.value}` };
  },
  text(expression, context) {
    const answer = run(expression, context);
    const said = 'value' in answer && typeof answer.value === 'string' ? answer.value.trim() : '';
    return said === '' || said.length > MOST_MESSAGE || said.includes('\n') ? undefined : said;
  },
  syntaxFault(expression) {
    // Kubernetes also accepts field names in backticks.
    if (expression.includes('`')) return undefined;
    try {
      environment.parse(expression);
      return undefined;
    } catch (error) {
      return error instanceof ParseError && ABOUT_SYNTAX.has(error.code) ? firstLine(error) : undefined;
    }
  },
  names(expression, declared) {
    try {
      return freeNames(environment.parse(expression).ast, declared);
    } catch (error) {
      if (error instanceof ParseError || isTooDeep(error)) return undefined;
      throw error;
    }
  },
  answer: run,
};

const ABOUT_SYNTAX: ReadonlySet<string> = new Set(['expected_token', 'unexpected_character', 'unexpected_token']);

/** Texts come only from contracts and CRDs, so this has tens of programs. */
const programs = new Map<string, Program>();
// The options with which this engine evaluates Kubernetes' rules as cel-go does: values come from JSON, without declared types.
const environment = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false, unlistedVariablesAreDyn: true });
// The engine's own `matches` reads patterns as JavaScript does, and backtracks.
environment.registerFunction('string.goMatches(string): bool', (text: string, pattern: string) => {
  const read = goPattern(pattern);
  if (read === undefined) throw new UnreadablePattern(pattern);
  return read.test(text);
});

/** Of the evaluation that runs. */
let running = new CelBudget();

/** The value of a variable may be evaluated within another expression, with the same budget. */
function run(text: string, context: () => Readonly<Record<string, unknown>>, budget?: CelBudget): Answer {
  let program = programs.get(text);
  if (program === undefined) programs.set(text, (program = parsed(text)));
  if (typeof program !== 'function') return program;
  const outer = running;
  running = budget ?? new CelBudget();
  if (running !== outer) running.restart();
  try {
    const answer = answerOf(program, context);
    if (running.reached === undefined) return answer;
    const limit = { unjudged: running.reached, isLimit: true } as const;
    // It is not tried again for the next object.
    if (budget === undefined) programs.set(text, limit);
    return limit;
  } finally {
    running = outer;
  }
}

function answerOf(program: Extract<Program, Function>, context: () => Readonly<Record<string, unknown>>): Answer {
  try {
    return { value: program(context()) };
  } catch (error) {
    if (isTooDeep(error)) running.reached = TOO_DEEP;
    return failure(error);
  }
}

function parsed(text: string): Program {
  // Kubernetes escapes field names that are not CEL identifiers (`__dash__`, `__namespace__`).
  if (text.includes('__')) return { unjudged: 'it has escaped field names' };
  try {
    const program = environment.parse(text);
    limitProgram(program.ast, () => running);
    const calls = matchCalls(program.ast);
    // Only a text in quotes can look like a call without being one.
    if (calls !== text.split(MATCHES).length - 1) return { unjudged: 'it quotes a call of `matches`' };
    if (calls === 0) return program;
    const linear = environment.parse(text.replaceAll(MATCHES, '.goMatches('));
    limitProgram(linear.ast, () => running);
    return linear;
  } catch (error) {
    return isTooDeep(error) ? { unjudged: TOO_DEEP, isLimit: true } : { unjudged: firstLine(error) };
  }
}

function matchCalls(node: unknown): number {
  if (Array.isArray(node)) return node.reduce<number>((sum, each) => sum + matchCalls(each), 0);
  if (!isObject(node)) return 0;
  const { op, args } = node;
  return (op === 'rcall' && Array.isArray(args) && args[0] === 'matches' ? 1 : 0) + matchCalls(args);
}

/** Errors about the value end a rule in Kubernetes too; all others may be caused by this engine. */
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

const TOO_DEEP = 'it is nested too deeply';

function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}

class UnreadablePattern extends Error {}

/** @throws any other error, which is a bug */
function failure(error: unknown): Answer {
  if (error instanceof LimitReached) return { unjudged: error.message };
  if (error instanceof UnreadablePattern) return { unjudged: 'its regular expression is too large, or Go does not read it' };
  if (error instanceof UnknownValue) return { unjudged: error.message };
  if (error instanceof UnreadableValue) return { error: error.message };
  // The functions of JavaScript throw them for values such as a time zone that does not exist.
  if (error instanceof RangeError || error instanceof SyntaxError) return { unjudged: firstLine(error) };
  if (!(error instanceof EvaluationError)) throw error;
  const said = firstLine(error).replace(/^No such key/, 'no such key');
  return ABOUT_VALUES.has(error.code) ? { error: said } : { unjudged: said };
}

/** Without the excerpt of the text below it. */
function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0] ?? '';
}
