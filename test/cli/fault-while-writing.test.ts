import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import { save } from '../../src/cli/output/requested-output-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('a fault of our own in what makes the text of a file is no file that cannot be written', () => {
  const file = join(temporaryFolder(), 'report.json');
  const fault = new TypeError('a bug');
  function* pieces(): Generator<string> {
    yield '{';
    throw fault;
  }
  let thrown: unknown;
  try {
    save(file, pieces(), '--format json=report.json');
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBe(fault);
  expect(existsSync(file)).toBe(false);
});

it('a file that cannot be written is one that the user can mend', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a'), '');
  expect(() => save(join(folder, 'a/report.json'), '{}', '--format json=a/report.json')).toThrow(ConfigError);
  expect(() => save(folder, '{}', '--format json=.')).toThrow('--format json=.: cannot be written (');
});
