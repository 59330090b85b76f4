import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILTIN } from '../../../src/static/suppress/builtin.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';
import { casesOf, fixtureFolders } from '../../support/trees/rule-cases.ts';

const DOCS = join(import.meta.dirname, '../../../docs/rules');
const ids = [...RULES.map(({ id }) => id), ...Object.keys(BUILTIN)];

test('every folder of fixtures belongs to a rule or to a built-in finding', () => {
  expect(fixtureFolders().filter((folder) => !ids.includes(folder))).toEqual([]);
});

describe.each(ids)('%s', (id) => {
  const cases = casesOf(id);
  const rules = RULES.filter((rule) => rule.id === id);

  test.each(cases.map((each) => [each.name, each] as const))('%s', (_, each) => {
    const { findings } = lintTexts(each, rules);
    const own = findings.filter((finding) => finding.rule === id && finding.suppressed === undefined);
    expect(own.map(({ file, line }) => `${file}:${line}`).toSorted()).toEqual(each.expected);
  });

  test('says in whole sentences what is wrong and what to do', () => {
    for (const { message, remedy } of cases.flatMap((each) => lintTexts(each, rules).findings)) {
      expect(message).toMatch(/^[`A-Z].*[.?]$/s);
      expect(remedy).toMatch(/^[`A-Z].*[.?]$/s);
    }
  });

  test('has a fixture with a finding, one without, and a page of documentation', () => {
    expect(cases.some(({ expected }) => expected.length > 0)).toBe(true);
    expect(cases.some(({ expected }) => expected.length === 0)).toBe(true);
    expect(existsSync(join(DOCS, `${id}.md`))).toBe(true);
  });
});
