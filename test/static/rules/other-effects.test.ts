import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EFFECTS, type Effect } from '../../../src/finding.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';
import { casesOf } from '../../support/trees/rule-cases.ts';

const FOLDER = join(import.meta.dirname, '../../../src/static/rules');

/** The effects that the text of a rule names beside its own. */
function namedIn(text: string, own: Effect): readonly Effect[] {
  const [, code = ''] = text.split('*check(');
  return EFFECTS.filter((effect) => effect !== own && code.includes(`'${effect}'`));
}

/** A page must say when a finding is more or less grave than its rule, since that decides whether a pull request fails. */
describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const said = Object.keys(rule.otherwise ?? {}).toSorted();

  test('explains when each of its other effects applies', () => {
    expect(namedIn(readFileSync(join(FOLDER, `${id}.ts`), 'utf8'), rule.effect).toSorted()).toEqual(said);
    for (const where of Object.values(rule.otherwise ?? {}))
      expect(`It is so where ${where}.`).toMatch(/^It is so where [`a-z][^.]{20,160}\.$/);
  });

  test('explains every other effect that its fixtures show', () => {
    const shown = casesOf(id).flatMap((each) => lintTexts(each, [rule]).findings.filter((finding) => finding.rule === id));
    const others = new Set(shown.map(({ effect }) => effect).filter((effect) => effect !== rule.effect));
    const byClusters = rule.needs === 'members' ? ['misbehaves'] : [];
    expect([...others].filter((effect) => ![...said, ...byClusters].includes(effect))).toEqual([]);
  });
});
