import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as ciPages from '../../scripts/gen/docs-ci.ts';
import * as schema from '../../scripts/gen/config-schema.ts';
import * as schemaStore from '../../scripts/gen/schemastore.ts';
import * as action from '../../scripts/gen/action.ts';
import * as configurationPage from '../../scripts/gen/docs-configuration.ts';
import * as failurePages from '../../scripts/gen/docs-failures.ts';
import * as rulePages from '../../scripts/gen/docs-rules.ts';
import * as failures from '../../scripts/gen/index-failures.ts';
import * as rules from '../../scripts/gen/index-rules.ts';
import { generateAll } from '../../scripts/gen.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

describe.each([
  ['registry of rules', rules.generate],
  ['registry of failures', failures.generate],
  ['schema of the configuration', schema.generate],
  ['inputs and outputs of the Action', action.generate],
  ['page of the configuration', configurationPage.generate],
  ['entry for SchemaStore', schemaStore.generate],
  ['pages of rules', rulePages.generate],
  ['pages of failures', failurePages.generate],
  ['pages of CI systems', ciPages.generate],
])('%s', (_, generate) => {
  test('is what is committed; else run `npm run gen`', async () => {
    const { files } = await generate(REPOSITORY);
    const stale = Object.entries(files).filter(([path, content]) => readFileSync(join(REPOSITORY, path), 'utf8') !== content);
    expect(stale.map(([path]) => path)).toEqual([]);
  });
});

describe('generating', () => {
  let root = '';
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const generator = (name: string, files: Readonly<Record<string, string>>, folders: readonly string[] = []): void => {
    writeFileSync(join(root, 'scripts/gen', name), `export const generate = () => (${JSON.stringify({ files, folders })});\n`);
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'gen-'));
    mkdirSync(join(root, 'scripts/gen'), { recursive: true });
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  test('writes what is missing or stale, and nothing the second time', async () => {
    generator('a.ts', { 'docs/a.md': 'A', 'docs/b.md': 'B' });
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'docs/b.md'), 'old');
    expect(await generateAll(root, false)).toEqual(['docs/a.md', 'docs/b.md']);
    expect([read('docs/a.md'), read('docs/b.md')]).toEqual(['A', 'B']);
    expect(await generateAll(root, false)).toEqual([]);
  });

  test('with check only reports what is stale', async () => {
    generator('a.ts', { 'a.md': 'A' });
    expect(await generateAll(root, true)).toEqual(['a.md']);
    expect(() => read('a.md')).toThrow('ENOENT');
  });

  test('removes what is left over in a folder that is completely generated', async () => {
    generator('a.ts', { 'docs/a.md': 'A' }, ['docs']);
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'docs/gone.md'), 'of a rule that was removed');
    expect(await generateAll(root, true)).toEqual(['docs/a.md', 'docs/gone.md']);
    await generateAll(root, false);
    expect(() => read('docs/gone.md')).toThrow('ENOENT');
  });

  test('runs registries first, because other generators import them', async () => {
    generator('a.ts', { 'a.md': 'A' });
    generator('index-z.ts', { 'z.gen.ts': 'Z' });
    expect(await generateAll(root, true)).toEqual(['z.gen.ts', 'a.md']);
  });

  test('names a script that generates nothing', async () => {
    writeFileSync(join(root, 'scripts/gen/a.ts'), 'export const other = 1;\n');
    await expect(generateAll(root, true)).rejects.toThrow('scripts/gen/a.ts exports no function generate');
  });
});
