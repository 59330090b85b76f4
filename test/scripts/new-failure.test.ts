import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { generate } from '../../scripts/gen/index-failures.ts';
import { newFailure } from '../../scripts/new/new-failure.ts';
import { newRule } from '../../scripts/new/new-rule.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

interface Fixture {
  readonly like: string;
  readonly replace: readonly (readonly [text: string, by: string])[];
}

let root = '';
beforeEach(() => {
  root = temporaryFolder();
});

test('a new failure is ready to run, with a hub that shows it', () => {
  expect(newFailure(root, 'apply-too-late')).toEqual([
    'src/gates/catalogue/failures/apply-too-late.ts',
    'fixtures/hub/apply-too-late/expect.json',
  ]);
  const failure = readFileSync(join(root, 'src/gates/catalogue/failures/apply-too-late.ts'), 'utf8');
  expect(failure).toContain('export const applyTooLate = defineFailure({');
  const [, pattern = ''] = /message: \/(.*)\/ /.exec(failure) ?? [];
  const fixture = JSON.parse(readFileSync(join(root, 'fixtures/hub/apply-too-late/expect.json'), 'utf8')) as Fixture;
  const [[replaced, by] = ['', '']] = fixture.replace;
  expect(by).toMatch(new RegExp(pattern));
  expect(readFileSync(join(import.meta.dirname, '../../fixtures/hub', fixture.like, 'expect.json'), 'utf8')).toContain(replaced);
});

test('the registry finds it without a manual edit', () => {
  newFailure(root, 'apply-too-late');
  const index = generate(root).files['src/gates/catalogue/index.gen.ts'];
  expect(index).toContain("import { applyTooLate } from './failures/apply-too-late.ts';");
  expect(index).toContain('inOrder([\n  applyTooLate,\n]);');
});

test('a failure cannot have the id of a rule', () => {
  newRule(root, 'too-late');
  expect(() => newFailure(root, 'too-late')).toThrow('src/static/rules/too-late.ts exists already');
  newFailure(root, 'apply-too-late');
  expect(() => newRule(root, 'apply-too-late')).toThrow('src/gates/catalogue/failures/apply-too-late.ts exists already');
});
