import { goPattern } from '../../../admission/go-pattern.ts';
import type { PatchTarget } from './kustomization.ts';

/** The objects that patches change, by kind and name. */
export interface PatchTargets {
  match(kind: string, name: string): boolean;
}

/** Whether a target is a pattern, for which `loadGoPatterns` must be awaited. */
export function havePatterns(targets: Iterable<PatchTarget>): boolean {
  for (const { kind, name } of targets) if (literalOf(kind) === undefined || literalOf(name) === undefined) return true;
  return false;
}

/** The most characters that patterns are compared with in one tree: a second of work. Beyond that, a pattern is assumed to match. */
const MOST_COMPARED = 50_000_000;

/**
 * Kustomize's fields are Go patterns that match the whole text; an absent one matches all. A pattern that Go cannot parse is assumed to
 * match, so that the object is not judged wrongly. Plain names are looked up in a map.
 */
export class TargetReader {
  #compared = 0;

  read(targets: readonly PatchTarget[]): PatchTargets {
    const plain = new Set<string>();
    const patterns = new Map<string, PatchTarget>();
    for (const target of targets) {
      const [kind, name] = [literalOf(target.kind), literalOf(target.name)];
      if (kind === undefined || name === undefined) patterns.set(JSON.stringify([target.kind, target.name]), target);
      else plain.add(keyOf(kind, name));
    }
    return {
      match: (kind, name) =>
        [keyOf(kind, name), keyOf('', name), keyOf(kind, ''), keyOf('', '')].some((key) => plain.has(key)) ||
        patterns.values().some((target) => this.matches(target.kind, kind) && this.matches(target.name, name)),
    };
  }

  /** @param pattern absent or empty for all texts */
  matches(pattern: string | undefined, text: string): boolean {
    const plain = literalOf(pattern);
    if (plain !== undefined) return plain === '' || plain === text;
    this.#compared += text.length + 1;
    if (this.#compared > MOST_COMPARED) return true;
    return goPattern(`^(?:${pattern ?? ''})$`)?.test(text) ?? true;
  }
}

/** The only text that a pattern matches, empty if it matches all; `undefined` for other patterns. */
function literalOf(pattern: string | undefined): string | undefined {
  if (pattern === undefined || !/^(?:[^.*+?^${}()|[\]\\]|\\[^\w])*$/.test(pattern)) return pattern === undefined ? '' : undefined;
  return pattern.replaceAll(/\\(.)/gs, '$1');
}

function keyOf(kind: string, name: string): string {
  return `${kind}\0${name}`;
}
