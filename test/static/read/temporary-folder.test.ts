import { expect, test, vi } from 'vitest';

import { ConfigError } from '../../../src/errors.ts';
import { temporaryFolder } from '../../../src/static/read/files/temporary-folder.ts';

test('a temporary folder that cannot be created is an error of the machine that names TMPDIR', () => {
  vi.stubEnv('TMPDIR', '/nonexistent');
  try {
    expect(() => temporaryFolder('test')).toThrow(ConfigError);
    expect(() => temporaryFolder('test')).toThrow('set TMPDIR');
  } finally {
    vi.unstubAllEnvs();
  }
});
