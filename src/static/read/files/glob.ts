import { parseGlob, type GlobPart } from './glob-syntax.ts';

/** Returns whether the glob matches a path with forward slashes. */
export type Glob = (path: string) => boolean;

/**
 * Compiles a glob to a matcher whose time grows linearly with the pattern and the path, because patterns come from the configuration of the
 * judged tree. `*` and `?` match within a name, `**` as a whole name matches across folders. `[a-z]`, `{a,b}`, `(a|b)`, `@(a)`, `?(a)`,
 * `*(a)` and `+(a)` are supported. `\` escapes the next character, and `!` at the start negates the pattern. Names that begin with a dot
 * are matched like any other.
 * @throws {Error} it is longer than 1000 characters, or contains `!(…)`
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

/** A state of the machine. It reads one character, moves to several states without reading, or accepts the end of a path. */
type Step =
  | { readonly kind: 'read'; readonly reads: (char: string, isDots: boolean) => boolean; readonly next: number }
  | { readonly kind: 'split'; readonly next: number[] }
  | { readonly kind: 'end' };

/** Runs all possible states at the same time: at each character, every state is visited at most once. */
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

/** No wildcard matches the names `.` and `..`. */
function isInDots(path: string, at: number): boolean {
  if (path[at] !== '.') return false;
  const end = path.indexOf('/', at);
  const name = path.slice(path.lastIndexOf('/', at) + 1, end < 0 ? path.length : end);
  return name === '.' || name === '..';
}

/** Compiles the parts before the state `next`, and returns their first state. */
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

/** The longest text that every matching path contains. It excludes most paths without a run. */
function longestText(parts: readonly GlobPart[]): string {
  let longest = '';
  let text = '';
  for (const part of parts) {
    text = part.kind === 'sign' ? text + part.sign : '';
    if (text.length > longest.length) longest = text;
  }
  return longest;
}
