import { parseGlob, type GlobPart } from './glob-syntax.ts';

/** Whether a path, with forward slashes, is one the pattern means. */
export type Glob = (path: string) => boolean;

/**
 * A glob as a matcher whose time grows with pattern and path, never with the ways one fits the other: patterns come from the configuration of
 * the judged tree. `*` and `?` stay within a name, `**` as a whole name crosses folders, `[a-z]`, `{a,b}`, `(a|b)`, `@(a)`, `?(a)`, `*(a)` and `+(a)`
 * are known, `\` takes the next sign as it is, `!` at the start means all but these. Names that begin with a dot are names like any other.
 * @throws {Error} it is longer than 1000 characters, or holds `!(…)`.
 */
export function compileGlob(pattern: string): Glob {
  const isNegated = pattern.startsWith('!') && !pattern.startsWith('!(');
  const parts = parseGlob(isNegated ? pattern.slice(1) : pattern);
  const needed = longestText(parts);
  const steps: Step[] = [];
  const first = compile(parts, steps.push({ kind: 'end' }) - 1, steps);
  const fits: Glob = (path) => path.includes(needed) && run(path, steps, first);
  return isNegated ? (path) => !fits(path) : fits;
}

/** A state of the machine: it reads one character, goes on to several without reading, or is where a path that ends fits. */
type Step =
  | { readonly kind: 'read'; readonly reads: (char: string, isDots: boolean) => boolean; readonly next: number }
  | { readonly kind: 'split'; readonly next: number[] }
  | { readonly kind: 'end' };

/** Lets all ways through the machine go on at once: at each character a step is looked at once at most. */
function run(path: string, steps: readonly Step[], first: number): boolean {
  let now = new Set<number>();
  enter(first, steps, now);
  for (let at = 0; at < path.length && now.size > 0; at += 1) {
    const after = new Set<number>();
    const char = path[at] ?? '';
    const isDots = isInDots(path, at);
    for (const index of now) {
      const step = steps[index];
      if (step?.kind === 'read' && step.reads(char, isDots)) enter(step.next, steps, after);
    }
    now = after;
  }
  return [...now].some((index) => steps[index]?.kind === 'end');
}

function enter(first: number, steps: readonly Step[], into: Set<number>): void {
  const open = [first];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (into.has(index)) continue;
    into.add(index);
    const step = steps[index];
    if (step?.kind === 'split') open.push(...step.next);
  }
}

/** No wildcard stands for the names `.` and `..`. */
function isInDots(path: string, at: number): boolean {
  if (path[at] !== '.') return false;
  const end = path.indexOf('/', at);
  const name = path.slice(path.lastIndexOf('/', at) + 1, end < 0 ? path.length : end);
  return name === '.' || name === '..';
}

/** The step at which the parts begin, when `next` is what comes behind them. */
function compile(parts: readonly GlobPart[], next: number, steps: Step[]): number {
  return parts.reduceRight((behind, part) => compilePart(part, behind, steps), next);
}

function compilePart(part: GlobPart, next: number, steps: Step[]): number {
  const add = (step: Step): number => steps.push(step) - 1;
  const loop = (reads: (char: string, isDots: boolean) => boolean): number => {
    const split: Step & { kind: 'split' } = { kind: 'split', next: [next] };
    const index = add(split);
    split.next.push(add({ kind: 'read', reads, next: index }));
    return index;
  };
  switch (part.kind) {
    case 'sign':
      return add({ kind: 'read', reads: (char) => char === part.sign, next });
    case 'any':
      return add({ kind: 'read', reads: isOfName, next });
    case 'class':
      return add({ kind: 'read', reads: (char, isDots) => isOfName(char, isDots) && part.has(char), next });
    case 'run':
      return loop(isOfName);
    case 'deep':
      return loop((_char, isDots) => !isDots);
    case 'choice':
    default: {
      const { options, least, most } = part;
      if (most === 1) {
        const begins = options.map((option) => compile(option, next, steps));
        return add({ kind: 'split', next: least === 0 ? [...begins, next] : begins });
      }
      const again: Step & { kind: 'split' } = { kind: 'split', next: [next] };
      const index = add(again);
      const begins = options.map((option) => compile(option, index, steps));
      again.next.push(...begins);
      return least === 0 ? index : add({ kind: 'split', next: begins });
    }
  }
}

function isOfName(char: string, isDots: boolean): boolean {
  return char !== '/' && !isDots;
}

/** The longest text every path that fits must hold: most paths are told by it alone. */
function longestText(parts: readonly GlobPart[]): string {
  let longest = '';
  let text = '';
  for (const part of parts) {
    text = part.kind === 'sign' ? text + part.sign : '';
    if (text.length > longest.length) longest = text;
  }
  return longest;
}
