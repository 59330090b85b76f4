import { isAbsolute, relative } from 'node:path';
import { expect, test, vi } from 'vitest';

import { ConfigError } from '../../../src/errors.ts';
import { temporaryFolder } from '../../../src/static/read/files/temporary-folder.ts';
import { temporaryFolder as created } from '../../support/trees/temporary-folder.ts';

test('a temporary folder that cannot be created is an error of the machine that names TMPDIR', () => {
  vi.stubEnv('TMPDIR', '/nonexistent');
  try {
    expect(() => temporaryFolder('test')).toThrow(ConfigError);
    expect(() => temporaryFolder('test')).toThrow('set TMPDIR');
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a temporary folder has a whole path even if TMPDIR is a part of one', () => {
  vi.stubEnv('TMPDIR', relative(process.cwd(), created()));
  try {
    const { path, remove } = temporaryFolder('test');
    expect(isAbsolute(path)).toBe(true);
    remove();
  } finally {
    vi.unstubAllEnvs();
  }
});
