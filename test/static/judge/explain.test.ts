import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILTIN } from '../../../src/static/suppress/builtin.ts';
import { explainRule, listRules } from '../../../src/static/judge/explain.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';

const files = readdirSync(join(import.meta.dirname, '../../../src/static/rules')).filter((name) => !name.includes('.gen.'));

test('the list has every rule file and every built-in finding, in order', () => {
  const ids = listRules().map(({ id }) => id);
  expect(ids).toEqual([...files.map((name) => name.slice(0, -3)), ...Object.keys(BUILTIN)].toSorted());
});

test('a rule is explained in full, and an unknown one is refused', () => {
  expect(explainRule('pickfixed-unknown-cluster')).toMatchObject({
    effect: 'fails',
    severity: 'error',
    needs: expect.stringContaining('--clusters'),
  });
  expect(explainRule('no-such-rule')).toBeUndefined();
});

test('findings about suppressions and broken text cannot be suppressed, others can', () => {
  const not = listRules().filter(({ suppressible }) => !suppressible);
  expect(not.map(({ id }) => id).filter((id) => RULES.some((rule) => rule.id === id))).toEqual([]);
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  test('has a one-line summary, a reason in sentences, and links to its documentation', () => {
    expect(rule.summary).toMatch(/^[A-Z`].{10,100}[^.]$/);
    expect(rule.why).toMatch(/^.{60,}\.$/);
    expect(rule.remedy).toMatch(/^.{20,}\.$/);
    expect(rule.docs).toMatch(
      /^https:\/\/(kubefleet\.dev|helm\.sh\/docs|learn\.microsoft\.com|kubernetes\.io\/docs|github\.com\/kubefleet-dev\/kubefleet)\//,
    );
  });
});
