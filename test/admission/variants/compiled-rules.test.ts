import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import contracts from '../../../src/admission/contracts/schemas.gen.json' with { type: 'json' };
import { type CelContext, type Outcome, UnreadableValue } from '../../../src/admission/cel/cel-engine.ts';
import { CEL_JS } from '../../../src/admission/cel/cel-js.ts';
import { all, either, field, outcomeOf, size } from '../../../src/admission/cel/cel-operators.ts';
import { COMPILED_RULES } from '../../../src/admission/cel/compiled-rules.gen.ts';

/** `type(...)`, conversions and regular expressions. */
const LEFT_TO_THE_ENGINE = /\btype\(|\.matches\(/;

describe('compiled CEL rules', () => {
  test('are all rules of KubeFleet but those with types and patterns', () => {
    const left = contracts.rules.filter((_, at) => COMPILED_RULES[at] === undefined);
    expect(left.length).toBeGreaterThan(0);
    expect(left.filter(({ rule }) => !LEFT_TO_THE_ENGINE.test(rule))).toEqual([]);
  });

  test('say what stops them', () => {
    const answer = (rule: () => boolean): Outcome => outcomeOf(rule, () => ({ self: {} }));
    expect(answer(() => field({}, 'kind') === 'Namespace')).toEqual({ error: 'no such key: kind' });
    expect(answer(() => size(5n) > 0n)).toEqual({ unjudged: 'a value has no entries' });
    expect(
      answer(() =>
        either(
          () => field({}, 'first') === '',
          () => field({}, 'second') === '',
        ),
      ),
    ).toEqual({ error: 'no such key: first' });
    expect(answer(() => all([{}, { name: 'x' }], (entry) => field(entry, 'name') === ''))).toBe(false);
  });

  for (const [at, compiled] of Object.entries(COMPILED_RULES)) {
    const rule = contracts.rules[Number(at)]?.rule ?? '';
    test(`answer as the engine: ${rule.trim().replaceAll(/\s+/g, ' ').slice(0, 100)}`, () => {
      const seen = new Set<string>();
      const value = valuesFor(rule);
      fc.assert(
        fc.property(value, value, (self, oldSelf) => {
          const context = (): CelContext => ({ self: readable(self), oldSelf: readable(oldSelf) });
          const outcome = inShort(outcomeOf(compiled, context));
          expect(outcome).toEqual(inShort(CEL_JS.evaluate(rule, context)));
          seen.add(outcome);
        }),
        { numRuns: 600 },
      );
      expect([...seen]).toEqual(expect.arrayContaining(['true', 'false']));
    });
  }
});

/** If both sides of an operator fail, this engine gives the second failure, and that of the API server the first. */
function inShort(outcome: Outcome): string {
  return typeof outcome === 'boolean' ? String(outcome) : 'no answer';
}

const UNREADABLE = 'a number that was written as a float';

/** Makes what a rule reads of a generated value. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  const fields = {};
  for (const [key, child] of Object.entries(value))
    if (child === UNREADABLE) Object.defineProperty(fields, key, { enumerable: true, get: fail });
    else Object.assign(fields, { [key]: readable(child) });
  return fields;
}

function fail(): never {
  throw new UnreadableValue('invalid data, expected int, got float64');
}

/** Values of the shape that the rule reads, and of neighbouring shapes. */
function valuesFor(rule: string): fc.Arbitrary<unknown> {
  const compared = [...rule.matchAll(/(\w+) [!=]= (?:'([^']*)'|"([^"]*)")/g)].map(([, name, single, double]) => [name, single ?? double]);
  const leafOf = (of?: string): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('', ...compared.flatMap(([name, text]) => (name === of ? [text] : []))) },
      { weight: 4, arbitrary: fc.constantFrom('other', 'n'.repeat(64), '😀'.repeat(127), 'n'.repeat(128)) },
      { weight: 1, arbitrary: fc.constantFrom(null, true, 2n, 1.5, [], {}, UNREADABLE) },
    );
  const lists = new Set([...rule.matchAll(/(\w+)\.(?:all|exists|filter)\(/g)].map(([, name]) => name));
  const paths = [...rule.matchAll(/\b(?:self|oldSelf)((?:\.\w+)*)/g)].map(([, path]) =>
    (path ?? '').split('.').filter((name) => name !== '' && !['all', 'exists'].includes(name)),
  );
  const item = recordOf([...rule.matchAll(/\b[xet]\.(\w+)/g)].map(([, name]) => [name ?? '', leafOf(name)]));
  // An entry for which each comparison may hold.
  const named = fc.constant(Object.fromEntries(compared.map(([name, text]) => [name ?? '', text])));
  const list = fc.array(fc.oneof({ weight: 6, arbitrary: item }, { weight: 3, arbitrary: named }, { weight: 1, arbitrary: leafOf() }), {
    maxLength: 4,
  });
  const fieldsOf = (prefix: readonly string[]): fc.Arbitrary<unknown> => {
    const names = paths.filter((path) => prefix.every((name, at) => path[at] === name)).map((path) => path[prefix.length]);
    const below = [...new Set(names)].filter((name) => name !== undefined && name !== 'filter');
    if (below.length === 0) return lists.has(prefix.at(-1) ?? 'self') ? list : leafOf(prefix.at(-1) ?? 'self');
    const whole = recordOf(below.map((name) => [name ?? '', fieldsOf([...prefix, name ?? ''])]));
    return fc.oneof({ weight: 12, arbitrary: whole }, { weight: 1, arbitrary: leafOf() });
  };
  return fieldsOf([]);
}

function recordOf(fields: readonly (readonly [string, fc.Arbitrary<unknown>])[]): fc.Arbitrary<unknown> {
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}
