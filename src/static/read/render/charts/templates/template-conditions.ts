import { LineIndex } from '../../../../../yaml/lines.ts';
import { expressionsIn } from './chart-templates.ts';
import { ALWAYS, CONDITION, ENDS, isChoice, OPENS, VARIABLE, ASSIGNMENT } from './template-blocks.ts';
import { DECIDING, EVALUATED, guardIn, includedGuard, type KnownRelease } from './template-guards.ts';

/** A condition of a template that a rendering cannot decide. */
export interface Condition {
  readonly guard: string;
  readonly line: number;
  readonly expression: string;
  /** It is in no other condition. */
  readonly isOutermost: boolean;
  /** The text up to its end, with all its branches. */
  readonly block: string;
  /** Its place in the text. */
  readonly start: number;
  readonly end: number;
  /** The expressions that open the blocks around it. */
  readonly around: readonly string[];
}

/**
 * The outermost conditions. @param included what named templates depend on @param ofValues what the values depend on
 * @param named the blocks around the text that are no condition: that of its name
 */
export function conditionsIn(
  text: string,
  included: ReadonlyMap<string, string>,
  known: KnownRelease,
  ofValues?: string,
  named = 0,
): readonly Condition[] {
  const variables = new Map<string, string>();
  const found: Condition[] = [];
  const lines = new LineIndex(text);
  let open: (Pick<Condition, 'isOutermost' | 'expression' | 'start' | 'around'> & { guard: string; readonly depth: number }) | undefined;
  let depth = 0;
  const opened: string[] = [];
  // Blocks that are always there, such as `with .Release`.
  let always = named;
  for (const { expression, index } of expressionsIn(text)) {
    const guard =
      guardIn(expression, known) ??
      (ofValues !== undefined && expression.search(EVALUATED) >= 0 ? ofValues : undefined) ??
      includedGuard(expression, included) ??
      [...expression.matchAll(VARIABLE)].map(([each]) => variables.get(each)).find((each) => each !== undefined);
    const [, variable] = ASSIGNMENT.exec(expression) ?? [];
    if (guard !== undefined && variable !== undefined) variables.set(variable, guard);
    const around = opened.slice(-MOST_BLOCKS);
    if (OPENS.test(expression)) {
      depth += 1;
      opened.push(expression);
    }
    if (ALWAYS.test(expression) && depth === always + 1) always += 1;
    if (ENDS.test(expression)) {
      if (open?.depth === depth) close(index);
      depth -= 1;
      opened.pop();
      always = Math.max(named, Math.min(always, depth));
    }
    if (guard === undefined || !isChoice(expression)) continue;
    if (open === undefined) open = { guard, expression, start: index, depth, around, isOutermost: depth === always + 1 };
    else if (DECIDING.has(guard)) open.guard = guard;
    // It is no block.
    if (open.start === index && !CONDITION.test(expression)) close(index);
  }
  close(text.length);
  return found;

  function close(end: number): void {
    if (open === undefined) return;
    const { guard, expression, start, around } = open;
    const isOutermost = open.isOutermost && OPENS.test(expression);
    found.push({ guard, expression, isOutermost, line: lines.position(start).line, block: text.slice(start, end), start, end, around });
    open = undefined;
  }
}

/** The expressions that choose or compute something, such as `and (lookup …) .Values.more`, and that give it to a named template. */
export function guardedExpressions(text: string, included: ReadonlyMap<string, string>, known: KnownRelease): readonly Condition[] {
  const lines = new LineIndex(text);
  const opened: string[] = [];
  const found: Condition[] = [];
  const variables = new Map<string, string>();
  for (const { expression, index: start } of expressionsIn(text)) {
    const guard =
      guardIn(expression, known) ??
      includedGuard(expression, included) ??
      [...expression.matchAll(VARIABLE)].map(([each]) => variables.get(each)).find((each) => each !== undefined);
    const [, variable] = ASSIGNMENT.exec(expression) ?? [];
    if (guard !== undefined && variable !== undefined) variables.set(variable, guard);
    if (guard !== undefined && !CONDITION.test(expression)) {
      const place = { start, end: start + expression.length, around: opened.slice(-MOST_BLOCKS) };
      found.push({ guard, expression, isOutermost: false, line: lines.position(start).line, block: expression, ...place });
    }
    if (OPENS.test(expression)) opened.push(expression);
    if (ENDS.test(expression)) opened.pop();
  }
  return found;
}

/** Real templates have fewer blocks around each other. */
const MOST_BLOCKS = 50;
