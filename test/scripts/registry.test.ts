import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { newFailure } from '../../scripts/new/new-failure.ts';
import { newRule } from '../../scripts/new/new-rule.ts';
import { FAILURE_FILES, Misplaced, registeredIds, RULE_FILES } from '../../scripts/new/registry.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

let root = '';
beforeEach(() => {
  root = temporaryFolder();
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The faults to correct, one in each line. */
function faults(registry: typeof RULE_FILES): readonly string[] {
  try {
    registeredIds(root, registry);
    return [];
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error;
    return error.message.split('\n');
  }
}

describe.each([
  ['rule', RULE_FILES, newRule],
  ['failure', FAILURE_FILES, newFailure],
] as const)('a %s', (noun, registry, create) => {
  const { folder, fixtures, define, searched } = registry;
  beforeEach(() => void create(root, 'first'));

  test('in its place is registered', () => {
    create(root, 'another');
    expect(registeredIds(root, registry)).toEqual(['another', 'first']);
  });

  test('that exports nothing with its name is reported', () => {
    write(`${folder}/first.ts`, 'export const second = 1;\n');
    expect(faults(registry)).toEqual([`${folder}/first.ts exports no ${noun} of its name; write: export const first = ${define}({ … })`]);
  });

  test('with the id of another file is reported', () => {
    const path = join(root, folder, 'first.ts');
    writeFileSync(path, readFileSync(path, 'utf8').replace("id: 'first'", "id: 'frist'"));
    expect(faults(registry)).toEqual([`${folder}/first.ts: the id of a ${noun} is the name of its file; write: id: 'first'`]);
  });

  test('without a fixture is reported', () => {
    rmSync(join(root, fixtures, 'first'), { recursive: true });
    expect(faults(registry)).toEqual([
      `${folder}/first.ts has no fixture; add ${fixtures}/first/ as \`npm run new -- ${noun} first\` does`,
    ]);
  });

  test('whose fixture has another name is reported', () => {
    write(`${fixtures}/frist/anything.yaml`, '');
    expect(faults(registry)).toEqual([`${fixtures}/frist belongs to no ${noun}; give it the name of one, or remove it`]);
  });

  test('outside of its folder is reported', () => {
    write(`${searched}/second.ts`, `export const second = ${define}({ id: 'second' });\n`);
    expect(faults(registry)).toEqual([`${searched}/second.ts holds a ${noun} where nothing registers it; move it to ${folder}/`]);
  });

  test('that is not TypeScript, or is a folder deeper, is reported', () => {
    write(`${folder}/second.js`, '');
    write(`${folder}/more/third.ts`, '');
    expect(faults(registry)).toEqual([
      `${folder}/more is no file of a ${noun}; move it elsewhere`,
      `${folder}/second.js is no file of a ${noun}; move it elsewhere`,
    ]);
  });
});

test('built-in findings have fixtures and no file', () => {
  newRule(root, 'first');
  write('fixtures/rules/yaml-syntax/bad.yaml', '');
  expect(faults(RULE_FILES)).toEqual([]);
});
