import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError } from '../../../src/errors.ts';
import { save } from '../../../src/cli/output/requested-output-file.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

it('a file that cannot be written is an error that the user can correct', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a'), '');
  expect(() => save(join(folder, 'a/report.json'), '{}', '--format json=a/report.json')).toThrow(ConfigError);
  expect(() => save(folder, '{}', '--format json=.')).toThrow('--format json=.: cannot be written (');
});
