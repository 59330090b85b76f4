import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { generate } from '../../scripts/gen/index-rules.ts';
import { newRule } from '../../scripts/new/new-rule.ts';
import { camelCase } from '../../scripts/new/registry.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

let root = '';
beforeEach(() => {
  root = temporaryFolder();
});

test('a new rule is ready to run, with its fixtures', () => {
  expect(newRule(root, 'my-first-rule')).toEqual([
    'src/static/rules/my-first-rule.ts',
    'fixtures/rules/my-first-rule/bad.yaml',
    'fixtures/rules/my-first-rule/good.yaml',
  ]);
  expect(readFileSync(join(root, 'src/static/rules/my-first-rule.ts'), 'utf8')).toContain('export const myFirstRule = defineRule<');
  expect(readFileSync(join(root, 'fixtures/rules/my-first-rule/bad.yaml'), 'utf8')).toContain('# expect: my-first-rule');
});

test('everything that a new rule and its registry import exists', () => {
  newRule(root, 'my-first-rule');
  const written = { 'src/static/rules/my-first-rule.ts': readFileSync(join(root, 'src/static/rules/my-first-rule.ts'), 'utf8') };
  const repository = join(import.meta.dirname, '../..');
  for (const [file, text] of Object.entries({ ...written, ...generate(root).files })) {
    const imports = [...text.matchAll(/ from '(\.[^']+)';/g)].map(([, path = '']) => join(dirname(file), path));
    expect(imports).not.toEqual([]);
    const found = (path: string): boolean => [root, repository].some((folder) => existsSync(join(folder, path)));
    expect(
      imports.filter((path) => !found(path)),
      file,
    ).toEqual([]);
  }
});

test('the registry finds it without a manual edit', () => {
  newRule(root, 'my-first-rule');
  newRule(root, 'another');
  const index = generate(root).files['src/static/rules/index.gen.ts'];
  expect(index).toContain("import { another } from './another.ts';\nimport { myFirstRule } from './my-first-rule.ts';");
});

test('an id that is in use is refused', () => {
  newRule(root, 'my-first-rule');
  expect(() => newRule(root, 'my-first-rule')).toThrow('src/static/rules/my-first-rule.ts exists already');
});

test('the id of a built-in finding is refused', () => {
  expect(() => newRule(root, 'suppression-unused')).toThrow('suppression-unused is a built-in finding');
});

test.each(['', 'My-Rule', 'my_rule', '../evil', 'rule-', '-rule', '1-rule', 'a b'])('%j is refused, because it is not a valid id', (id) => {
  expect(() => newRule(root, id)).toThrow(`"${id}" is no id of a rule`);
});

test('an id is converted to a name', () => {
  expect(camelCase('rp-namespace-not-placed')).toBe('rpNamespaceNotPlaced');
});
